// SPDX-License-Identifier: MIT
#pragma once
/// A proof of EPA's lower bound by balls, for cases where triangles do not suffice.
///
/// If A ⊖ B is round and the origin is near the centre of curvature, the depth is nearly the same along a wide range of
/// directions, and a mesh of triangles would have to be as fine as the tolerance everywhere: thousands of vertices. But
/// some shapes know a ball that touches them from inside at a support point (RoundInParts). A ball in A and a ball in B
/// give a ball in A ⊖ B, and so does every mean of such balls, because A ⊖ B is convex. One of these balls can replace
/// all the triangles of a cap.
#include <tactus/narrow/epa/erased.h>
#include <tactus/narrow/epa/queue.h>
#include <tactus/simplex/signed_volumes.h>

namespace tactus::epa {

/// The balls at the vertices of a polytope, by vertex number. Vertices of the first tetrahedron have no ball.
///
/// The balls cover a face if the part of the sphere that is seen through the face lies in A ⊖ B. The sphere is centred
/// at the origin and has the radius to be proven.
template <class Pair, int capacity, class T = decltype(std::declval<Pair>().size())> class InnerBalls {
 public:
  explicit InnerBalls(const Pair& pair) : pair_(pair) {}

  template <class Polytope> void start(const Polytope& polytope) {
    for (int i = 0; i < 4; ++i) balls_[i] = {polytope.vertex(i), T(0), T(0)};
  }
  void add(int vertex, const Vec3<T>& direction, const MinkowskiVertex<T>& p) {
    const InnerRadii<T> r = inner_radii_along(pair_, direction);
    balls_[vertex] = ball_at(p, unit_or_zero(direction), r.a, r.b);
  }

  template <class Polytope, class Face> bool cover(const Polytope& polytope, const Face& face, T depth) const {
    const Corners f(*this, polytope, face);
    if (!(depth > T(0)) || !(max(f.ball[0]->radius(), max(f.ball[1]->radius(), f.ball[2]->radius())) > T(0)))
      return false;
    return covered(f, {{{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}}}, depth, max_splits);
  }

  /// The points of A and B that belong to the point of a ball nearest p, if it is nearer than the known one.
  template <class Polytope, class Foot> Foot nearest_to(const Vec3<T>& p, const Polytope& polytope, Foot best) const {
    polytope.for_each_face([&](const auto& face) {
      const Corners f(*this, polytope, face);
      const auto r = simplex::SignedVolumes<T>{}.nearest({f.w[0] - p, f.w[1] - p, f.w[2] - p}, 7u, 2);
      const Ball balls[] = {mean(f, {r.weights[0], r.weights[1], r.weights[2]}), *f.ball[0], *f.ball[1], *f.ball[2]};
      for (const Ball& ball : balls) {
        const Vec3<T> outward = p - ball.center.w;
        const T off = norm(outward) - ball.radius();
        if (!(max(off, T(0)) < best.off)) continue;
        const bool beyond = off > T(0) || !(ball.radius() > T(0));  // a ball may be a point
        const Vec3<T> v = beyond ? unit_or_zero(outward) : outward / ball.radius();
        best = {ball.center.a + ball.radius_a * v, ball.center.b - ball.radius_b * v, max(off, T(0))};
      }
    });
    return best;
  }

 private:
  /// The difference of a ball in A and one in B.
  struct Ball {
    MinkowskiVertex<T> center;
    T radius_a, radius_b;
    T radius() const { return radius_a + radius_b; }
  };
  static Ball ball_at(const MinkowskiVertex<T>& p, const Vec3<T>& d, T a, T b) {
    return {{p.w - (a + b) * d, p.a - a * d, p.b + b * d}, a, b};
  }

  /// The corners of a face, and their balls.
  struct Corners {
    template <class Polytope, class Face> Corners(const InnerBalls& all, const Polytope& polytope, const Face& face) {
      for (int i = 0; i < 3; ++i) w[i] = polytope.vertex(face.vertex[i]).w, ball[i] = &all.balls_[face.vertex[i]];
    }
    Vec3<T> w[3];
    const Ball* ball[3];
  };
  struct Part {
    Vec3<T> weights[3];  // of the face's corners, at each corner of the part
  };
  static Vec3<T> point(const Corners& f, const Vec3<T>& weights) {
    return f.w[0] * weights.x + f.w[1] * weights.y + f.w[2] * weights.z;
  }
  static Ball mean(const Corners& f, const Vec3<T>& weights) {
    const auto of = [&](auto&& part) {
      return part(*f.ball[0]) * weights.x + part(*f.ball[1]) * weights.y + part(*f.ball[2]) * weights.z;
    };
    return {{of([](const Ball& b) { return b.center.w; }), of([](const Ball& b) { return b.center.a; }),
             of([](const Ball& b) { return b.center.b; })},
            of([](const Ball& b) { return b.radius_a; }),
            of([](const Ball& b) { return b.radius_b; })};
  }

  /// Is depth·u in A ⊖ B for every unit vector u that points to this part of the face? Yes if the part is that far
  /// away, or if one ball contains all these points. For u between the corners' directions, u·c is at least the
  /// smallest of the corners' products; if that is negative, it must be divided by the length of the shortest mean of
  /// the corners' directions. Otherwise the part is halved, if its middle shows that this can help.
  bool covered(const Corners& f, const Part& part, T depth, int splits) const {
    Vec3<T> x[3], u[3];
    for (int i = 0; i < 3; ++i) x[i] = point(f, part.weights[i]), u[i] = unit_or_zero(x[i]);
    const Vec3<T> middle = unit_or_zero(u[0] + u[1] + u[2]);
    const auto least_along = [](const Vec3<T>& d, const Vec3<T>(&v)[3]) {
      return min(dot(d, v[0]), min(dot(d, v[1]), dot(d, v[2])));
    };
    if (least_along(middle, x) >= depth) return true;
    const Vec3<T> weights = (part.weights[0] + part.weights[1] + part.weights[2]) / T(3);
    const T narrowness = least_along(middle, u);  // every mean of the three is at least this long
    bool hopeful = norm(point(f, weights)) >= depth;
    const Ball balls[] = {mean(f, weights), *f.ball[0], *f.ball[1], *f.ball[2]};
    for (const Ball& ball : balls) {
      const Vec3<T>& c = ball.center.w;
      const T needed = least_product(ball, depth), least = least_along(c, u);
      const T bound = least >= T(0) ? least : narrowness > T(0) ? max(least / narrowness, -norm(c)) : -norm(c);
      if (bound >= needed) return true;
      hopeful |= dot(middle, c) >= needed;
    }
    return hopeful && splits > 0 && halves_covered(f, part, x, depth, splits - 1);
  }
  /// depth·u lies in the ball about c exactly if u·c is at least this; includes a margin for rounding.
  static T least_product(const Ball& ball, T depth) {
    const T d2 = square(depth), c2 = norm_squared(ball.center.w), r2 = square(ball.radius());
    return (d2 + c2 - r2 + T(32) * unit_roundoff<T> * (d2 + c2 + r2)) / (T(2) * depth);
  }
  bool halves_covered(const Corners& f, const Part& part, const Vec3<T> (&x)[3], T depth, int splits) const {
    int longest = 0;
    T most = T(-1);
    for (int i = 0; i < 3; ++i)
      if (const T n2 = norm_squared(x[(i + 1) % 3] - x[i]); n2 > most) most = n2, longest = i;
    const Vec3<T> half = (part.weights[longest] + part.weights[(longest + 1) % 3]) * T(0.5);
    Part first = part, second = part;
    first.weights[longest] = half, second.weights[(longest + 1) % 3] = half;
    return covered(f, first, depth, splits) && covered(f, second, depth, splits);
  }

  static constexpr int max_splits = 8;
  const Pair& pair_;
  Uninitialized<Ball, capacity> balls_;
};

}  // namespace tactus::epa
