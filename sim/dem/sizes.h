// SPDX-License-Identifier: MIT
#pragma once
/// Size distributions: one shape in several sizes, each with its weight. A distribution is cut into a few classes, so
/// that thousands of particles share a few shapes.
#include <sim/dem/particle.h>

namespace tactus::sim::dem {

/// A factor for lengths, and how often it is drawn.
template <Scalar T> struct SizeClass { T factor, weight; };

/// A uniform distribution of sizes from `least` to `most`.
template <Scalar T> std::vector<SizeClass<T>> uniform_sizes(T least, T most, int classes = 8);
/// A log-normal distribution: logarithms are normal about that of `median`, with deviation `sigma`, cut off at `least`
/// and `most`.
template <Scalar T> std::vector<SizeClass<T>> lognormal_sizes(T median, T sigma, T least, T most, int classes = 8);
/// Fuller's distribution: the share of mass below a size grows like the size to the power `exponent` (1/2 packs well).
template <Scalar T> std::vector<SizeClass<T>> fuller_sizes(T least, T most, T exponent, int classes = 8);

/// The shape with all its lengths multiplied by `factor`: shapes of the library, and rounded(one of them, r). Throws
/// for other composites and user-defined shapes: give these size by size.
template <Scalar T> Shape<T> scaled(const Shape<T>& shape, T factor);
/// The shape in each of these sizes, for ParticleKind::sizes.
template <Scalar T> std::vector<SizedShape<T>> sized(const Shape<T>& shape, const std::vector<SizeClass<T>>& classes);

}  // namespace tactus::sim::dem
