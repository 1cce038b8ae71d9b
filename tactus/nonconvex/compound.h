// SPDX-License-Identifier: MIT
#pragma once
/// Several convex shapes that move as one: a table, a bracket, a robot's link.
#include <tactus/nonconvex/piece_source.h>
#include <tactus/shape/mass_properties.h>

#include <memory>
#include <vector>

namespace tactus {

/// A shape of a compound, and its place.
template <Scalar T> struct CompoundPiece {
  Shape<T> shape;  // any but a half-space
  Pose<T> pose{};  // of the shape, in the frame of the compound
};

/// Several convex shapes as one body. Immutable and shared: a copy costs nothing. Pieces may overlap each other; their
/// mass then counts twice.
template <Scalar T> class TACTUS_API Compound {
 public:
  using Scalar = T;

  /// Throws std::invalid_argument if there is no piece, a pose is not a rigid motion, or a piece is a half-space.
  explicit Compound(std::vector<CompoundPiece<T>> pieces);

  std::size_t size() const { return data_->count(); }
  const CompoundPiece<T>& operator[](std::size_t i) const;
  Aabb<T> aabb() const { return data_->bounds(); }  // in the frame of the compound
  /// The mass properties of all pieces together.
  MassProperties<T> mass_properties() const;
  template <class U> Compound<U> cast() const {
    std::vector<CompoundPiece<U>> rounded;
    for (std::size_t i = 0; i < size(); ++i)
      rounded.push_back({(*this)[i].shape.template cast<U>(), orthonormalized((*this)[i].pose.template cast<U>())});
    return Compound<U>(std::move(rounded));
  }
  const pieces::PieceSource<T>& source() const { return *data_; }
  std::shared_ptr<const pieces::PieceSource<T>> shared() const { return data_; }

 private:
  std::shared_ptr<const pieces::PieceSource<T>> data_;
};

/// The mass properties of several bodies, each at a pose: masses add up, and so do inertias about the common centroid.
template <Scalar T> class MassSum {
 public:
  void add(const MassProperties<T>& mass, const Pose<T>& pose);
  MassProperties<T> result() const;

 private:
  struct Part {
    T volume;
    Vec3<T> centroid;
    Mat3<T> inertia;
    T relative_error;
  };
  std::vector<Part> parts_;
};

extern template class Compound<float>;
extern template class Compound<double>;

}  // namespace tactus
