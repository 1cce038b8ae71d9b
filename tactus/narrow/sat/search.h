// SPDX-License-Identifier: MIT
#pragma once
/// The direction along which two polytopes overlap least, by separating axes on the Gauss map.
/// [Gottschalk, Lin & Manocha 1996; Gregorius 2013; docs/algorithms/sat.md]
///
/// Along a unit direction n (from A to B) the shapes overlap by h(n) = h_A(n) + h_B(-n), with the support values h_X in
/// A's frame; the depth is the least h. Both normal fans form Gauss maps on the sphere of directions. Between their
/// lines h is linear, so its least value, if it is not negative, lies on a node of A, a node of B or a crossing of an
/// arc of A with an arc of B. Most of these are never tested:
/// - A ball of radius r_B about q in B gives h(n) ≥ s + r_B on a node of A that is s above q, and on an arc between two
///   such nodes the lesser of both (if s is negative: s divided by the cosine of half the arc).
/// - Any vertex y of B gives h(n) ≥ n·(x - y) along the arc of an edge at x, which is linear too: the lesser of its
///   ends bounds the arc.
/// - The crossings on an arc are where the support vertex of B changes as n slides along it: a walk over B's vertices
///   meets all of them and no other edge of B.
#include <tactus/core/trace.h>
#include <tactus/narrow/sat/polytope_view.h>

#include <algorithm>

namespace tactus::sat {

enum class AxisKind : std::uint8_t { direction, face_a, face_b, edges };

/// The direction of least overlap, and the features it belongs to (vertices by number).
template <Scalar T> struct Axis {
  T depth = infinity<T>;  // h along the normal; negative: the normal separates
  Vec3<T> normal{T(0), T(0), T(1)};  // unit, from A to B, in A's frame
  AxisKind kind = AxisKind::direction;
  std::uint32_t node = 0;  // of the face, or where A's arc starts
  std::uint32_t arc = 0;  // of A, by its number in the view, if the features are edges
  // the first is the support vertex; the second is used for edges only
  std::uint32_t edge_a[2] = {0, 0}, edge_b[2] = {0, 0};
  /// No other node or crossing has less than this, or less than depth + slack of the search, whichever is less.
  T runner_up = infinity<T>;
  int directions = 0, support_calls = 0, walks = 0;
};

/// Where to search first: a node of A with all its arcs, or one arc of A from that node, and a node of B.
struct Remembered {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint32_t node_a = none, arc_a = none, node_b = none;
};

/// Sent to the trace for every direction whose h was computed.
template <Scalar T> struct Tried {
  Vec3<T> normal;  // from A to B, in A's frame
  T depth;
  AxisKind kind;
};

/// One search. Ends early, with a negative depth, as soon as a direction separates: the gap cannot be computed from the
/// axes.
/// Terminates: every node is tested once, every arc at most twice, and each step of a walk increases n·(x - y) at the
/// arc's far end.
template <Scalar T, class Trace = NoTrace> class Search {
 public:
  /// `slack`: how far above the least value the runner-up is searched.
  Search(const PolytopeView<T>& a, const PolytopeView<T>& b, const Pose<T>& x_ab, T slack = T(0), Trace trace = {})
      : a_(a), b_(b), x_ab_(x_ab), slack_(slack), trace_(trace) {
    center_b_ = x_ab * b.center;
    center_a_ = transposed_times(x_ab.rotation, a.center - x_ab.translation);
    // Lengths are off by up to three times the orthonormality error. Its first 16 u (a rounded quaternion's) count as
    // ordinary rounding.
    rotation_error_ = T(3) * max(orthonormality_error(x_ab.rotation) - T(16) * unit_roundoff<T>, T(0));
    const T reach = norm(center_b_ - a.center) + a.inscribed_radius + b.inscribed_radius;
    slack_ += rotation_error_ * reach;  // an inexact rotation distorts the balls by as much
  }

  /// Tries any direction, such as the last answer's: an initial bound.
  void along(const Vec3<T>& n) {
    const Vec3<T> u = -transposed_times(x_ab_.rotation, n);
    const std::uint32_t x = support_a(n), y = support_b(u);
    if (take(dot(n, a_.vertices[x] - x_ab_.translation) + dot(u, b_.vertices[y]), n, AxisKind::direction, 0))
      set_vertices(x, x, y, y);
  }
  /// The least of some features and, if requested, of all crossings on a face's arcs; the features must exist.
  const Axis<T>& among(const Remembered& r, bool with_arcs) {
    constexpr std::uint32_t none = Remembered::none;
    if (r.node_b != none) face_of_b(r.node_b);
    if (r.node_a == none || separated()) return best_;
    const std::uint32_t vertex = face_of_a(r.node_a);
    if (separated()) return best_;
    if (r.arc_a == none) {
      if (with_arcs) arcs_of_a(r.node_a, vertex, true);
    } else {
      const Vec3<T> u = -transposed_times(x_ab_.rotation, a_.normal(r.node_a));
      walk(r.node_a, a_.arcs[r.arc_a], vertex == unknown ? support_b(u) : vertex);
    }
    return best_;
  }
  /// The least of all, using the directions tried so far. If there are none, starts with the line of centres, which
  /// separates most pairs that are apart (a pair whose inner balls meet is not). Points and segments have too few nodes
  /// to show that they are apart, so pairs without inner balls try the line even after other directions.
  const Axis<T>& minimum() {
    const bool meet = norm_squared(center_b_ - a_.center) <= square(a_.inscribed_radius + b_.inscribed_radius);
    const bool solid = a_.inscribed_radius > T(0) || b_.inscribed_radius > T(0);
    if ((best_.directions == 0 || !solid) && !(meet && a_.node_count > 0)) along(center_line());
    return separated() ? best_ : minimum_of_features();
  }
  /// Once the minimum is known and no direction separates: how far h has risen at the nodes and crossings farther than
  /// this chord from the minimum. Nodes and crossings that were ruled out have risen by at least `slack`, and
  /// count as `slack`.
  struct Rise {
    T least;  // of all
    T slope;  // the least rise over its chord from the minimum, for chords below 1
  };
  Rise rise_beyond(T chord, T slack) {
    const Axis<T> found = best_;
    near_ = best_.normal, near_squared_ = square(chord), near_depth_ = best_.depth;
    rise_ = {slack, slack};
    slack_ += slack;
    minimum_of_features();
    // If rounding makes a depth negative, the search ends early, and `rise_` is incomplete.
    if (separated())
      rise_ = {T(0), T(0)};
    else
      pass_over(best_.depth, best_.normal);
    best_ = found, slack_ -= slack, near_squared_ = T(-1);
    return {max(rise_.least, T(0)), max(rise_.slope, T(0))};
  }

  T rotation_error() const { return rotation_error_; }  // relative, of lengths
  Vec3<T> center_line() const { return unit_or_up(center_b_ - a_.center); }

 private:
  /// A node that may win, the height of its plane above the center of the other body, and (for A, if it was looked up)
  /// the support vertex of B.
  struct Candidate {
    std::uint32_t node, vertex;
    T height;
  };
  static constexpr std::uint32_t unknown = 0xffffffffu;
  static constexpr std::size_t page = 64;  // nodes

  const Axis<T>& minimum_of_features() {
    if (best_.kind == AxisKind::direction) lowest_face_of_a();
    if (!separated()) faces_of_b();
    if (!separated()) faces_and_arcs_of_a();
    return best_;
  }

  bool separated() const { return best_.depth < T(0); }
  T limit() const { return best_.depth + slack_; }
  /// Could h be below the limit near a node that is s above the center of a ball of radius `ball`?
  bool may_win(T s, T cosine, T ball) const {
    const T below = limit() - ball;
    return s < (below < T(0) ? below * cosine : below);
  }

  void pass_over(T depth, const Vec3<T>& normal) {
    best_.runner_up = min(best_.runner_up, depth);
    if (near_squared_ < T(0)) return;
    const T chord2 = norm_squared(normal - near_), rise = depth - near_depth_;
    if (chord2 <= near_squared_) return;
    rise_.least = min(rise_.least, rise);
    rise_.slope = min(rise_.slope, chord2 < T(1) ? rise / sqrt(chord2) : rise);
  }

  bool take(T depth, const Vec3<T>& normal, AxisKind kind, std::uint32_t node) {
    ++best_.directions;
    trace_(Tried<T>{normal, depth, kind});
    if (!(depth < best_.depth)) {
      pass_over(depth, normal);
      return false;
    }
    if (best_.kind != AxisKind::direction) pass_over(best_.depth, best_.normal);
    best_.depth = depth, best_.normal = normal, best_.kind = kind, best_.node = node;
    return true;
  }
  /// Is the crossing of these edges along n the best axis itself? Its arc may be walked again, from its other end. (The
  /// arcs of two segments are whole circles, which cross twice: along n and along -n.)
  bool is_best(const Vec3<T>& n, const GaussArc& arc, std::uint32_t b0, std::uint32_t b1) const {
    const auto same = [](const std::uint32_t(&edge)[2], std::uint32_t from, std::uint32_t to) {
      return (edge[0] == from && edge[1] == to) || (edge[0] == to && edge[1] == from);
    };
    return best_.kind == AxisKind::edges && same(best_.edge_a, arc.from, arc.to) && same(best_.edge_b, b0, b1) &&
           dot(n, best_.normal) > T(0);
  }
  void set_vertices(std::uint32_t a0, std::uint32_t a1, std::uint32_t b0, std::uint32_t b1) {
    best_.edge_a[0] = a0, best_.edge_a[1] = a1, best_.edge_b[0] = b0, best_.edge_b[1] = b1;
  }

  std::uint32_t support_a(const Vec3<T>& n) {
    ++best_.support_calls;
    return hint_a_ = a_.support_index(n, hint_a_);
  }
  std::uint32_t support_b(const Vec3<T>& u) {  // in B's frame
    ++best_.support_calls;
    return hint_b_ = b_.support_index(u, hint_b_);
  }

  /// Up to `page` nodes at a time: the heights of their planes above q, the least of them, and which nodes may win, as
  /// bits.
  struct Heights {
    T of[page];
    T least;
    std::uint64_t winners;
  };
  void look(const PolytopeView<T>& v, std::size_t first, const Vec3<T>& q, T ball, Heights& s) const {
    const std::size_t count = std::min(page, v.padded - first);
    const T below = limit() - ball;
    s.winners = 0;
    if constexpr (std::same_as<T, float> || std::same_as<T, double>) {
      using V = lookup::Lanes<T>;
      const T *x = v.nodes + first, *y = x + v.padded, *z = y + v.padded, *offset = z + v.padded;
      const T* cosine = offset + v.padded;
      typename V::Values least = V::all(infinity<T>);
      for (std::size_t i = 0; i < count; i += V::width) {
        const auto height = V::load(offset + i) - (V::load(x + i) * q.x + V::load(y + i) * q.y + V::load(z + i) * q.z);
        V::store(s.of + i, height);
        least = height < least ? height : least;
        const typename V::Values threshold = below < T(0) ? V::load(cosine + i) * below : V::all(below);
        s.winners |= std::uint64_t{V::bits(height < threshold)} << i;
      }
      s.least = V::least(least);
    } else {  // a counting scalar must count the nodes, not the padding
      s.least = infinity<T>;
      for (std::size_t i = 0; i < count && first + i < v.node_count; ++i) {
        s.of[i] = v.offset(first + i) - dot(v.normal(first + i), q);
        s.least = min(s.least, s.of[i]);
        if (may_win(s.of[i], v.cosine(first + i), ball)) s.winners |= std::uint64_t{1} << i;
      }
    }
  }

  /// Calls f(candidates) with the nodes that may win, page by page.
  template <class F> void for_each_batch(const PolytopeView<T>& v, const Vec3<T>& q, T ball, F&& f) {
    Heights s;
    Candidate batch[page];
    for (std::size_t first = 0; first < v.padded; first += page) {
      look(v, first, q, ball, s);
      std::size_t count = 0;
      for (std::uint64_t bits = s.winners; bits != 0; bits &= bits - 1) {
        const auto i = static_cast<std::uint32_t>(__builtin_ctzll(bits));
        batch[count++] = {static_cast<std::uint32_t>(first) + i, unknown, s.of[i]};
      }
      if (count > 0) f(std::span<Candidate>(batch, count));
      if (separated()) return;
    }
  }

  /// The lowest face of A is often among the best: its depth rules out most other features early.
  void lowest_face_of_a() {
    Heights s;
    T least = infinity<T>;
    std::size_t lowest = 0;
    for (std::size_t first = 0; first < a_.padded; first += page) {
      look(a_, first, center_b_, b_.inscribed_radius, s);
      if (!(s.least < least)) continue;
      least = s.least;
      for (lowest = 0; s.of[lowest] != least;) ++lowest;
      lowest += first;
    }
    if (least < infinity<T>) face_of_a(static_cast<std::uint32_t>(lowest));
  }

  void faces_of_b() {
    for_each_batch(b_, center_a_, a_.inscribed_radius, [&](std::span<Candidate> batch) {
      for (const Candidate& c : batch) {
        if (may_win(c.height, T(1), a_.inscribed_radius)) face_of_b(c.node);
        if (separated()) return;
      }
    });
  }

  void face_of_b(std::uint32_t node) {
    const Vec3<T> n = -(x_ab_.rotation * b_.normal(node));
    const T base = b_.offset(node) - dot(n, x_ab_.translation);
    if (base + dot(n, a_.vertices[best_.edge_a[0]]) >= limit()) return;
    ++best_.support_calls;
    if (!take(base + a_.support_value(n, hint_a_), n, AxisKind::face_b, node)) return;
    const std::uint32_t x = a_.support_index(n, hint_a_), y = b_.arcs_from(node)[0].from;
    set_vertices(x, x, y, y);
  }

  void faces_and_arcs_of_a() {
    for_each_batch(a_, center_b_, b_.inscribed_radius, [&](std::span<Candidate> batch) {
      for (Candidate& c : batch) {
        if (may_win(c.height, T(1), b_.inscribed_radius)) c.vertex = face_of_a(c.node);
        if (separated()) return;
      }
      for (const Candidate& c : batch) {
        if (may_win(c.height, a_.cosine(c.node), b_.inscribed_radius)) arcs_of_a(c.node, c.vertex);
        if (separated()) return;
      }
    });
  }

  /// Tries a node. Returns the support vertex of B; `unknown` if the best axis' vertex shows that the node cannot win.
  std::uint32_t face_of_a(std::uint32_t node) {
    const Vec3<T> n = a_.normal(node), u = -transposed_times(x_ab_.rotation, n);
    const T base = a_.offset(node) - dot(n, x_ab_.translation);
    if (base + dot(u, b_.vertices[best_.edge_b[0]]) >= limit()) return unknown;
    const std::uint32_t y = support_b(u);
    if (take(base + dot(u, b_.vertices[y]), n, AxisKind::face_a, node)) {
      const std::uint32_t x = a_.arcs_from(node)[0].from;
      set_vertices(x, x, y, y);
    }
    return y;
  }

  /// The arcs from a node. Two vertices of B bound each of them from below: the best axis' vertex and the node's own
  /// support vertex, if it is known. The few arcs that remain are walked along. `all`: also the arcs that the search
  /// over all nodes tests from their other end.
  void arcs_of_a(std::uint32_t node, std::uint32_t vertex, bool all = false) {
    const auto overlap = [&](std::uint32_t i, const Vec3<T>& y) { return a_.offset(i) - dot(a_.normal(i), y); };
    const Vec3<T> y = x_ab_ * b_.vertices[best_.edge_b[0]];
    Vec3<T> z = vertex == unknown ? y : x_ab_ * b_.vertices[vertex];
    const T here_y = overlap(node, y);
    T here_z = overlap(node, z);
    for (const GaussArc& arc : a_.arcs_from(node)) {
      if (max(min(here_y, overlap(arc.node, y)), min(here_z, overlap(arc.node, z))) >= limit()) continue;
      // The arc was tested from its other end, unless that node could not win.
      if (!all && arc.node < node && may_win(overlap(arc.node, center_b_), a_.cosine(arc.node), b_.inscribed_radius))
        continue;
      if (vertex == unknown) {
        vertex = support_b(-transposed_times(x_ab_.rotation, a_.normal(node)));
        z = x_ab_ * b_.vertices[vertex];
        here_z = overlap(node, z);
        if (min(here_z, overlap(arc.node, z)) >= limit()) continue;
      }
      walk(node, arc, vertex);
      if (separated()) return;
    }
  }

  /// Slides n from one node of A to the next, n(t) = (1-t)·A1 + t·A2, with B's support vertex y along -n(t). An edge
  /// from y to z is crossed where n(t)·(z - y) = 0; the walk goes on with the first one. There n(t) is A1·(A2·e) -
  /// A2·(A1·e), scaled, for the edge e of B. It is as accurate for nearly parallel edges as for others: rounding may
  /// change t, but n stays on the arc of A's edge.
  void walk(std::uint32_t node, const GaussArc& arc, std::uint32_t y) {
    ++best_.walks;
    const Vec3<T> n1 = a_.normal(node), n2 = a_.normal(arc.node);
    const Vec3<T> u1 = -transposed_times(x_ab_.rotation, n1), u2 = -transposed_times(x_ab_.rotation, n2);
    const Vec3<T> x = a_.vertices[arc.from] - x_ab_.translation;
    const T x1 = dot(n1, x), x2 = dot(n2, x), cosine = dot(n1, n2);
    T y1 = dot(u1, b_.vertices[y]), y2 = dot(u2, b_.vertices[y]);
    for (T now = T(0);;) {
      std::uint32_t next = y;
      T back = T(1), on = T(0), next1{}, next2{};  // the crossing is at back / (back + on)
      for (const std::uint32_t z : b_.rings[y]) {
        const T z1 = dot(u1, b_.vertices[z]), z2 = dot(u2, b_.vertices[z]);
        const T lag = max(y1 - z1, T(0)), gain = z2 - y2;
        const bool sooner = lag * on < back * gain;  // false if there is no gain
        back = sooner ? lag : back, on = sooner ? gain : on;
        next = sooner ? z : next, next1 = sooner ? z1 : next1, next2 = sooner ? z2 : next2;
      }
      if (next == y) return;
      now = max(now, back / (back + on));
      const T length = sqrt(square(T(1) - now) + square(now) + T(2) * now * (T(1) - now) * cosine);
      const T here = ((T(1) - now) * (x1 + y1) + now * (x2 + y2)) / length;
      if (here < limit()) {
        const Vec3<T> n = unit_or_up((T(1) - now) * n1 + now * n2);
        if (!is_best(n, arc, y, next) && take(here, n, AxisKind::edges, node)) {
          set_vertices(arc.from, arc.to, y, next);
          best_.arc = static_cast<std::uint32_t>(&arc - a_.arcs);
        }
        if (separated()) return;
      }
      y = next, y1 = next1, y2 = next2;
      if (min(here, x2 + y2) >= limit()) return;  // nothing below the limit on the rest of the arc
    }
  }

  const PolytopeView<T>&a_, &b_;
  const Pose<T>& x_ab_;
  Vec3<T> center_b_{}, center_a_{};  // each in the other's frame
  T slack_, rotation_error_;
  Vec3<T> near_{};  // for rise_beyond(); a negative square: not requested
  T near_squared_ = T(-1), near_depth_{};
  Rise rise_{};
  std::uint32_t hint_a_ = 0xffffffffu, hint_b_ = 0xffffffffu;
  Axis<T> best_;
  Trace trace_;
};

}  // namespace tactus::sat
