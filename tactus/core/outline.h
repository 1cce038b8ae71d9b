// SPDX-License-Identifier: MIT
#pragma once
/// The vertex, edge or face of a shape farthest along a direction, with its exact outline: the input of manifold
/// clipping.
#include <tactus/core/feature.h>
#include <tactus/math/pose.h>

#include <span>

namespace tactus {

/// Two kinds of outline. Points: one for a vertex, two for an edge, three and more for a flat face, counter-clockwise
/// seen from outside. Ellipse: the flat face center + u cos t + v sin t, with u × v along the normal.
/// Coordinates are those of the shape's core; a rounded shape's surface lies `radius` further along the normal.
template <Scalar T> class Outline {
 public:
  Feature feature;
  Vec3<T> normal;  // unit; of the face, or the given direction if the feature is a vertex, an edge or curved

  static constexpr Outline vertex(Feature f, const Vec3<T>& n, const Vec3<T>& p) { return {f, n, 1, {p}}; }
  static constexpr Outline edge(Feature f, const Vec3<T>& n, const Vec3<T>& p, const Vec3<T>& q) {
    return {f, n, 2, {p, q}};
  }
  static constexpr Outline triangle(Feature f, const Vec3<T>& n, const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r) {
    return {f, n, 3, {p, q, r}};
  }
  static constexpr Outline quad(Feature f, const Vec3<T>& n, const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& r,
                                const Vec3<T>& s) {
    return {f, n, 4, {p, q, r, s}};
  }
  static constexpr Outline ellipse(Feature f, const Vec3<T>& n, const Vec3<T>& center, const Vec3<T>& u,
                                   const Vec3<T>& v) {
    return {f, n, 0, {center, u, v}};
  }
  /// A face of a hull: `loop` indexes `vertices`. Both must outlive the outline (they live in the hull).
  static constexpr Outline polygon(Feature f, const Vec3<T>& n, std::span<const Vec3<T>> vertices,
                                   std::span<const std::uint32_t> loop) {
    Outline o{f, n, static_cast<int>(loop.size()), {}};
    o.vertices_ = vertices.data();
    o.loop_ = loop.data();
    return o;
  }

  constexpr bool is_ellipse() const { return count_ == 0; }
  constexpr int size() const { return count_; }
  constexpr Vec3<T> operator[](int i) const { return placed(loop_ ? vertices_[loop_[i]] : own_[i]); }
  constexpr Vec3<T> center() const { return placed(own_[0]); }  // of an ellipse
  constexpr Vec3<T> u() const { return frame_.rotation * own_[1]; }
  constexpr Vec3<T> v() const { return frame_.rotation * own_[2]; }

  /// The same outline seen from the frame that `pose` maps to.
  constexpr Outline moved(const Pose<T>& pose) const {
    Outline o = *this;
    o.frame_ = moved_ ? pose * frame_ : pose;
    o.moved_ = true;
    o.normal = pose.rotation * normal;
    return o;
  }

  friend std::ostream& operator<<(std::ostream& os, const Outline& o) {
    os << o.feature << " along " << o.normal << ": ";
    if (o.is_ellipse()) return os << "ellipse about " << o.center() << " with " << o.u() << ", " << o.v();
    for (int i = 0; i < o.size(); ++i) os << (i ? ", " : "") << o[i];
    return os;
  }

 private:
  struct Own {
    Vec3<T> p0{}, p1{}, p2{}, p3{};
    constexpr const Vec3<T>& operator[](int i) const { return i == 0 ? p0 : i == 1 ? p1 : i == 2 ? p2 : p3; }
  };
  constexpr Vec3<T> placed(const Vec3<T>& p) const { return moved_ ? frame_ * p : p; }
  constexpr Outline(Feature f, const Vec3<T>& n, int count, const Own& own)
      : feature(f), normal(n), count_(count), own_(own) {}

  int count_;  // 0: ellipse
  Own own_;
  const Vec3<T>* vertices_ = nullptr;
  const std::uint32_t* loop_ = nullptr;
  bool moved_ = false;
  Pose<T> frame_{};  // applied on access, if moved: a hull's points are not copied
};

}  // namespace tactus
