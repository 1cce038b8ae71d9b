// SPDX-License-Identifier: MIT
#pragma once
/// Queries on bodies that are not convex: Compound, Mesh and HeightField against each other and against every convex
/// shape. World in, world out, with the names and promises of query.h; answers also name the pieces.
///
/// Distances of bodies that are apart carry both bounds. The depth of an overlap is that of the deepest pair of pieces: a
/// lower bound of the true depth; the other bound is infinite (docs/contract.md).
#include <tactus/core/reject.h>
#include <tactus/narrow/in_world.h>
#include <tactus/nonconvex/compound.h>
#include <tactus/nonconvex/height_field.h>
#include <tactus/nonconvex/mesh.h>
#include <tactus/nonconvex/piece_queries.h>
#include <tactus/pair/settle.h>

#include <variant>

namespace tactus {

/// Holds a Compound, a Mesh or a HeightField, or nothing.
template <Scalar T> class Nonconvex {
 public:
  using Scalar = T;
  Nonconvex() = default;
  template <Pieced S>
    requires(!std::same_as<S, Nonconvex>)
  Nonconvex(const S& body) : value_(body), source_(body.shared()) {}  // implicit: `{.nonconvex = mesh}`

  /// Is there a body?
  explicit operator bool() const { return source_ != nullptr; }
  /// The body, if it is of this type; null if not.
  template <class S> const S* get_if() const { return std::get_if<S>(&value_); }
  const pieces::PieceSource<T>& source() const { return *source_; }
  std::shared_ptr<const pieces::PieceSource<T>> shared() const { return source_; }
  Aabb<T> aabb() const { return source_->bounds(); }  // in its own frame
  /// A height field, and a mesh that is not closed, has no volume.
  MassProperties<T> mass_properties() const {
    if (const auto* compound = get_if<Compound<T>>()) return compound->mass_properties();
    if (const auto* mesh = get_if<Mesh<T>>()) return mesh->mass_properties();
    return {.centroid = source_->bounds().center()};
  }
  /// The same body with another scalar type, rounded. For another type this is a new body.
  template <class U> Nonconvex<U> cast() const {
    if constexpr (std::same_as<T, U>) {
      return *this;
    } else {
      if (const auto* compound = get_if<Compound<T>>()) return compound->template cast<U>();
      if (const auto* mesh = get_if<Mesh<T>>()) return mesh->template cast<U>();
      if (const auto* field = get_if<HeightField<T>>()) return field->template cast<U>();
      return {};
    }
  }
  /// Are both copies of the same body? Compares identity, not contents.
  friend bool operator==(const Nonconvex& a, const Nonconvex& b) { return a.source_ == b.source_; }

 private:
  std::variant<std::monostate, Compound<T>, Mesh<T>, HeightField<T>> value_;
  std::shared_ptr<const pieces::PieceSource<T>> source_;
};

namespace pieces {

/// A view of any body as its pieces, valid during a query.
template <class S> class Queried {
  using T = scalar_t<S>;

 public:
  explicit Queried(const S& s) : shape_(s), one_(shape_) {}
  const PieceSource<T>& source() const { return one_; }

 private:
  Shape<T> shape_;
  OneShape<T> one_;
};
template <Pieced S> class Queried<S> {
 public:
  explicit Queried(const S& s) : source_(s.source()) {}
  const PieceSource<scalar_t<S>>& source() const { return source_; }

 private:
  const PieceSource<scalar_t<S>>& source_;
};

template <class A, class B>
concept SomePieced = Pieced<A> || Pieced<B>;

template <Scalar T>
void move_to_world(PieceContact<T>& c, const Pose<T>& a, const Pose<T>& b, const PieceSource<T>& in_b, T error) {
  const T reach = in_b.origin_radius();
  narrow::move_to_world(c, a, b, is_finite(reach) ? reach : T(0), error);
}

}  // namespace pieces

/// Do any two pieces touch? Throws std::invalid_argument if a pose or the options are not valid.
template <class A, class B, class T = scalar_t<A>>
  requires pieces::SomePieced<A, B>
bool intersects(const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b, const Options<T>& options = {},
                std::type_identity_t<PairCache<T>>* = nullptr) {
  require_valid("intersects", options);
  require_valid("intersects", "pose_a", pose_a), require_valid("intersects", "pose_b", pose_b);
  const pieces::Queried<A> in_a(a);
  const pieces::Queried<B> in_b(b);
  return pieces::intersects(in_a.source(), in_b.source(), relative(rigid(pose_a), rigid(pose_b)), options);
}

/// How far apart, and between which pieces; 0 if they touch. `invalid` if a pose or the options are not valid.
template <class A, class B, class T = scalar_t<A>>
  requires pieces::SomePieced<A, B> PieceContact<T> distance(const A& a, const Pose<T>& pose_a, const B& b,
                                                             const Pose<T>& pose_b, const Options<T>& options = {},
                                                             std::type_identity_t<PairCache<T>>* = nullptr) {
    if (!is_valid(options)) return {};
    const pieces::Queried<A> in_a(a);
    const pieces::Queried<B> in_b(b);
    return rigidly(pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b, T error) {
      PieceContact<T> c = pieces::distance(in_a.source(), in_b.source(), relative(at_a, at_b), options);
      pieces::move_to_world(c, at_a, at_b, in_b.source(), error);
      return c;
    });
  }

/// Signed distance and normal of the nearest, or of the deepest, pair of pieces. `invalid` if a pose or the options are
/// not valid.
template <class A, class B, class T = scalar_t<A>>
  requires pieces::SomePieced<A, B> PieceContact<T> contact(const A& a, const Pose<T>& pose_a, const B& b,
                                                            const Pose<T>& pose_b, const Options<T>& options = {},
                                                            std::type_identity_t<PairCache<T>>* = nullptr) {
    if (!is_valid(options)) return {};
    const pieces::Queried<A> in_a(a);
    const pieces::Queried<B> in_b(b);
    return rigidly(pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b, T error) {
      PieceContact<T> c = pieces::contact(in_a.source(), in_b.source(), relative(at_a, at_b), options);
      pieces::move_to_world(c, at_a, at_b, in_b.source(), error);
      return c;
    });
  }

/// The contact points of every pair of pieces that touch (within options.max_distance, 0 by default), sorted by pieces.
/// A point that neighbouring triangles share is reported once; normals are normals of the surfaces. Throws
/// std::invalid_argument if a pose or the options are not valid.
template <class A, class B, class T = scalar_t<A>>
  requires pieces::SomePieced<A, B> std::vector<PieceManifold<T>> manifolds(
      const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b,
      const Options<T>& options = manifold_options<T>) {
    require_valid("manifolds", options);
    require_valid("manifolds", "pose_a", pose_a), require_valid("manifolds", "pose_b", pose_b);
    const pieces::Queried<A> in_a(a);
    const pieces::Queried<B> in_b(b);
    return rigidly(pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b, T error) {
      std::vector<PieceManifold<T>> list =
          pieces::manifolds(in_a.source(), in_b.source(), relative(at_a, at_b), options);
      const T reach = in_b.source().origin_radius();
      for (PieceManifold<T>& m : list) {
        narrow::move_to_world(m.contact, at_a, at_b, is_finite(reach) ? reach : T(0), error);
        move(m.manifold, at_a);
      }
      return list;
    });
  }

/// The first t in [0, max_t] at which origin + t·direction is in the body. Back faces are hit only with Sides::both; a
/// ray that begins inside a solid is an initial overlap.
template <Pieced S, class T = scalar_t<S>>
PieceRayHit<T> ray_cast(const S& body, const Pose<T>& pose, const Vec3<std::type_identity_t<T>>& origin,
                        const Vec3<std::type_identity_t<T>>& direction, std::type_identity_t<T> max_t = infinity<T>) {
  if (!detail::is_valid_ray<T>(pose, origin, direction, max_t)) return {};
  const Pose<T> at = rigid(pose);
  PieceRayHit<T> hit = pieces::ray_cast<T>(body.source(), transposed_times(at.rotation, origin - at.translation),
                                           transposed_times(at.rotation, direction), max_t);
  hit.normal = renormalized(at.rotation * hit.normal);
  if (hit.status != MotionStatus::none) hit.point = origin + direction * hit.t;
  return hit;
}

/// When the bodies first meet, and with which pieces; the promises are those for shapes. A body that comes from behind
/// passes through a height field and a surface with Sides::front, as rays do; if it touches one at the start, from
/// either side deeper than the tolerance, that is an initial overlap.
template <class A, class B, class T = scalar_t<A>>
  requires pieces::SomePieced<A, B> PieceImpact<T> time_of_impact(const A& a, const Motion<T>& motion_a, const B& b,
                                                                  const Motion<T>& motion_b,
                                                                  const Options<T>& options = {},
                                                                  std::type_identity_t<PairCache<T>>* = nullptr) {
    if (!is_valid(motion_a) || !is_valid(motion_b) || !is_valid(options)) return {};
    const pieces::Queried<A> in_a(a);
    const pieces::Queried<B> in_b(b);
    return pieces::time_of_impact(in_a.source(), rigid(motion_a), in_b.source(), rigid(motion_b), options);
  }

/// time_of_impact of A that moves by a translation, and B at rest.
template <class A, class B, class T = scalar_t<A>>
  requires pieces::SomePieced<A, B> PieceImpact<T> shape_cast(const A& a, const Pose<T>& pose_a,
                                                              const Vec3<std::type_identity_t<T>>& translation,
                                                              const B& b, const Pose<T>& pose_b,
                                                              const Options<T>& options = {},
                                                              std::type_identity_t<PairCache<T>>* = nullptr) {
    return time_of_impact(a, Motion<T>{.start = pose_a, .velocity = translation}, b, at_rest(pose_b), options);
  }

}  // namespace tactus
