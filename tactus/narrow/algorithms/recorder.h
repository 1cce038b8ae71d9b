// SPDX-License-Identifier: MIT
#pragma once
/// A trace that records the events of all algorithms as Step (steps.h).
#include <tactus/narrow/lin_canny.h>
#include <tactus/narrow/mpr.h>
#include <tactus/narrow/sat.h>
#include <tactus/narrow/steps.h>
#include <tactus/narrow/vclip.h>

#include <sstream>

namespace tactus::narrow {

/// Joins the parts into one sentence.
template <class... Parts> std::string sentence(const Parts&... parts) {
  std::ostringstream text;
  text.precision(6);
  (text << ... << parts);
  return text.str();
}

template <Scalar T> class Recorder {
 public:
  explicit Recorder(std::vector<Step<T>>& steps) : steps_(&steps) {}

  std::vector<Step<T>>& steps() const { return *steps_; }

  void operator()(const gjk::Step<T>& s) const {
    Step<T>& step = add_simplex("gjk", s);
    set_gap(step, s.size, s.lower, s.upper);
  }
  void operator()(const sa_gjk::Step<T>& s) const {
    Step<T>& step = add_simplex("sa_gjk", s);
    const T length = norm(s.v), plane = length > T(0) ? dot(s.v, s.w) / length : T(0);
    set_gap(step, s.size, plane, length);
  }
  void operator()(const epa::Expansion<T>& e) const {
    Step<T>& step = add("epa");
    for (int i = 0; i < e.polytope.vertex_count(); ++i) step.points.push_back(e.polytope.vertex(i).w);
    T least = infinity<T>;
    e.polytope.for_each_face([&](const epa::Face<T>& f) {
      if (f.normal == e.normal && f.distance < least)
        least = f.distance, step.nearest_triangle = static_cast<int>(step.triangles.size());
      step.triangles.push_back({f.vertex[0], f.vertex[1], f.vertex[2]});
    });
    step.direction = e.normal;
    step.words = sentence("The polytope has ", step.triangles.size(), " faces. The nearest is ", e.depth_lower,
                          " from the origin; the best support plane is ", e.depth_upper, " away.");
    step.lower = e.depth_lower, step.upper = e.depth_upper;
    step.measures = "depth of cores";
  }
  void operator()(const mpr::Step<T>& s) const {
    static constexpr const char* phases[] = {"spans the portal", "turns the portal to the ray", "pushes the portal out",
                                             "descends to a smaller depth"};
    Step<T>& step = add("mpr");
    step.points = {s.portal.v().w, s.portal.corner(0).w, s.portal.corner(1).w, s.portal.corner(2).w};
    step.triangles = {{1, 2, 3}};
    step.direction = s.normal, step.support = s.p;
    step.words = sentence("Phase ", s.phase, " ", phases[std::clamp(s.phase, 1, 4) - 1], ": the support point lies at ",
                          dot(s.normal, s.p), " along the direction.");
  }
  void operator()(const sat::Tried<T>& t) const {
    static constexpr const char* kinds[] = {"Along the line of centres", "Along the normal of a face of A",
                                            "Along the normal of a face of B", "Across an edge of each"};
    Step<T>& step = add("sat");
    step.direction = t.normal;
    step.words = sentence(kinds[static_cast<int>(t.kind)], " the shapes ",
                          t.depth < T(0) ? "are apart by " : "overlap by ", abs(t.depth), ".");
    step.upper = t.depth;
    step.measures = "depth along direction";
  }
  void operator()(const vclip::Step& s) const { at_features("vclip", "the walk is at ", s); }
  void operator()(const vclip::Cycle& s) const { at_features("vclip", "the walk came back to ", s); }
  void operator()(const vclip::Fallback& s) const {
    at_features("vclip", "the walk proved nothing, so GJK takes over from ", s);
  }
  void operator()(const vclip::Leap& s) const {
    add("vclip").words = sentence("Step ", s.iteration, " starts again between the centres.");
  }
  void operator()(const lin_canny::Step& s) const { at_features("lin_canny", "the walk is at ", s); }
  void operator()(const lin_canny::Cycle& s) const { at_features("lin_canny", "the walk came back to ", s); }

 private:
  Step<T>& add(const char* stage) const {
    steps_->emplace_back();
    steps_->back().stage = stage;
    return steps_->back();
  }
  template <class Event> Step<T>& add_simplex(const char* stage, const Event& s) const {
    Step<T>& step = add(stage);
    step.points.assign(s.points.begin(), s.points.begin() + s.size);
    step.nearest = s.v, step.direction = -s.v, step.support = s.w;
    return step;
  }
  template <class Event> void at_features(const char* stage, const char* words, const Event& s) const {
    Step<T>& step = add(stage);
    step.feature_a = s.a, step.feature_b = s.b;
    step.words = sentence(state(s.a.kind, s.b.kind), ": ", words, s.a, " of A and ", s.b, " of B.");
  }
  /// The state of a walk as in [Mirtich 1998]: V-E means a vertex and an edge, whichever of A or B has it.
  static std::string state(FeatureKind a, FeatureKind b) {
    static constexpr char letters[] = {'V', 'E', 'F', 'C'};
    return {letters[static_cast<int>(std::min(a, b))], '-', letters[static_cast<int>(std::max(a, b))]};
  }
  static void set_gap(Step<T>& step, int size, T lower, T upper) {
    step.words = sentence("The simplex is ", named_simplex(size), ", ", upper,
                          " from the origin (upper bound); the support plane is at ", lower, " (lower bound).");
    step.lower = lower, step.upper = upper;
    step.measures = "gap of cores";
  }
  static const char* named_simplex(int size) {
    static constexpr const char* names[] = {"no point", "a point", "a segment", "a triangle", "a tetrahedron"};
    return names[std::clamp(size, 0, 4)];
  }

  std::vector<Step<T>>* steps_;
};

}  // namespace tactus::narrow
