// SPDX-License-Identifier: MIT
/// The linear scan once per instruction set, the best one chosen at run time. This file is compiled several times:
/// foreach_target.h includes it once per set, each time with another HWY_NAMESPACE.
#include <tactus/lookup/linear.h>

#if defined(TACTUS_HAVE_HIGHWAY)

// With -march=native on a processor that has AVX3_DL, Highway 1.0.3 makes AVX3_DL its baseline, but does not list it
// among the targets that it can compile for. That does not compile, so AVX3_DL is disabled.
#define HWY_DISABLED_TARGETS HWY_AVX3_DL
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tactus/lookup/linear_dispatch.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tactus::lookup::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Like linear_by_lanes: multiply, then add (never fused, which would round differently), two running maxima per lane,
/// and the lowest index among equals.
template <class T>
HWY_INLINE std::uint32_t scan(const T* xs, const T* ys, const T* zs, std::size_t count, const Vec3<T>& direction) {
  const hn::CappedTag<T, 32 / sizeof(T)> d;
  const hn::RebindToSigned<decltype(d)> di;
  const std::size_t width = hn::Lanes(d);
  const auto dx = hn::Set(d, direction.x), dy = hn::Set(d, direction.y), dz = hn::Set(d, direction.z);
  const auto values = [&](std::size_t i) HWY_ATTR {
    const auto xy = hn::Add(hn::Mul(hn::LoadU(d, xs + i), dx), hn::Mul(hn::LoadU(d, ys + i), dy));
    return hn::Add(xy, hn::Mul(hn::LoadU(d, zs + i), dz));
  };
  const auto stride = hn::Set(di, static_cast<hn::TFromD<decltype(di)>>(2 * width));
  auto at_even = hn::Iota(di, 0), at_odd = hn::Iota(di, static_cast<hn::TFromD<decltype(di)>>(width));
  auto even = values(0), odd = values(width);
  auto index_even = at_even, index_odd = at_odd;
  for (std::size_t i = 2 * width; i < count; i += 2 * width) {
    at_even = hn::Add(at_even, stride), at_odd = hn::Add(at_odd, stride);
    const auto value_even = values(i), value_odd = values(i + width);
    const auto farther_even = hn::Gt(value_even, even), farther_odd = hn::Gt(value_odd, odd);
    even = hn::IfThenElse(farther_even, value_even, even);
    index_even = hn::IfThenElse(hn::RebindMask(di, farther_even), at_even, index_even);
    odd = hn::IfThenElse(farther_odd, value_odd, odd);
    index_odd = hn::IfThenElse(hn::RebindMask(di, farther_odd), at_odd, index_odd);
  }
  // The highest value, then the lowest index that has it.
  const auto highest = hn::MaxOfLanes(d, hn::Max(even, odd));
  const auto none = hn::Set(di, std::numeric_limits<hn::TFromD<decltype(di)>>::max());
  const auto hit_even = hn::IfThenElse(hn::RebindMask(di, hn::Eq(even, highest)), index_even, none);
  const auto hit_odd = hn::IfThenElse(hn::RebindMask(di, hn::Eq(odd, highest)), index_odd, none);
  const auto lowest = hn::GetLane(hn::MinOfLanes(di, hn::Min(hit_even, hit_odd)));
  return lowest < static_cast<decltype(lowest)>(count) ? static_cast<std::uint32_t>(lowest) : 0;  // 0 for NaN
}

std::uint32_t scan_float(const float* xs, const float* ys, const float* zs, std::size_t count,
                         const Vec3<float>& direction) {
  return scan(xs, ys, zs, count, direction);
}
std::uint32_t scan_double(const double* xs, const double* ys, const double* zs, std::size_t count,
                          const Vec3<double>& direction) {
  return scan(xs, ys, zs, count, direction);
}
const char* target_name() { return hwy::TargetName(HWY_TARGET); }

}  // namespace tactus::lookup::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus::lookup {

HWY_EXPORT(scan_float);
HWY_EXPORT(scan_double);
HWY_EXPORT(target_name);

std::uint32_t linear_dispatched(std::span<const float> xs, std::span<const float> ys, std::span<const float> zs,
                                const Vec3<float>& direction) {
  return HWY_DYNAMIC_DISPATCH(scan_float)(xs.data(), ys.data(), zs.data(), xs.size(), direction);
}
std::uint32_t linear_dispatched(std::span<const double> xs, std::span<const double> ys, std::span<const double> zs,
                                const Vec3<double>& direction) {
  return HWY_DYNAMIC_DISPATCH(scan_double)(xs.data(), ys.data(), zs.data(), xs.size(), direction);
}
const char* linear_target() { return HWY_DYNAMIC_DISPATCH(target_name)(); }

}  // namespace tactus::lookup
#endif

#else

namespace tactus::lookup {

std::uint32_t linear_dispatched(std::span<const float> xs, std::span<const float> ys, std::span<const float> zs,
                                const Vec3<float>& direction) {
  return linear_by_lanes(xs, ys, zs, direction);
}
std::uint32_t linear_dispatched(std::span<const double> xs, std::span<const double> ys, std::span<const double> zs,
                                const Vec3<double>& direction) {
  return linear_by_lanes(xs, ys, zs, direction);
}
const char* linear_target() { return "the compiler's"; }

}  // namespace tactus::lookup

#endif
