// SPDX-License-Identifier: MIT
/// The kernels of batches for float, once per instruction set, the best one chosen when the program runs. This file is
/// compiled several times over: foreach_target.h includes it once per set, each time with another HWY_NAMESPACE.
#include <tactus/batch/lanes/targets.h>
// (targets.h goes before all headers of Highway)
#include <tactus/batch/lanes/locate.h>
#include <tactus/math/rigid.h>

#include <algorithm>
#include <bit>

#if defined(TACTUS_HAVE_HIGHWAY)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tactus/batch/lanes/float.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tactus::batch::detail::lanes_of_float::HWY_NAMESPACE {

#undef TACTUS_LANE_SCALAR
#define TACTUS_LANE_SCALAR float
// Each of these uses what is above it, so clang-format must not sort them.
// clang-format off
#include <tactus/batch/lanes/vectors.inc>
#include <tactus/batch/lanes/closed.inc>
#include <tactus/batch/lanes/support.inc>
#include <tactus/batch/lanes/simplex.inc>
#include <tactus/batch/lanes/gjk.inc>
#include <tactus/batch/lanes/kernels.inc>
#include <tactus/batch/lanes/locate.inc>
// clang-format on

const char* target_name() { return hwy::TargetName(HWY_TARGET); }

std::uint32_t largest_of(std::span<const std::uint32_t> numbers) {
  const hn::ScalableTag<std::uint32_t> d;
  auto most = hn::Zero(d);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= numbers.size(); i += hn::Lanes(d)) most = hn::Max(most, hn::LoadU(d, &numbers[i]));
  std::uint32_t result = hn::GetLane(hn::MaxOfLanes(d, most));
  for (; i < numbers.size(); ++i) result = std::max(result, numbers[i]);
  return result;
}

}  // namespace tactus::batch::detail::lanes_of_float::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus::batch::detail {
namespace lanes_of_float {
HWY_EXPORT(solve_block);
HWY_EXPORT(locate_balls);
HWY_EXPORT(target_name);
HWY_EXPORT(largest_of);
}  // namespace lanes_of_float
bool solve(Block<float>& block, const Task<float>& task) {
  using namespace lanes_of_float;
  HWY_DYNAMIC_DISPATCH(solve_block)(block, task);
  return true;
}
const char* lane_target() {
  using namespace lanes_of_float;
  return HWY_DYNAMIC_DISPATCH(target_name)();
}
std::uint32_t largest(std::span<const std::uint32_t> numbers) {
  using namespace lanes_of_float;
  return HWY_DYNAMIC_DISPATCH(largest_of)(numbers);
}
bool locate(const Pose<float>* poses, std::size_t links, std::size_t count, std::span<const LinkBall<float>> balls,
            const Cells<float>& cells, bool centers, Located<float>* at, float* doubt) {
  using namespace lanes_of_float;
  HWY_DYNAMIC_DISPATCH(locate_balls)(poses, links, count, balls, cells, centers, at, doubt);
  return true;
}
}  // namespace tactus::batch::detail
#endif

#else

namespace tactus::batch::detail {
bool solve(Block<float>&, const Task<float>&) { return false; }
bool locate(const Pose<float>*, std::size_t, std::size_t, std::span<const LinkBall<float>>, const Cells<float>&, bool,
            Located<float>*, float*) {
  return false;
}
const char* lane_target() { return "none"; }
std::uint32_t largest(std::span<const std::uint32_t> numbers) {
  return numbers.empty() ? 0 : *std::max_element(numbers.begin(), numbers.end());
}
}  // namespace tactus::batch::detail

#endif
