// SPDX-License-Identifier: MIT
#include <sim/dem/sizes.h>
#include <tactus/core/reject.h>
#include <tactus/shape/composite.h>

#include <cmath>
#include <optional>

namespace tactus::sim::dem {

namespace {

template <Scalar T> void check_range(const char* call, T least, T most, int classes) {
  if (!(least > T(0)) || !(most >= least) || !is_finite(most))
    reject(call, ": sizes from ", least, " to ", most, "; 0 < least <= most is required");
  if (classes < 1 || classes > 1000) reject(call, ": ", classes, " classes; 1 to 1000 are required");
}

/// The middle of each of `classes` equal intervals, weighted by the number density there.
template <Scalar T, class F> std::vector<SizeClass<T>> classes_of(T least, T most, int classes, F&& density) {
  if (least == most) return {{least, T(1)}};
  std::vector<SizeClass<T>> list;
  for (int i = 0; i < classes; ++i) {
    const T size = least + (most - least) * (T(i) + T(0.5)) / T(classes);
    list.push_back({size, density(size)});
  }
  return list;
}

template <Scalar T> T times(T x, T f) { return x * f; }
template <Scalar T> Vec2<T> times(const Vec2<T>& v, T f) { return {v.x * f, v.y * f}; }
template <Scalar T> Vec3<T> times(const Vec3<T>& v, T f) { return v * f; }

}  // namespace

template <Scalar T> std::vector<SizeClass<T>> uniform_sizes(T least, T most, int classes) {
  check_range("uniform_sizes", least, most, classes);
  return classes_of(least, most, classes, [](T) { return T(1); });
}

template <Scalar T> std::vector<SizeClass<T>> lognormal_sizes(T median, T sigma, T least, T most, int classes) {
  check_range("lognormal_sizes", least, most, classes);
  if (!(median > T(0)) || !(sigma > T(0)) || !is_finite(median) || !is_finite(sigma))
    reject("lognormal_sizes: median ", median, " and sigma ", sigma, "; both must be positive");
  return classes_of(least, most, classes,
                    [&](T x) { return std::exp(-square(std::log(x / median) / sigma) / T(2)) / x; });
}

/// Mass below x: (x/most)^e, so numbers have the density x^(e - 1)/x³.
template <Scalar T> std::vector<SizeClass<T>> fuller_sizes(T least, T most, T exponent, int classes) {
  check_range("fuller_sizes", least, most, classes);
  if (!(exponent > T(0)) || !is_finite(exponent)) reject("fuller_sizes: exponent ", exponent, " must be positive");
  return classes_of(least, most, classes, [&](T x) { return std::pow(x / most, exponent - T(4)); });
}

namespace {

template <Scalar T> Hull<T> times(const Hull<T>& hull, T factor) {
  std::vector<Vec3<T>> points;
  for (const Vec3<T>& p : hull.vertices()) points.push_back(p * factor);
  return Hull<T>::from_points(points);
}
template <PlainShape S, Scalar T> S times(const S& shape, T factor) {
  S result = shape;
  std::apply(
      [&](const auto&... field) {
        ((field.rule == FieldRule::exponent ? void() : void(result.*field.member = times(shape.*field.member, factor))),
         ...);
      },
      S::fields());
  return result;
}
template <Scalar T> Shape<T> times(const Shape<T>& shape, T factor) { return scaled(shape, factor); }

/// rounded(core, r), scaled, if the core is one of these types; else nothing.
template <class... Cores, Scalar T> std::optional<Shape<T>> times_rounded(const Custom<T>& shape, T factor) {
  std::optional<Shape<T>> result;
  const auto attempt = [&]<class Core>(const Rounded<Core>* it) {
    if (it) result = Shape<T>(rounded(times(it->core, factor), it->rounding * factor));
  };
  (attempt(shape.template target<Rounded<Cores>>()), ...);
  return result;
}

}  // namespace

template <Scalar T> Shape<T> scaled(const Shape<T>& shape, T factor) {
  if (!(factor > T(0)) || !is_finite(factor)) reject("scaled: factor ", factor, " must be positive and finite");
  return shape.visit([&](const auto& s) -> Shape<T> {
    using S = std::remove_cvref_t<decltype(s)>;
    if constexpr (!std::same_as<S, Custom<T>>) {
      return times(s, factor);
    } else {
      if (const auto result =
              times_rounded<Hull<T>, Box<T>, Cylinder<T>, Cone<T>, Frustum<T>, ConicalFrustum<T>, Ellipsoid<T>,
                            Superquadric<T>, Triangle<T>, Rectangle<T>, Disc<T>, Shape<T>>(s, factor))
        return *result;
      reject("scaled: ", shape,
             " is neither a shape of the library nor rounded(one of them, r), so it cannot be scaled automatically; "
             "give its sizes one by one");
    }
  });
}

template <Scalar T> std::vector<SizedShape<T>> sized(const Shape<T>& shape, const std::vector<SizeClass<T>>& classes) {
  std::vector<SizedShape<T>> list;
  for (const SizeClass<T>& c : classes) list.push_back({scaled(shape, c.factor), c.weight});
  return list;
}

#define TACTUS_DEM_SIZES(T)                                            \
  template std::vector<SizeClass<T>> uniform_sizes(T, T, int);         \
  template std::vector<SizeClass<T>> lognormal_sizes(T, T, T, T, int); \
  template std::vector<SizeClass<T>> fuller_sizes(T, T, T, int);       \
  template Shape<T> scaled(const Shape<T>&, T);                        \
  template std::vector<SizedShape<T>> sized(const Shape<T>&, const std::vector<SizeClass<T>>&);
TACTUS_DEM_SIZES(float)
TACTUS_DEM_SIZES(double)

}  // namespace tactus::sim::dem
