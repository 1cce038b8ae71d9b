// SPDX-License-Identifier: MIT
#include <io/bytes.h>
#include <io/detail_codec.h>

#include <type_traits>

namespace tactus::io {
namespace {

/// Writes one number of every item of a list, byte by byte.
template <class Number, class Items, class Get> void write_column(ByteWriter& out, const Items& items, Get&& get) {
  std::vector<std::array<std::byte, sizeof(Number)>> column;
  column.reserve(items.size());
  for (const auto& item : items)
    column.push_back(std::bit_cast<std::array<std::byte, sizeof(Number)>>(static_cast<Number>(get(item))));
  for (std::size_t k = 0; k < sizeof(Number); ++k)
    for (const auto& number : column) out.write(number[k]);
}
template <class Items, class Get> void write_vectors(ByteWriter& out, const Items& items, Get&& get) {
  for (int axis = 0; axis < 3; ++axis) write_column<float>(out, items, [&](const auto& i) { return get(i)[axis]; });
}

using u32 = std::uint32_t;

void write_contacts(ByteWriter& out, const std::vector<RecordedContact>& all) {
  using C = RecordedContact;
  write_column<u32>(out, all, [](const C& c) { return c.a; });
  write_column<u32>(out, all, [](const C& c) { return c.b; });
  write_column<u32>(out, all, [](const C& c) { return c.contact.status; });
  write_column<u32>(out, all, [](const C& c) { return c.points.size(); });
  write_column<double>(out, all, [](const C& c) { return c.contact.distance; });
  write_column<double>(out, all, [](const C& c) { return c.contact.lower; });
  write_column<double>(out, all, [](const C& c) { return c.contact.upper; });
  write_vectors(out, all, [](const C& c) { return c.contact.normal; });
  write_column<u32>(out, all, [](const C& c) { return c.contact.feature_a.id(); });
  write_column<u32>(out, all, [](const C& c) { return c.contact.feature_b.id(); });
}

void write_points(ByteWriter& out, const std::vector<RecordedPoint>& all) {
  using P = RecordedPoint;
  write_vectors(out, all, [](const P& p) { return p.position; });
  write_column<float>(out, all, [](const P& p) { return p.distance; });
  write_column<u32>(out, all, [](const P& p) { return p.id.a; });
  write_column<u32>(out, all, [](const P& p) { return p.id.b; });
  write_column<u32>(out, all, [](const P& p) { return p.id.clip; });
  write_column<u32>(out, all, [](const P& p) { return p.age; });
  write_vectors(out, all, [](const P& p) { return p.impulse; });
}

}  // namespace

std::vector<std::byte> encode_details(std::uint32_t frame, const FrameDetails& details) {
  std::vector<RecordedPoint> points;
  for (const RecordedContact& c : details.contacts) points.insert(points.end(), c.points.begin(), c.points.end());
  ByteWriter out;
  out.write(frame);
  for (const std::size_t count : {details.contacts.size(), points.size(), details.boxes.size(), details.pairs.size()})
    out.write(static_cast<u32>(count));
  write_contacts(out, details.contacts);
  write_points(out, points);
  write_vectors(out, details.boxes, [](const Aabb<double>& box) { return box.min; });
  write_vectors(out, details.boxes, [](const Aabb<double>& box) { return box.max; });
  write_column<u32>(out, details.pairs, [](const auto& pair) { return pair.first; });
  write_column<u32>(out, details.pairs, [](const auto& pair) { return pair.second; });
  return out.take();
}

}  // namespace tactus::io
