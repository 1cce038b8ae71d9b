// SPDX-License-Identifier: MIT
/// The kernels of batches for double, once per instruction set, the best one chosen when the program runs. This file is
/// compiled several times over: foreach_target.h includes it once per set, each time with another HWY_NAMESPACE.
#include <tactus/batch/lanes/targets.h>
// (targets.h goes before all headers of Highway)
#include <tactus/batch/lanes/locate.h>
#include <tactus/math/rigid.h>

#include <algorithm>
#include <bit>

#if defined(TACTUS_HAVE_HIGHWAY)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tactus/batch/lanes/double.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tactus::batch::detail::lanes_of_double::HWY_NAMESPACE {

#undef TACTUS_LANE_SCALAR
#define TACTUS_LANE_SCALAR double
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

}  // namespace tactus::batch::detail::lanes_of_double::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tactus::batch::detail {
namespace lanes_of_double {
HWY_EXPORT(solve_block);
HWY_EXPORT(locate_balls);
}  // namespace lanes_of_double
bool solve(Block<double>& block, const Task<double>& task) {
  using namespace lanes_of_double;
  HWY_DYNAMIC_DISPATCH(solve_block)(block, task);
  return true;
}
bool locate(const Pose<double>* poses, std::size_t links, std::size_t count, std::span<const LinkBall<double>> balls,
            const Cells<double>& cells, bool centers, Located<double>* at, double* doubt) {
  using namespace lanes_of_double;
  HWY_DYNAMIC_DISPATCH(locate_balls)(poses, links, count, balls, cells, centers, at, doubt);
  return true;
}
}  // namespace tactus::batch::detail
#endif

#else

namespace tactus::batch::detail {
bool solve(Block<double>&, const Task<double>&) { return false; }
bool locate(const Pose<double>*, std::size_t, std::size_t, std::span<const LinkBall<double>>, const Cells<double>&,
            bool, Located<double>*, double*) {
  return false;
}
}  // namespace tactus::batch::detail

#endif
