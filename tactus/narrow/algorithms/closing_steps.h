// SPDX-License-Identifier: MIT
#pragma once
/// The parts of a record that no event of the run contains, computed from the shapes after the run: the corners of
/// features, the support points of EPA, and how GJK and V-Clip ended, in words.
#include <tactus/narrow/algorithms/polyhedra.h>
#include <tactus/narrow/algorithms/recorder.h>

namespace tactus::narrow {

/// The corners of a polyhedron's feature, moved by a pose; none if the feature has no corners.
template <class P, Scalar T> std::vector<Vec3<T>> corners_of(const P& p, const Feature& f, const Pose<T>& pose) {
  std::vector<Vec3<T>> corners;
  const auto put = [&](std::uint32_t vertex) { corners.push_back(pose * p.vertex(vertex)); };
  if (f.kind == FeatureKind::vertex) put(f.index);
  if (f.kind == FeatureKind::edge) put(p.edge(f.index).a), put(p.edge(f.index).b);
  if (f.kind == FeatureKind::face)
    for (const std::uint32_t v : p.face_loop(f.index)) put(v);
  return corners;
}

/// For hulls and boxes.
template <Scalar T>
void add_corners(std::vector<Step<T>>& steps, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab) {
  of_polyhedra(a, b, [&](auto& in_a, auto& in_b) {
    const auto& p = polyhedron(in_a);
    const auto& q = polyhedron(in_b);
    for (Step<T>& step : steps) {
      if (step.feature_a) step.corners_a = corners_of(p, *step.feature_a, Pose<T>{});
      if (step.feature_b) step.corners_b = corners_of(q, *step.feature_b, x_ab);
    }
  });
}

/// The support points along the normals of EPA's nearest faces.
template <class Pair, Scalar T> void add_supports(std::vector<Step<T>>& steps, const Pair& pair) {
  for (Step<T>& step : steps)
    if (step.stage == "epa" && step.direction) step.support = pair.support(*step.direction).w;
}

/// The step after GJK's last: the simplex around the origin, or the radii that are subtracted from the distance of the
/// cores. The iteration is run once more for it, because its trace ends before that simplex.
template <template <class> class Method, class Pair, Scalar T>
void add_end_of_gjk(std::vector<Step<T>>& steps, const Pair& pair, const Options<T>& options,
                    const Contact<T>& answer) {
  if (!pair.finite()) return;
  PairCache<T>* const no_cache = nullptr;
  const auto end = gjk::core_distance<Method>(pair, options.max_distance + pair.radius(), options, no_cache);
  Step<T> last;
  last.stage = "gjk";
  if (end.status == Status::overlapping && answer.touching()) {
    static constexpr const char* names[] = {"point", "segment", "triangle", "tetrahedron"};
    last.points.assign(end.simplex.points().begin(), end.simplex.points().begin() + end.simplex.size());
    last.words = sentence("The ", names[std::clamp(end.simplex.size(), 1, 4) - 1], " contains the origin: the ",
                          pair.radius() > T(0) ? "cores" : "shapes", " overlap.");
  } else if (end.status == Status::separated && pair.radius() > T(0)) {
    const T gap = end.upper - pair.radius();
    last.words = sentence("The cores are ", end.upper, " apart, the radii add up to ", pair.radius(), ": ",
                          gap > T(0) ? "distance " : "depth ", abs(gap), ".");
  } else {
    return;
  }
  const auto of_gjk = std::find_if(steps.rbegin(), steps.rend(), [](const Step<T>& s) { return s.stage == "gjk"; });
  steps.insert(of_gjk == steps.rend() ? steps.begin() : of_gjk.base(), last);
}

/// The step after V-Clip's last if the polyhedra overlap: the features that prove it.
template <Scalar T>
void add_end_of_vclip(std::vector<Step<T>>& steps, const Contact<T>& walked, const Contact<T>& answer) {
  if (!answer.touching()) return;
  Step<T> last;
  last.stage = "vclip";
  const auto of_a = [&] { return sentence(walked.feature_a, " of A"); };
  const auto of_b = [&] { return sentence(walked.feature_b, " of B"); };
  const auto kinds = std::pair(walked.feature_a.kind, walked.feature_b.kind);
  constexpr FeatureKind vertex = FeatureKind::vertex, edge = FeatureKind::edge, face = FeatureKind::face;
  if (kinds.first == FeatureKind::curved || kinds.second == FeatureKind::curved) {
    last.words = "GJK found that they overlap";
  } else {
    last.feature_a = walked.feature_a, last.feature_b = walked.feature_b;
    if (answer.state() == ContactState::touch)
      last.words = of_a() + " touches " + of_b();
    else if (kinds == std::pair(edge, face))
      last.words = of_a() + " goes through " + of_b() + ": they overlap";
    else if (kinds == std::pair(face, edge))
      last.words = of_b() + " goes through " + of_a() + ": they overlap";
    else if (kinds == std::pair(vertex, face))
      last.words = of_a() + " is inside B, under " + of_b() + ": they overlap";
    else if (kinds == std::pair(face, vertex))
      last.words = of_b() + " is inside A, under " + of_a() + ": they overlap";
    else
      last.words = of_a() + " meets " + of_b() + ": they overlap";
    last.words[0] = static_cast<char>(last.words[0] - 'a' + 'A');
  }
  last.words += ". Separating axes (for large hulls EPA) measure the depth.";
  steps.push_back(last);
}

}  // namespace tactus::narrow
