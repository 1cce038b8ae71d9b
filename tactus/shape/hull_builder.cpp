// SPDX-License-Identifier: MIT
#include <tactus/math/twofold.h>
#include <tactus/shape/face_merging.h>
#include <tactus/shape/flat_hull.h>
#include <tactus/shape/hull_builder.h>

#include <libqhull_r/qhull_ra.h>

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>

namespace tactus {
namespace {

using Points = std::vector<Vec3<double>>;

// ---- Qhull ----------------------------------------------------------------------------------------------------------

/// Redirects Qhull's messages from stderr into a string, which becomes the text of a QhullError.
class ErrorText {
 public:
  ErrorText() : file_(open_memstream(&text_, &size_)) {
    if (!file_) throw QhullError("Qhull: no memory for its messages");
  }
  ErrorText(const ErrorText&) = delete;
  ErrorText& operator=(const ErrorText&) = delete;
  ~ErrorText() {
    std::fclose(file_);
    std::free(text_);
  }
  std::FILE* file() { return file_; }
  /// The first line, which says what is wrong; the rest is advice to users of the qhull program.
  std::string first_line() {
    std::fflush(file_);
    const std::string all(text_, size_);
    const std::size_t start = std::min(all.find_first_not_of('\n'), all.size());
    return all.substr(start, all.find('\n', start) - start);
  }

 private:
  char* text_ = nullptr;
  std::size_t size_ = 0;
  std::FILE* file_;
};

/// One run of Qhull. On errors Qhull jumps (longjmp) to where it was called from, or ends the program if it has no jump
/// target; so every call that can fail is made from here, without C++ objects on the stack that need a destructor.
class QhullRun {
 public:
  QhullRun(Points& points, const char* options) : state_(std::make_unique<qhT>()) {
    qh_zero(state_.get(), errors_.file());
    std::string command = std::string("qhull Pp ") + options;  // Pp: no warnings
    status_ = qh_new_qhull(state_.get(), 3, static_cast<int>(points.size()), &points[0].x, qh_False, command.data(),
                           nullptr, errors_.file());
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;
  ~QhullRun() {
    int long_blocks, long_bytes;
    qh_freeqhull(state_.get(), !qh_ALL);
    qh_memfreeshort(state_.get(), &long_blocks, &long_bytes);
  }

  /// The facets as loops of point indices, all in the same sense.
  FaceLoops facets() {
    if (status_ != 0) throw QhullError("Qhull: " + errors_.first_line());
    FaceLoops result;
    std::vector<std::uint32_t> loop;
    for (facetT* facet = state_->facet_list; facet && facet->next; facet = facet->next) {
      setT* vertices = ordered_vertices(facet);
      if (!vertices) throw QhullError("Qhull: " + errors_.first_line());
      loop.clear();
      for (void** v = &vertices->e[0].p; *v; ++v) {
        loop.push_back(static_cast<std::uint32_t>(qh_pointid(state_.get(), static_cast<vertexT*>(*v)->point)));
      }
      qh_setfree(state_.get(), &vertices);
      result.add(loop);
    }
    return result;
  }

 private:
  setT* ordered_vertices(facetT* facet) {
    setT* volatile vertices = nullptr;
    state_->NOerrexit = qh_False;
    if (setjmp(state_->errexit) == 0) {
      vertices = qh_facet3vertex(state_.get(), facet);
      qh_settemppop(state_.get());  // we own the memory now
    }
    state_->NOerrexit = qh_True;
    return vertices;
  }

  ErrorText errors_;
  std::unique_ptr<qhT> state_;
  int status_;
};

const char* options_of(QhullMode mode) {
  switch (mode) {
    case QhullMode::plain: return "";
    case QhullMode::wide: return "Q12";
    case QhullMode::joggled: return "QJ";
  }
  return "";
}

// ---- rank 3 ---------------------------------------------------------------------------------------------------------

/// Keeps the points that some face uses, and renumbers the faces accordingly. `origin` maps points to the input.
void keep_used(Points& points, std::vector<std::uint32_t>& origin, FaceLoops& faces) {
  std::vector<std::uint32_t> number(points.size(), 0);
  for (std::uint32_t v : faces.corners) number[v] = 1;
  std::uint32_t used = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!number[i]) continue;
    points[used] = points[i], origin[used] = origin[i];
    number[i] = used++;
  }
  points.resize(used), origin.resize(used);
  for (std::uint32_t& v : faces.corners) v = number[v];
}

void drop(Points& points, std::vector<std::uint32_t>& origin, const std::vector<std::uint32_t>& ascending) {
  std::size_t kept = 0;
  auto next = ascending.begin();
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    if (next != ascending.end() && *next == i) {
      ++next;
      continue;
    }
    points[kept] = points[i], origin[kept++] = origin[i];
  }
  points.resize(kept), origin.resize(kept);
}

/// The cloud in its own frame, for Qhull: relative to a corner, and stretched to about the same size in all directions
/// if it is thin. Affine maps do not change a hull's topology, but Qhull's rounding errors are relative to the longest
/// side. The mapped coordinates must therefore be exact relative to their own side, which takes twofold precision.
class ConditioningFrame {
 public:
  ConditioningFrame(const Points& points, const PointSpan& span) : origin_(points[span.points[0]]) {
    constexpr double roundish = 1e-3;  // leaves Qhull 12 of its 15 digits across
    double sides[3];
    for (int i = 0; i < 3; ++i) sides[i] = abs(dot(span.axes[i], points[span.points[i + 1]] - origin_));
    if (sides[2] >= roundish * sides[0] && sides[1] >= roundish * sides[0]) return;
    for (int i = 0; i < 3; ++i) rows_[i] = span.axes[i] / sides[i];
    thin_ = true;
  }

  Points operator()(const Points& points) const {
    Points result;
    result.reserve(points.size());
    for (const Vec3<double>& p : points) {
      result.push_back(thin_ ? Vec3<double>{along(0, p), along(1, p), along(2, p)} : p - origin_);
    }
    return result;
  }

 private:
  double along(int row, const Vec3<double>& p) const {
    Twofold<double> total;
    for (int i = 0; i < 3; ++i) {
      total += (Twofold<double>(p[i]) - Twofold<double>(origin_[i])) * Twofold<double>(rows_[row][i]);
    }
    return total.high;
  }

  Vec3<double> origin_;
  Vec3<double> rows_[3];
  bool thin_ = false;
};

/// Runs Qhull, removes the vertices that merging coplanar facets makes redundant, and repeats. Two rounds suffice for
/// most clouds. If a finely curved surface keeps looking flat in places, the last round accepts it unchanged.
HullFaces solid_hull(Points points, const PointSpan& span, double tolerance, QhullMode mode) {
  constexpr int rounds = 8;
  const ConditioningFrame conditioned(points, span);
  HullFaces hull{.rank = 3, .vertices = std::vector<std::uint32_t>(points.size()), .faces = {}};
  std::iota(hull.vertices.begin(), hull.vertices.end(), 0u);
  for (int round = 1;; ++round) {
    FaceLoops facets = qhull_facets(conditioned(points), mode);
    keep_used(points, hull.vertices, facets);
    orient_outward(points, facets);  // Qhull guarantees one orientation, but not which
    const FaceMerging merging(points, facets, tolerance);
    const std::vector<std::uint32_t> redundant = merging.redundant();
    if (redundant.empty() || round == rounds) {
      hull.faces = merging.merged();
      return hull;
    }
    drop(points, hull.vertices, redundant);
  }
}

// ---- all ranks ------------------------------------------------------------------------------------------------------

/// A power of two that scales the extent to about 1: this rounds nothing and keeps products in range.
double scale_of(const HullTolerance& tolerance) {
  return tolerance.extent > HullTolerance::smallest_length ? std::ldexp(1.0, -std::ilogb(tolerance.extent)) : 1.0;
}

Points scaled(std::span<const Vec3<double>> points, double scale) {
  Points result;
  result.reserve(points.size());
  for (const Vec3<double>& p : points) result.push_back(p * scale);
  return result;
}

/// Turns loops of point indices into loops of vertex numbers; the vertices are sorted.
HullFaces polygon(std::vector<std::uint32_t> loop) {
  HullFaces hull{.rank = 2, .vertices = loop, .faces = {}};
  std::sort(hull.vertices.begin(), hull.vertices.end());
  for (std::uint32_t& v : loop) {
    v = static_cast<std::uint32_t>(std::lower_bound(hull.vertices.begin(), hull.vertices.end(), v) -
                                   hull.vertices.begin());
  }
  hull.faces.add(loop);
  std::reverse(loop.begin(), loop.end());
  hull.faces.add(loop);
  return hull;
}

/// The two ends of the line: the farthest points along its direction, which the first two points of the span give.
HullFaces segment(const Points& points, const PointSpan& span) {
  const Vec3<double> origin = points[span.points[0]], along = points[span.points[1]] - origin;
  const auto before = [&](const Vec3<double>& p, const Vec3<double>& q) {
    return dot(along, p - origin) < dot(along, q - origin);
  };
  const auto [low, high] = std::minmax_element(points.begin(), points.end(), before);
  const auto a = static_cast<std::uint32_t>(low - points.begin()),
             b = static_cast<std::uint32_t>(high - points.begin());
  return {.rank = 1, .vertices = {std::min(a, b), std::max(a, b)}, .faces = {}};
}

}  // namespace

FaceLoops qhull_facets(std::vector<Vec3<double>> points, QhullMode mode) {
  if (points.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw QhullError("Qhull: it counts points in an int; " + std::to_string(points.size()) + " are too many");
  }
  return QhullRun(points, options_of(mode)).facets();
}

int rank_of(std::span<const Vec3<double>> points, const HullTolerance& tolerance) {
  const double scale = scale_of(tolerance);
  return span_of(scaled(points, scale), tolerance.flat() * scale).rank;
}

HullFaces build_hull(std::span<const Vec3<double>> points, const HullTolerance& tolerance, QhullMode mode) {
  const double scale = scale_of(tolerance);
  Points cloud = scaled(points, scale);
  const PointSpan span = span_of(cloud, tolerance.flat() * scale);
  switch (span.rank) {
    case 0: return {.rank = 0, .vertices = {0}, .faces = {}};
    case 1: return segment(cloud, span);
    case 2: return polygon(polygon_of(cloud, span, tolerance.coplanar() * scale));
    default: return solid_hull(std::move(cloud), span, tolerance.coplanar() * scale, mode);
  }
}

}  // namespace tactus
