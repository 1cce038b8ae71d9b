// SPDX-License-Identifier: MIT
#pragma once
#include <io/recorded.h>

#include <cstddef>
#include <vector>

namespace tactus::io {

/// Contacts, boxes and pairs of a frame with all their numbers. Stored in columns, one number of all contacts after the
/// other, and within each column the first bytes of all, then the second bytes and so on: that compresses better. In
/// this order:
///
///     u32 frame, contacts, points, boxes, pairs (how many)
///     contacts: u32 a, b, status, points; f64 distance, lower, upper; f32 normal x y z; u32 feature_a, feature_b (ids)
///     points:   f32 position x y z, distance; u32 id a, b, clip, age; f32 impulse along normal and tangents
///     boxes:    f32 min x y z, max x y z
///     pairs:    u32 a, b
std::vector<std::byte> encode_details(std::uint32_t frame, const FrameDetails& details);

}  // namespace tactus::io
