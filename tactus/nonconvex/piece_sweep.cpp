// SPDX-License-Identifier: MIT
/// When two moving bodies made of pieces first meet: the earliest of the pairs of pieces whose swept boxes overlap.
#include <tactus/nonconvex/grazed_edge.h>
#include <tactus/nonconvex/piece_inside.h>
#include <tactus/nonconvex/piece_queries.h>
#include <tactus/shape/box.h>
#include <tactus/sweep/swept_bounds.h>
#include <tactus/sweep/time_of_impact.h>

#include <algorithm>

namespace tactus::pieces {

namespace {

template <Scalar T> bool at_rest_throughout(const Motion<T>& m) {
  return m.velocity == Vec3<T>{} && m.angular_velocity == Vec3<T>{};
}

/// The same motion, seen from a frame that is at rest at a pose.
template <Scalar T> Motion<T> seen_from(const Pose<T>& frame, const Motion<T>& m) {
  return {relative(frame, m.start), transposed_times(frame.rotation, m.velocity),
          transposed_times(frame.rotation, m.angular_velocity), m.pivot};
}

/// The motion of a piece of a body that moves.
template <Scalar T> Motion<T> of_piece(const Motion<T>& m, const Pose<T>* local) {
  if (!local) return m;
  return {m.start * *local, m.velocity, m.angular_velocity,
          transposed_times(local->rotation, m.pivot - local->translation)};
}

template <Scalar T> class SweepSearch {
 public:
  SweepSearch(const PieceSource<T>& a, const Motion<T>& motion_a, const PieceSource<T>& b, const Motion<T>& motion_b,
              const Options<T>& options)
      : a_(a), b_(b), motion_a_(motion_a), motion_b_(motion_b), options_(options) {
    // If one body is at rest, boxes are compared in its frame, where its boxes are exact.
    const Pose<T> frame = at_rest_throughout(motion_b)   ? motion_b.start
                          : at_rest_throughout(motion_a) ? motion_a.start
                                                         : Pose<T>{};
    seen_a_ = seen_from(frame, motion_a), seen_b_ = seen_from(frame, motion_b);
    rests_a_ = at_rest_throughout(motion_a) && !at_rest_throughout(motion_b);
    rests_b_ = at_rest_throughout(motion_b);
    straight_ = motion_a.angular_velocity == Vec3<T>{} && motion_b.angular_velocity == Vec3<T>{};
    best_.status = MotionStatus::none, best_.time = T(1), best_.lower = T(1);
  }

  PieceImpact<T> run() {
    visit(a_.root(), swept(a_.bounds(), true), b_.root(), swept(b_.bounds(), false));
    return best_;
  }

 private:
  struct Swept {
    Aabb<T> box;  // around the whole motion
    Aabb<T> start;  // at time 0: enough if neither body turns
  };

  Swept swept(const Aabb<T>& box, bool of_a) const {
    const bool rests = of_a ? rests_a_ : rests_b_;
    if (rests || !is_finite(box.min)) {
      const Vec3<T> all{infinity<T>, infinity<T>, infinity<T>};
      return is_finite(box.min) ? Swept{box, box} : Swept{{-all, all}, {-all, all}};
    }
    const Motion<T>& m = of_a ? seen_a_ : seen_b_;
    const Box<T> shape{box.half()};
    const Vec3<T> c = box.center();
    const Motion<T> moved{m.start * translation(c), m.velocity, m.angular_velocity, m.pivot - c};
    return {swept_aabb(shape, moved), aabb(shape, moved.start)};
  }

  /// May the two boxes meet on their way? If neither body turns, the boxes overlap along each axis for one interval of
  /// time, and meet only if the three intervals have a time in common.
  bool may_meet(const Swept& a, const Swept& b) const {
    if (!overlaps(a.box, b.box)) return false;
    if (!straight_ || !is_finite(a.box.min) || !is_finite(b.box.min)) return true;
    const Vec3<T> way = seen_a_.velocity - seen_b_.velocity;
    T enter = T(0), leave = best_.time;
    for (int k = 0; k < 3; ++k) {
      const T slack =
          T(32) * unit_roundoff<T> *
          (abs(way[k]) + abs(a.start.min[k]) + abs(b.start.min[k]) + abs(a.start.max[k]) + abs(b.start.max[k]));
      const T low = b.start.min[k] - a.start.max[k] - slack, high = b.start.max[k] - a.start.min[k] + slack;
      if (way[k] == T(0)) {
        if (low > T(0) || high < T(0)) return false;
        continue;
      }
      const T s = low / way[k], t = high / way[k];
      enter = max(enter, min(s, t)), leave = min(leave, max(s, t));
    }
    return enter <= leave;
  }

  void visit(Ref a, const Swept& box_a, Ref b, const Swept& box_b) {
    if (best_.status == MotionStatus::initial_overlap || !may_meet(box_a, box_b)) return;
    if (a.is_leaf() && b.is_leaf()) {
      for (std::uint32_t i = 0; i < a.count(); ++i)
        for (std::uint32_t j = 0; j < b.count(); ++j) pair(a_.at(a.index() + i), b_.at(b.index() + j));
      return;
    }
    const bool open_a = !a.is_leaf() && (b.is_leaf() || surface_area(box_a.box) >= surface_area(box_b.box));
    FourBoxes<T> boxes;
    (open_a ? a_ : b_).open(open_a ? a : b, boxes);
    for (int i = 0; i < boxes.count; ++i) {
      const Ref child = boxes.refs[static_cast<std::size_t>(i)];
      open_a ? visit(child, swept(boxes.box(i), true), b, box_b) : visit(a, box_a, child, swept(boxes.box(i), false));
    }
  }

  void pair(std::uint32_t i, std::uint32_t j) {
    const Impact<T> impact = first_impact(i, j);
    if (impact.status == MotionStatus::none || impact.status == MotionStatus::invalid) return;
    best_.lower = min(best_.lower, impact.lower);
    const bool earlier = best_.status == MotionStatus::none || impact.time < best_.time ||
                         (impact.time == best_.time && std::pair(i, j) < std::pair(best_.piece_a, best_.piece_b));
    if (!earlier && impact.status != MotionStatus::initial_overlap) return;
    const T lower = best_.lower;
    static_cast<Impact<T>&>(best_) = impact;
    best_.lower = min(lower, impact.lower), best_.piece_a = i, best_.piece_b = j;
  }

  /// The first impact of two pieces along a normal that their surfaces have. Past an inner edge that is only grazed, the
  /// search goes on, from a later time; a pair that grazes again and again ends `stalled`.
  Impact<T> first_impact(std::uint32_t i, std::uint32_t j) const {
    constexpr int most_searches = 16;
    Piece<T> in_a, in_b;
    a_.piece(i, in_a), b_.piece(j, in_b);
    const MovingPiece<T> a{a_, motion_a_, i, *in_a.shape, of_piece(motion_a_, in_a.pose)},
        b{b_, motion_b_, j, *in_b.shape, of_piece(motion_b_, in_b.pose)};
    const GrazedEdge<T> edge(a, b, options_);
    T from{};
    for (int searches = 1;; ++searches) {
      Impact<T> impact = since(
          from, sweep::time_of_impact<T>(a.shape, since(from, a.own), b.shape, since(from, b.own), options_, nullptr));
      if (!impact.hit()) return impact;
      const Passing<T> passing = edge.pass(impact);
      if (!passing.free) return impact;
      impact.time = impact.lower = from = passing.until, impact.upper = infinity<T>;
      if (from >= T(1)) return impact.status = MotionStatus::none, impact;
      if (passing.meet) return impact.contact = passing.contact, impact;
      if (searches == most_searches) return impact.status = MotionStatus::stalled, impact;
    }
  }

  /// The rest of a motion from a time on, and an impact of two such rests with its times on the whole motions.
  static Motion<T> since(T from, const Motion<T>& m) {
    if (from == T(0)) return m;
    return {m.at(from), m.velocity * (T(1) - from), m.angular_velocity * (T(1) - from), m.pivot};
  }
  static Impact<T> since(T from, Impact<T> impact) {
    if (from == T(0) || impact.status == MotionStatus::none || impact.status == MotionStatus::invalid) return impact;
    for (T* t : {&impact.time, &impact.lower, &impact.upper}) *t = from + *t * (T(1) - from);
    if (impact.status == MotionStatus::initial_overlap) impact.status = MotionStatus::hit;
    return impact;
  }

  const PieceSource<T>&a_, &b_;
  const Motion<T>&motion_a_, &motion_b_;
  Motion<T> seen_a_, seen_b_;
  bool rests_a_, rests_b_, straight_;
  const Options<T>& options_;
  PieceImpact<T> best_;
};

/// The impact with the places of the contact's points on the two triangles, as weights of their corners.
template <Scalar T>
PieceImpact<T> with_places(PieceImpact<T> impact, const PieceSource<T>& a, const Motion<T>& motion_a,
                           const PieceSource<T>& b, const Motion<T>& motion_b) {
  if (impact.status == MotionStatus::none || impact.status == MotionStatus::invalid) return impact;
  const auto place = [&](const PieceSource<T>& body, const Motion<T>& motion, std::uint32_t i, const Vec3<T>& point) {
    const Pose<T> pose = motion.at(impact.time);
    return place_on_triangle(body, i, transposed_times(pose.rotation, point - pose.translation));
  };
  impact.barycentrics_a = place(a, motion_a, impact.piece_a, impact.contact.point_a);
  impact.barycentrics_b = place(b, motion_b, impact.piece_b, impact.contact.point_b);
  return impact;
}

}  // namespace

template <Scalar T>
PieceImpact<T> time_of_impact(const PieceSource<T>& a, const Motion<T>& motion_a, const PieceSource<T>& b,
                              const Motion<T>& motion_b, const Options<T>& options) {
  PieceImpact<T> impact = SweepSearch<T>(a, motion_a, b, motion_b, options).run();
  if (impact.status == MotionStatus::initial_overlap || !(a.is_solid() || b.is_solid()))
    return with_places(impact, a, motion_a, b, motion_b);
  // Inside a solid from the beginning?
  const PieceContact<T> c = way_out(a, b, relative(motion_a.start, motion_b.start), true);
  if (c.status != Status::overlapping || c.distance == T(0)) return with_places(impact, a, motion_a, b, motion_b);
  impact = {};
  impact.status = MotionStatus::initial_overlap, impact.time = T(0);
  impact.piece_a = c.piece_a, impact.piece_b = c.piece_b;
  impact.barycentrics_a = c.barycentrics_a, impact.barycentrics_b = c.barycentrics_b;
  impact.contact = tactus::detail::placed(static_cast<const Contact<T>&>(c), motion_a.start, T(0));
  return impact;
}

#define TACTUS_INSTANTIATE(T)                                                                            \
  template PieceImpact<T> time_of_impact(const PieceSource<T>&, const Motion<T>&, const PieceSource<T>&, \
                                         const Motion<T>&, const Options<T>&);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::pieces
