// SPDX-License-Identifier: MIT
#pragma once
/// The algorithms of this folder as one list, for code that runs all of them on the same pairs: tests, benchmarks and
/// the programs.
#include <tactus/core/contact.h>
#include <tactus/core/options.h>
#include <tactus/core/pair_cache.h>
#include <tactus/math/export.h>
#include <tactus/math/pose.h>
#include <tactus/narrow/sat/polytope_view.h>
#include <tactus/shape/shape.h>

#include <span>
#include <string_view>

namespace tactus::narrow {

/// What the `contact` of an algorithm says about the depth of an overlap (its negative distance).
enum class Depth : std::uint8_t {
  none,  // it has no `contact`
  bounded,  // the depth along one good normal: an upper bound of the least depth; `lower` and `upper` hold
  least,  // the least depth, to the tolerance
};

/// The shapes that an algorithm accepts.
enum class Domain : std::uint8_t {
  everything,  // half-spaces too, which have no support mapping
  convex,  // every shape with a support mapping
  polytopes,  // shapes whose features sat knows, including rounded ones
  polyhedra,  // hulls and boxes
  hulls,
};

/// One algorithm: a function for each question it answers, null for the others. All work in A's frame.
template <Scalar T> struct Algorithm {
  /// A function that answers a question about two shapes, in A's frame. The cache may be null.
  template <class Answer>
  using Query = Answer (*)(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                           PairCache<T>* cache);

  std::string_view name;  // as in the list, and for find_algorithm
  Query<bool> intersects = nullptr;  // do the shapes touch?
  Query<Contact<T>> distance = nullptr, contact = nullptr;  // how far apart; how far apart or how deep
  Depth depth = Depth::none;  // what its `contact` says of overlaps
  bool exact_gap = false;  // distance and contact measure gaps to the tolerance; if false, only bounds are promised
  Domain domain = Domain::convex;  // the shapes it takes

  /// Are these shapes in its domain?
  bool accepts(const Shape<T>& a, const Shape<T>& b) const;
};

template <Scalar T> bool Algorithm<T>::accepts(const Shape<T>& a, const Shape<T>& b) const {
  const auto is_hull = [](const Shape<T>& s) { return s.kind() == ShapeKind::hull; };
  const auto is_polyhedron = [&](const Shape<T>& s) { return is_hull(s) || s.kind() == ShapeKind::box; };
  switch (domain) {
    case Domain::everything: return true;
    case Domain::convex: return a.bounded() && b.bounded();
    case Domain::polytopes: return a.bounded() && b.bounded() && is_polytope(a) && is_polytope(b);
    case Domain::polyhedra: return is_polyhedron(a) && is_polyhedron(b);
    case Domain::hulls: break;
  }
  return is_hull(a) && is_hull(b);
}

/// All algorithms, the default first; for float and double.
template <Scalar T> TACTUS_API std::span<const Algorithm<T>> algorithms();

/// The algorithm of that name; null if there is none.
template <Scalar T> const Algorithm<T>* find_algorithm(std::string_view name) {
  for (const Algorithm<T>& algorithm : algorithms<T>())
    if (algorithm.name == name) return &algorithm;
  return nullptr;
}

}  // namespace tactus::narrow
