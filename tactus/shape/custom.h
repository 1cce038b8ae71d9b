// SPDX-License-Identifier: MIT
#pragma once
/// Custom: any user type that models Convex, behind one concrete type. The constructor detects which optional functions
/// the type has (features, box, mass) and stores the values that never change.
#include <tactus/math/refuse.h>
#include <tactus/shape/mass_properties.h>
#include <tactus/shape/support_derivative.h>

#include <memory>
#include <sstream>

namespace tactus {

template <Scalar T> class Custom {
 public:
  using Scalar = T;

  template <Convex S>
    requires(std::same_as<scalar_t<S>, T> && !std::same_as<S, Custom>)
  explicit Custom(S shape)
      : radius_(ball_radius(shape)),
        bounding_radius_(tactus::bounding_radius(shape)),
        center_(shape.center()),
        polytope_(has_polytope_core(shape)) {
    if (!(radius_ >= T(0)) || !is_finite(radius_) || !is_finite(bounding_radius_) || !is_finite(center_)) {
      std::ostringstream text;
      text << "Custom shape with radius " << radius_ << ", bounding radius " << bounding_radius_ << ", center "
           << center_ << ": all must be finite and the radius not negative";
      refuse(text.str());
    }
    model_ = std::make_shared<const Model<S>>(std::move(shape));
  }

  Vec3<T> support(const Vec3<T>& d) const { return model_->support(d); }
  T radius() const { return radius_; }
  Vec3<T> center() const { return center_; }
  T bounding_radius() const { return bounding_radius_; }
  bool polytope() const { return polytope_; }
  T inner_radius_along(const Vec3<T>& d) const { return model_->inner_radius_along(d); }
  bool curved_along(const Vec3<T>& d) const { return model_->curved_along(d); }
  Outline<T> feature_along(const Vec3<T>& d, T sine) const { return model_->feature_along(d, sine); }
  std::optional<Mat3<T>> support_derivative(const Vec3<T>& d, const Vec3<T>& point) const {
    return model_->support_derivative(d, point);
  }
  Aabb<T> aabb(const Pose<T>& pose) const { return model_->aabb(pose); }
  MassProperties<T> mass_properties() const { return model_->mass_properties(); }
  bool faceted() const { return model_->faceted(); }

  /// The user's own object, if it is an S.
  template <class S> const S* target() const {
    const auto* model = dynamic_cast<const Model<S>*>(model_.get());
    return model ? &model->shape : nullptr;
  }
  friend bool operator==(const Custom& a, const Custom& b) { return a.model_ == b.model_; }  // the same object
  friend std::ostream& operator<<(std::ostream& os, const Custom& s) { return s.model_->print(os); }

 private:
  struct Interface {
    virtual ~Interface() = default;
    virtual Vec3<T> support(const Vec3<T>& d) const = 0;
    virtual T inner_radius_along(const Vec3<T>& d) const = 0;
    virtual bool curved_along(const Vec3<T>& d) const = 0;
    virtual bool faceted() const = 0;
    virtual Outline<T> feature_along(const Vec3<T>& d, T sine) const = 0;
    virtual std::optional<Mat3<T>> support_derivative(const Vec3<T>& d, const Vec3<T>& point) const = 0;
    virtual Aabb<T> aabb(const Pose<T>& pose) const = 0;
    virtual MassProperties<T> mass_properties() const = 0;
    virtual std::ostream& print(std::ostream& os) const = 0;
  };

  template <class S> struct Model final : Interface {
    explicit Model(S s) : shape(std::move(s)) {}
    S shape;

    Vec3<T> support(const Vec3<T>& d) const override { return shape.support(d); }
    T inner_radius_along(const Vec3<T>& d) const override { return tactus::inner_radius_along(shape, d); }
    bool curved_along(const Vec3<T>& d) const override { return tactus::curved_along(shape, d); }
    bool faceted() const override { return Faceted<S>; }
    Outline<T> feature_along(const Vec3<T>& d, T sine) const override {
      if constexpr (Faceted<S>) {
        return shape.feature_along(d, sine);
      } else {
        (void)sine;
        const Vec3<T> u = unit_or_up(d);
        return Outline<T>::vertex({FeatureKind::curved, 0}, u, shape.support(u));
      }
    }
    std::optional<Mat3<T>> support_derivative(const Vec3<T>& d, const Vec3<T>& point) const override {
      return tactus::support_derivative(shape, d, point);
    }
    Aabb<T> aabb(const Pose<T>& pose) const override { return tactus::aabb(shape, pose); }
    MassProperties<T> mass_properties() const override {
      if constexpr (requires { shape.mass_properties(); }) {
        return shape.mass_properties();
      } else {
        return mass_by_quadrature(shape);
      }
    }
    std::ostream& print(std::ostream& os) const override { return detail::print_shape(os, shape); }
  };

  std::shared_ptr<const Interface> model_;
  T radius_, bounding_radius_;
  Vec3<T> center_;
  bool polytope_;
};

/// A shape of another scalar, wrapped for this one: used to convert shapes of unknown type.
template <Convex S, Scalar U> struct Recast {
  using Scalar = U;
  S shape;

  Vec3<U> support(const Vec3<U>& d) const { return shape.support(d.template cast<scalar_t<S>>()).template cast<U>(); }
  friend U radius(const Recast& s) { return U(radius(s.shape)); }
  Vec3<U> center() const { return shape.center().template cast<U>(); }
  U bounding_radius() const { return U(tactus::bounding_radius(shape)) * (U(1) + U(4) * unit_roundoff<U>); }
  bool polytope() const { return has_polytope_core(shape); }
  U inner_radius_along(const Vec3<U>& d) const {
    return U(tactus::inner_radius_along(shape, d.template cast<scalar_t<S>>()));
  }
  bool curved_along(const Vec3<U>& d) const { return tactus::curved_along(shape, d.template cast<scalar_t<S>>()); }
  friend std::ostream& operator<<(std::ostream& os, const Recast& s) { return detail::print_shape(os, s.shape); }
};

}  // namespace tactus
