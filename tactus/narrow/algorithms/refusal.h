// SPDX-License-Identifier: MIT
#pragma once
/// Why an algorithm does not take two shapes, in words.
#include <tactus/narrow/algorithms.h>

#include <string>

namespace tactus::narrow {

/// The name of a kind of shape, as in a scene file.
inline std::string_view name_of(ShapeKind kind) {
#define TACTUS_NAME_OF_SHAPE(Type, kind_name) \
  case ShapeKind::kind_name: return #kind_name;
  switch (kind) { TACTUS_FOR_EACH_SHAPE(TACTUS_NAME_OF_SHAPE) }
#undef TACTUS_NAME_OF_SHAPE
  return "shape";
}

/// Such as "lin_canny takes two hulls; A is of the kind box". For shapes that it does not accept.
template <Scalar T> std::string refusal(const Algorithm<T>& algorithm, const Shape<T>& a, const Shape<T>& b) {
  static constexpr const char* domains[] = {"all shapes", "two convex shapes other than half-spaces",
                                            "two polytopes, which may be rounded", "two hulls or boxes", "two hulls"};
  std::string words = std::string(algorithm.name) + " takes " + domains[static_cast<int>(algorithm.domain)];
  if (!algorithm.accepts(a, a)) words += "; A is of the kind " + std::string(name_of(a.kind()));
  if (!algorithm.accepts(b, b)) words += "; B is of the kind " + std::string(name_of(b.kind()));
  return words;
}

}  // namespace tactus::narrow
