// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/shape/shape.h>

namespace tactus::sweep {

/// Shapes and built-in shapes, for which the library has compiled code; the others are a user's own Convex types.
template <class S>
inline constexpr bool is_erasable =
    std::same_as<S, Shape<scalar_t<S>>> || Shape<scalar_t<S>>::template is_alternative<S>;

/// A built-in shape as a Shape, checked on the way; a Shape or a user's type unchanged.
template <class S, class T = scalar_t<S>> decltype(auto) erased(const S& s) {
  if constexpr (Shape<T>::template is_alternative<S>) {
    return Shape<T>(s);
  } else {
    return (s);
  }
}

}  // namespace tactus::sweep
