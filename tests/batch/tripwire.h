// SPDX-License-Identifier: MIT
#pragma once
/// A shape that requests a stop when a query asks for its support: so a run is stopped in its middle, at the same place
/// every time.
#include <tactus/math/vec3.h>
#include <tactus/shape/shape.h>

#include <memory>
#include <optional>
#include <stop_token>

namespace tactus::testing {

struct Wire {
  std::optional<std::stop_source> source{};
  bool armed = false;

  /// From now on the shape requests the stop of this token.
  std::stop_token arm() {
    armed = true;
    return source.emplace().get_token();
  }
  void trip() {
    if (armed) source->request_stop();
    armed = false;
  }
};

/// The octahedron with corners at 1, as a shape of the user's own, which only the single query answers. For one thread.
template <class T> struct Tripwire {
  using Scalar = T;
  std::shared_ptr<Wire> wire;

  Vec3<T> support(const Vec3<T>& d) const {
    wire->trip();
    const Vec3<T> size = abs(d);
    if (size.x >= size.y && size.x >= size.z) return {d.x < T(0) ? T(-1) : T(1), T(0), T(0)};
    if (size.y >= size.z) return {T(0), d.y < T(0) ? T(-1) : T(1), T(0)};
    return {T(0), T(0), d.z < T(0) ? T(-1) : T(1)};
  }
  T radius() const { return T(0); }
  Vec3<T> center() const { return {}; }
};

}  // namespace tactus::testing
