// SPDX-License-Identifier: MIT
#include <tactus/core/pair_scale.h>
#include <tactus/nonconvex/decompose/overshoot.h>

#include <queue>

namespace tactus::decomposition {
namespace {

using Point = Vec3<double>;

/// Invariant: every point of the hull lies in an open box, or is at most `settled_` from the solid. The open box with the
/// largest bound is halved next, so the two bounds close as fast as the boxes allow.
///
/// A box is bounded in two ways.
/// 1. Distances are 1-Lipschitz: the distance of its middle plus its radius.
/// 2. From a point y of the solid. Let x be a point of box and hull outside the solid. On the way from x to y the solid
///   is entered through a triangle t whose outer side x sees. If x lies at the height e above the plane of t, and y at
///   the depth δ below it, the part of the way from x to t is e/(e + δ) of the whole. So no x is farther from the solid
///   than R·max e/(e + δ), with R the largest distance from y to the box, and the maximum over all triangles that meet
///   the box around y and the box. Where the hull's faces are faces of the solid, e is 0, and the second bound is 0 at
///   once; the first would need many small boxes.
class Search {
 public:
  Search(const Solid& solid, const Hull<double>& hull, const OvershootOptions& options)
      : solid_(solid), hull_(hull), options_(options) {
    found_.lower = settled_ = options.start;
    slack_ = solid.rounding() + rounding_of(hull.origin_radius());
  }

  Overshoot run() {
    Aabb<double> box;
    for (const Point& v : hull_.vertices()) box = merged(box, v);
    try_point(hull_.center());
    for (const HullEdge& e : hull_.edges()) try_point((hull_.vertex(e.a) + hull_.vertex(e.b)) * 0.5);
    for (std::uint32_t f = 0; f < hull_.face_count(); ++f) planes_.push_back(f);
    add({box.center(), box.half(), 0, hull_.face_count(), 0, false}, infinity<double>);
    for (int cells = options_.cells; !open_.empty() && found_.lower <= options_.enough; cells -= 2) {
      const Open next = open_.top();
      if (next.bound <= found_.lower + tolerance() || cells <= 0) break;
      open_.pop();
      const Box parent = boxes_[next.box];
      const Point& half = parent.half;
      const int axis = half.x >= half.y && half.x >= half.z ? 0 : half.y >= half.z ? 1 : 2;
      Point part = half, offset{};
      part[axis] *= 0.5, offset[axis] = part[axis];
      for (const Point& middle : {parent.middle - offset, parent.middle + offset})
        add({middle, part, parent.first, parent.count, parent.distance, parent.inside}, part[axis]);
    }
    found_.upper = max(settled_, found_.lower);
    if (!open_.empty()) found_.upper = max(found_.upper, open_.top().bound);
    return found_;
  }

 private:
  struct Box {
    Point middle, half;
    std::size_t first, count;  // range of planes_: the faces that the box may lie above
    double distance;  // of the middle from the surface
    bool inside;  // is the middle inside?
  };
  struct Open {
    double bound;
    std::size_t box;
    bool operator<(const Open& other) const { return bound < other.bound || (bound == other.bound && box > other.box); }
  };

  /// A point of the hull.
  void try_point(const Point& p) {
    const double d = solid_.nearest(p).distance;
    if (d > found_.lower && !solid_.inside(p)) found_.lower = d, found_.where = p;
  }

  double tolerance() const { return max(options_.tolerance, options_.relative * found_.lower); }

  /// `distance` and `inside` are those of a point `away` from the middle.
  void add(Box box, double away) {
    const std::size_t kept = planes_.size();
    bool in_hull = true;
    for (std::size_t i = box.first; i < box.first + box.count; ++i) {
      const std::uint32_t f = planes_[i];
      const FacePlane<double>& plane = hull_.plane(f);
      const double height = dot(plane.normal, box.middle) - plane.offset;
      const double reach = dot(abs(plane.normal), box.half) + hull_.unevenness(f) + slack_;
      if (height > reach) {
        planes_.resize(kept);
        return;  // outside the hull
      }
      if (height > 0) in_hull = false;
      if (height > -reach) planes_.push_back(f);
    }
    box.first = kept, box.count = planes_.size() - kept;
    const Solid::Nearest near = solid_.nearest(box.middle, box.distance + away);
    if (box.distance <= away + slack_) box.inside = solid_.inside(box.middle);  // otherwise the surface is farther away
    box.distance = near.distance;
    const double bound = bound_of(box, near, in_hull);
    if (bound <= found_.lower + tolerance() || norm(box.half) <= slack_) {
      settled_ = max(settled_, bound);
      planes_.resize(kept);
      return;
    }
    open_.push({bound, boxes_.size()});
    boxes_.push_back(box);
  }

  /// No point that is in both the hull and the box is farther from the solid than this.
  double bound_of(const Box& box, const Solid::Nearest& near, bool in_hull) {
    if (!box.inside && in_hull && near.distance > found_.lower) found_.lower = near.distance, found_.where = box.middle;
    const double radius = norm(box.half);
    const double lipschitz = (box.inside ? -near.distance : near.distance) + radius + slack_;
    if (lipschitz <= found_.lower + tolerance()) return max(lipschitz, 0.0);
    return min(lipschitz, star_bound(box, near, radius));
  }

  double star_bound(const Box& box, const Solid::Nearest& near, double radius) {
    const Point &middle = box.middle, &half = box.half;
    constexpr std::size_t most = 96;  // triangles; with more, smaller boxes are better
    const Point inward = -solid_.plane(near.triangle).normal;
    for (const double share : {1.0, 0.25}) {
      const Point y = near.point + inward * (share * radius);
      if (!solid_.inside(y)) continue;
      const Aabb<double> around = merged(Aabb<double>{middle - half, middle + half}, y);
      if (!solid_.touching(expanded(around, slack_), most, triangles_)) continue;
      double share_outside = 0;
      for (const int t : triangles_) {
        const Solid::Plane& plane = solid_.plane(t);
        const double below = plane.offset - dot(plane.normal, y) - slack_;
        if (below <= -2 * slack_) continue;
        const double box_above = dot(plane.normal, middle) + dot(abs(plane.normal), half) - plane.offset;
        if (box_above < -slack_) continue;
        const double above = max(min(box_above, hull_above(t)), 0.0) + slack_;
        share_outside = max(share_outside, below > 0 ? above / (above + below) : 1.0);
      }
      return share_outside * norm(abs(middle - y) + half);
    }
    return infinity<double>;
  }

  double hull_above(int triangle) const {
    const Solid::Plane& plane = solid_.plane(triangle);
    return dot(plane.normal, hull_.support(plane.normal)) - plane.offset;
  }

  const Solid& solid_;
  const Hull<double>& hull_;
  OvershootOptions options_;
  double slack_, settled_;
  Overshoot found_;
  std::priority_queue<Open> open_;
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> planes_;
  std::vector<int> triangles_;
};

}  // namespace

Overshoot overshoot(const Solid& solid, const Hull<double>& hull, const OvershootOptions& options) {
  return Search(solid, hull, options).run();
}

}  // namespace tactus::decomposition
