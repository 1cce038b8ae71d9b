// SPDX-License-Identifier: MIT
#pragma once
/// The tests' own knowledge of each shape: points of it, and how far outside of it a point lies. Both come from the
/// shape's definition, in long double, and share nothing with its support mapping.
#include <tactus/shape/generators.h>
#include <tactus/shape/shape.h>

#include <functional>

namespace tactus::reference {

using Real = long double;
using Vec = Vec3<Real>;
using generate::Random;

struct Reference {
  std::function<Vec(Random&)> point;  // of the shape; vertices, edges and faces are all hit
  std::function<Real(const Vec&)> outside;  // 0 in the shape, otherwise the distance from it, or slightly more
};

// ---- random numbers that like to be extreme -------------------------------------------------------------------------

/// In [-1, 1], with a third of all values at the ends.
inline Real clamped(Random& random) { return clamp(Real(random.uniform(-1.5, 1.5)), -1, 1); }
/// In [0, 1], with a third of all values at 1.
inline Real fraction(Random& random) { return min(Real(random.uniform(0, 1.5)), 1); }
inline Real angle(Random& random) { return Real(random.uniform(0, 2)) * pi<Real>; }

// ---- measures -------------------------------------------------------------------------------------------------------

/// How far beyond the interval [-half, half].
inline Real beyond(Real x, Real half) { return max(abs(x) - half, 0); }
/// |x / r|, also where r is 0 and only x = 0 is allowed.
inline Real ratio(Real x, Real r) { return x == 0 ? 0 : abs(x) / r; }
/// Distance to p / gauge, the point of the shape on the way from the origin to p.
inline Real outside_by_gauge(const Vec& p, Real gauge) { return gauge <= 1 ? 0 : norm(p) * (1 - 1 / gauge); }

inline Real distance_to_segment(const Vec& p, const Vec& a, const Vec& b) {
  const Real length_squared = norm_squared(b - a);
  const Real t = length_squared > 0 ? clamp(dot(p - a, b - a) / length_squared, 0, 1) : Real(0);
  return distance(p, a + (b - a) * t);
}

// ---- the shapes -----------------------------------------------------------------------------------------------------

template <class T> Reference reference_of(const Point<T>& s) {
  const Vec position = s.position.template cast<Real>();
  return {[=](Random&) { return position; }, [=](const Vec& p) { return distance(p, position); }};
}

template <class T> Reference reference_of(const Box<T>& s) {
  const Vec half = s.half.template cast<Real>();
  return {[=](Random& random) {
            return hadamard(half, {clamped(random), clamped(random), clamped(random)});
          },
          [=](const Vec& p) {
            return norm(Vec{beyond(p.x, half.x), beyond(p.y, half.y), beyond(p.z, half.z)});
          }};
}
template <class T> Reference reference_of(const Rectangle<T>& s) {
  return reference_of(Box<T>{{s.half.x, s.half.y, T(0)}});
}
template <class T> Reference reference_of(const Segment<T>& s) {
  return reference_of(Box<T>{{T(0), T(0), s.half_height}});
}

template <class T> Reference reference_of(const Triangle<T>& s) {
  const Vec a = s.a.template cast<Real>(), b = s.b.template cast<Real>(), c = s.c.template cast<Real>();
  const auto point = [=](Random& random) {
    const Real u = fraction(random), v = fraction(random);
    return a + (b - a) * u + (c - b) * (u * v);
  };
  const auto outside = [=](const Vec& p) {
    const Vec n = cross(b - a, c - a);
    const auto left_of = [&](const Vec& q, const Vec& r) { return triple(n, r - q, p - q) >= 0; };
    if (left_of(a, b) && left_of(b, c) && left_of(c, a)) return abs(dot(unit_or_zero(n), p - a));
    return min(min(distance_to_segment(p, a, b), distance_to_segment(p, b, c)), distance_to_segment(p, c, a));
  };
  return {point, outside};
}

template <class T> Reference reference_of(const Ellipse<T>& s) {
  const Vec2<Real> radii = s.radii.template cast<Real>();
  const auto point = [=](Random& random) {
    const Real t = angle(random), r = fraction(random);
    return Vec{radii.x * r * cos(t), radii.y * r * sin(t), 0};
  };
  const auto outside = [=](const Vec& p) {
    const Real gauge = norm(Vec2<Real>{ratio(p.x, radii.x), ratio(p.y, radii.y)});
    return norm(Vec2<Real>{outside_by_gauge({p.x, p.y, 0}, gauge), p.z});
  };
  return {point, outside};
}
template <class T> Reference reference_of(const Disc<T>& s) { return reference_of(Ellipse<T>{{s.radius, s.radius}}); }

template <class T> Reference reference_of(const Ellipsoid<T>& s) {
  const Vec radii = s.radii.template cast<Real>();
  return {[=](Random& random) { return hadamard(radii, random.on_sphere().template cast<Real>()); },
          [=](const Vec& p) {
            const Vec scaled{ratio(p.x, radii.x), ratio(p.y, radii.y), ratio(p.z, radii.z)};
            return outside_by_gauge(p, norm(scaled));
          }};
}

/// Points by [Barr 1981]'s angles, with all eight octants of the surface.
template <class T> Reference reference_of(const Superquadric<T>& s) {
  const Vec radii = s.radii.template cast<Real>();
  const Real e1 = Real(s.e1), e2 = Real(s.e2);
  const auto signed_power = [](Real x, Real e) { return sign(x) * std::pow(abs(x), e); };
  const auto point = [=](Random& random) {
    const Real latitude = angle(random), longitude = angle(random);
    const Real across = std::pow(abs(cos(latitude)), e1);
    return hadamard(radii, Vec{across * signed_power(cos(longitude), e2), across * signed_power(sin(longitude), e2),
                               signed_power(sin(latitude), e1)});
  };
  const auto outside = [=](const Vec& p) {
    const Real x = ratio(p.x, radii.x), y = ratio(p.y, radii.y), z = ratio(p.z, radii.z);
    const Real section = std::pow(std::pow(x, 2 / e2) + std::pow(y, 2 / e2), e2 / 2);
    return outside_by_gauge(p, std::pow(std::pow(section, 2 / e1) + std::pow(z, 2 / e1), e1 / 2));
  };
  return {point, outside};
}

/// The value at height z, linear from `bottom` to `top` between -h and h.
inline Real at_height(Real z, Real h, Real bottom, Real top) {
  return h > 0 ? bottom + (top - bottom) * (clamp(z, -h, h) + h) / (2 * h) : max(bottom, top);
}

template <class T> Reference reference_of(const Frustum<T>& s) {
  const Vec2<Real> bottom = s.bottom.template cast<Real>(), top = s.top.template cast<Real>();
  const Real h = Real(s.half_height);
  const auto half_x = [=](Real z) { return at_height(z, h, bottom.x, top.x); };
  const auto half_y = [=](Real z) { return at_height(z, h, bottom.y, top.y); };
  const auto point = [=](Random& random) {
    const Real z = h * clamped(random);
    return Vec{half_x(z) * clamped(random), half_y(z) * clamped(random), z};
  };
  const auto outside = [=](const Vec& p) {
    return norm(Vec{beyond(p.x, half_x(p.z)), beyond(p.y, half_y(p.z)), beyond(p.z, h)});
  };
  return {point, outside};
}

template <class T> Reference reference_of(const ConicalFrustum<T>& s) {
  const Real bottom = Real(s.bottom_radius), top = Real(s.top_radius), h = Real(s.half_height);
  const auto point = [=](Random& random) {
    const Real z = h * clamped(random), t = angle(random), r = at_height(z, h, bottom, top) * fraction(random);
    return Vec{r * cos(t), r * sin(t), z};
  };
  const auto outside = [=](const Vec& p) {
    const Real r = norm(Vec2<Real>{p.x, p.y});
    return norm(Vec2<Real>{beyond(r, at_height(p.z, h, bottom, top)), beyond(p.z, h)});
  };
  return {point, outside};
}
template <class T> Reference reference_of(const Cylinder<T>& s) {
  return reference_of(ConicalFrustum<T>{s.radius, s.radius, s.half_height});
}
template <class T> Reference reference_of(const Cone<T>& s) {
  return reference_of(ConicalFrustum<T>{s.radius, T(0), s.half_height});
}

/// A ball around a core whose `outside` is its distance (point, segment, rectangle, box, disc, triangle).
inline Reference with_ball(const Reference& core, Real r) {
  return {[=](Random& random) {
            const Vec off = random.on_sphere().cast<Real>() * r;
            return core.point(random) + off;
          },
          [=](const Vec& p) { return max(core.outside(p) - r, 0); }};
}
template <class T> Reference reference_of(const Sphere<T>& s) {
  return with_ball(reference_of(Point<T>{}), Real(s.radius));
}
template <class T> Reference reference_of(const Capsule<T>& s) {
  return with_ball(reference_of(Segment<T>{s.half_height}), Real(s.radius));
}
template <class T> Reference reference_of(const Lozenge<T>& s) {
  return with_ball(reference_of(Rectangle<T>{s.half}), Real(s.radius));
}
template <class T> Reference reference_of(const RoundBox<T>& s) {
  return with_ball(reference_of(Box<T>{s.half}), Real(s.radius));
}
template <class T> Reference reference_of(const Wheel<T>& s) {
  return with_ball(reference_of(Disc<T>{s.radius}), Real(s.rounding));
}

/// A reference in the frame that `pose` maps to.
template <class T> Reference moved(const Reference& shape, const Pose<T>& pose) {
  const Pose<Real> x = pose.template cast<Real>();
  return {[=](Random& random) { return x * shape.point(random); },
          [=](const Vec& p) { return shape.outside(inverse(x) * p); }};
}

}  // namespace tactus::reference
