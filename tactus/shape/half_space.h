// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/math/refuse.h>
#include <tactus/shape/convex.h>
#include <tactus/shape/fields.h>

namespace tactus {

/// A half-space: normal·x ≤ offset. Unbounded, so it does not model Convex: it has no support mapping. Queries answer
/// it in closed form against every convex shape. The normal need not be unit; it must not be zero.
template <Scalar T> struct HalfSpace {
  using Scalar = T;
  static constexpr std::string_view name = "HalfSpace";
  static constexpr auto fields() {
    return std::tuple{position_field("normal", &HalfSpace::normal), position_field("offset", &HalfSpace::offset)};
  }

  Vec3<T> normal{T(0), T(0), T(1)};
  T offset{};

  friend constexpr bool operator==(const HalfSpace&, const HalfSpace&) = default;
};

/// The same half-space with a unit normal. A normal may have any length: if its square leaves the range of T, normal
/// and offset are first divided by its largest entry.
template <Scalar T> constexpr HalfSpace<T> normalized(const HalfSpace<T>& s) {
  const Vec3<T> normal = scaled_into_range(s.normal);
  const T length = norm(normal), scaled = normal == s.normal ? s.offset : s.offset / max_abs(s.normal);
  return {normal / length, scaled / length};
}

template <Scalar T> void validate(const HalfSpace<T>& s) {
  validate<HalfSpace<T>>(s);  // the fields, one by one
  if (s.normal == Vec3<T>{}) refuse("HalfSpace.normal is zero: it must point out of the half-space");
  if (!is_finite(normalized(s).offset)) refuse("HalfSpace.offset, for a unit normal, leaves the range of the scalar");
}

}  // namespace tactus
