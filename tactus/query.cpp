// SPDX-License-Identifier: MIT
#include <tactus/math/instantiate.h>
#include <tactus/query.h>

#include <iomanip>

namespace tactus {

namespace {

/// Writes values as C++ that reads back exactly.
class Source {
 public:
  template <Scalar T> Source& operator<<(T x) {
    text_ << std::hexfloat << static_cast<builtin_t<T>>(x);
    return *this;
  }
  Source& operator<<(std::string_view s) { return text_ << s, *this; }
  template <Scalar T> Source& operator<<(const Vec2<T>& v) { return *this << "{" << v.x << ", " << v.y << "}"; }
  template <Scalar T> Source& operator<<(const Vec3<T>& v) {
    return *this << "{" << v.x << ", " << v.y << ", " << v.z << "}";
  }
  template <Scalar T> Source& operator<<(const Pose<T>& x) {
    return *this << "Pose{.rotation = Mat3::from_rows(" << x.rotation.row(0) << ", " << x.rotation.row(1) << ", "
                 << x.rotation.row(2) << "), .translation = " << x.translation << "}";
  }
  template <PlainShape S> Source& operator<<(const S& s) {
    *this << S::name << "{";
    std::string_view separator;
    for_each_field(s, [&](const auto& field, const auto& value) {
      *this << separator << "." << field.name << " = " << value;
      separator = ", ";
    });
    return *this << "}";
  }
  template <Scalar T> Source& operator<<(const Hull<T>& hull) {
    *this << "Hull::from_points(std::vector<Vec3>{";
    for (std::size_t i = 0; i < hull.vertex_count(); ++i) *this << (i ? ", " : "") << hull.vertices()[i];
    return *this << "})";
  }
  template <Scalar T> Source& operator<<(const Custom<T>& s) {
    text_ << "/* " << s << " */";
    return *this;
  }
  std::string str() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

}  // namespace

template <Scalar T>
std::string reproducer(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b) {
  Source source;
  source << "contact(";
  a.visit([&](const auto& s) { source << s; });
  source << ", " << pose_a << ", ";
  b.visit([&](const auto& s) { source << s; });
  source << ", " << pose_b << ");";
  return source.str();
}

#define TACTUS_INSTANTIATE(T) \
  template std::string reproducer(const Shape<T>&, const Pose<T>&, const Shape<T>&, const Pose<T>&);
TACTUS_FOR_EACH_SCALAR(TACTUS_INSTANTIATE)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
