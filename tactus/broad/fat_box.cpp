// SPDX-License-Identifier: MIT
#include <tactus/broad/fat_box.h>
#include <tactus/broad/ray.h>

namespace tactus::broad {

bool FatRay::touches(const FatBox& box, double max_t) const {
  if (box.empty()) return false;
  Vec3<double> low = box.min.cast<double>(), high = box.max.cast<double>();
  const double reach = max(max_abs(origin), max(max_abs(low), max_abs(high)));
  for (int axis = 0; axis < 3; ++axis) {  // a clamped box may be anywhere beyond the limit
    if (low[axis] <= -far_away) low[axis] = -infinity<double>;
    if (high[axis] >= far_away) high[axis] = infinity<double>;
  }
  return broad::touches(Ray<double>{origin, direction}, expanded(Aabb<double>{low, high}, reach * 0x1p-20), max_t);
}

}  // namespace tactus::broad
