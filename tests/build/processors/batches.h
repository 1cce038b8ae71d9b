// SPDX-License-Identifier: MIT
#pragma once
/// The bits of batches: every kind of shape that lanes handle against every other.
#include <tactus/batch/batch.h>

#include <cstring>
#include <vector>

namespace tactus {

/// FNV-1a, over numbers and enumerators one by one, because there may be padding between them.
class Hash {
 public:
  template <class V> void add(V value) {
    std::uint8_t bytes[sizeof(V)];
    std::memcpy(bytes, &value, sizeof value);
    for (const std::uint8_t b : bytes) state_ = (state_ ^ b) * 0x100000001b3u;
  }
  template <Scalar T> void add(const Vec3<T>& v) { add(v.x), add(v.y), add(v.z); }
  void add(const Feature& f) { add(f.id()); }
  template <Scalar T> void add(const Contact<T>& c) {
    add(c.status), add(c.distance), add(c.lower), add(c.upper), add(c.resolution);
    add(c.normal), add(c.point_a), add(c.point_b), add(c.feature_a), add(c.feature_b);
    add(c.iterations), add(c.support_calls);
  }
  template <Scalar T> void add(const Manifold<T>& m) {
    add(m.status), add(m.normal), add(m.count);
    for (const ContactPoint<T>& p : m) add(p.position), add(p.distance), add(p.id.a), add(p.id.b), add(p.id.clip);
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

/// Bodies of one table on each side, body k of A against body k of B.
template <Scalar T> struct ManyPairs {
  std::vector<Shape<T>> shapes_a, shapes_b;  // one shape for each body
  std::vector<Pose<T>> poses_a, poses_b;
};

/// What batches answer, and in how many pairs the lanes did it.
struct BatchHashes {
  Hash intersects, distance, contact;
  std::size_t in_lanes = 0;
};

template <Scalar T> void add_answers(BatchHashes& hashes, const ManyPairs<T>& all) {
  const std::size_t n = all.poses_a.size();
  const batch::Placed<T> a{all.shapes_a, {}, std::span<const Pose<T>>(all.poses_a)};
  const batch::Placed<T> b{all.shapes_b, {}, std::span<const Pose<T>>(all.poses_b)};
  std::vector<std::uint8_t> touching(n);
  std::vector<Contact<T>> contacts(n);
  hashes.in_lanes += batch::intersects(a, b, batch::one_by_one(n), batch::Answers<T>{.touching = touching}).in_lanes;
  for (const std::uint8_t hit : touching) hashes.intersects.add(hit);
  const auto add = [&](Hash& hash, const batch::Summary& summary) {
    hashes.in_lanes += summary.in_lanes;
    for (const Contact<T>& c : contacts) hash.add(c);
  };
  add(hashes.distance, batch::distance(a, b, batch::one_by_one(n), batch::Answers<T>{.contact = contacts}));
  add(hashes.contact, batch::contact(a, b, batch::one_by_one(n), batch::Answers<T>{.contact = contacts}));
}

}  // namespace tactus
