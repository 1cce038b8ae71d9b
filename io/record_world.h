// SPDX-License-Identifier: MIT
#pragma once
/// The contacts and boxes of a World in the form of a recording.
#include <io/recorded.h>
#include <tactus/world/world.h>

namespace tactus::io {

/// All contacts of the last update, including those of sleeping pairs. `number(BodyId)` is the body's number in the
/// recording; `impulse(data, normal)` is the impulse of a point along the normal and the two tangents (tangent_frame).
template <class Data, class Number, class Impulse>
std::vector<RecordedContact> contacts_of(const World<double, Data>& world, Number&& number, Impulse&& impulse) {
  std::vector<RecordedContact> all;
  const auto add = [&](const auto& list) {
    for (const auto& touch : list) {
      RecordedContact& c = all.emplace_back();
      c.a = number(touch.a), c.b = number(touch.b), c.contact = touch.contact;
      for (const auto& p : touch.points.contact_points())
        c.points.push_back({p.position, p.distance, p.id, world.age(p), impulse(p.data, c.contact.normal)});
    }
  };
  add(world.contacts());
  add(world.sleeping_contacts());
  return all;
}

/// For the default data.
template <class Number> std::vector<RecordedContact> contacts_of(const World<double>& world, Number&& number) {
  return contacts_of(world, number, [](const Impulses<double>& i, const Vec3<double>&) {
    return Vec3<double>{i.normal, i.tangent_u, i.tangent_v};
  });
}

/// The box of every body, margin included, as in the broad phase.
template <class Data>
std::vector<Aabb<double>> boxes_of(const World<double, Data>& world, std::span<const BodyId> ids) {
  std::vector<Aabb<double>> boxes;
  for (const BodyId id : ids) {
    const Body<double>& body = world.body(id);
    Aabb<double> box = body.shape.aabb(body.pose);
    const Vec3<double> margin{body.margin, body.margin, body.margin};
    boxes.push_back({box.min - margin, box.max + margin});
  }
  return boxes;
}

/// Pairs of bodies whose boxes overlap and whose filters allow a pair. ids[i] is body i of the recording.
template <class Data>
std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs_of(const World<double, Data>& world,
                                                              std::span<const BodyId> ids) {
  std::vector<std::uint32_t> number;
  for (std::uint32_t i = 0; i < ids.size(); ++i) {
    if (number.size() <= ids[i].slot) number.resize(ids[i].slot + 1);
    number[ids[i].slot] = i;
  }
  const std::vector<Aabb<double>> boxes = boxes_of(world, ids);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (std::uint32_t i = 0; i < ids.size(); ++i) {
    if (!world.body(ids[i]).shape.bounded()) continue;
    world.query(boxes[i], [&](BodyId other) {
      if (ids[i].slot < other.slot && world.may_pair(ids[i], other)) pairs.emplace_back(i, number[other.slot]);
      return true;
    });
  }
  return pairs;
}

}  // namespace tactus::io
