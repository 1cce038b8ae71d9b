// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/batch/batch.h>

#include <cstddef>
#include <vector>

namespace tactus::testing {

/// Every field of every pair, as bytes that can be compared.
template <class T> struct AllFields {
  std::vector<std::uint8_t> touching;
  std::vector<Status> status;
  std::vector<T> distance, lower, upper;
  std::vector<Vec3<T>> normal, point_a, point_b;
  std::vector<Feature> feature_a, feature_b;

  explicit AllFields(std::size_t n)
      : touching(n, 0xee),
        status(n, static_cast<Status>(0xee)),
        distance(n, poison),
        lower(n, poison),
        upper(n, poison),
        normal(n, {poison, poison, poison}),
        point_a(normal),
        point_b(normal),
        feature_a(n, {FeatureKind::edge, 12345}),
        feature_b(feature_a) {}
  batch::Answers<T> answers() {
    return {touching, status, distance, lower, upper, normal, point_a, point_b, feature_a, feature_b, {}};
  }
  std::vector<std::byte> bytes() const {
    std::vector<std::byte> all;
    const auto put = [&](const auto& v) {
      const auto* from = reinterpret_cast<const std::byte*>(v.data());
      all.insert(all.end(), from, from + v.size() * sizeof(v[0]));
    };
    put(touching), put(status), put(distance), put(lower), put(upper), put(normal), put(point_a), put(point_b);
    for (const Feature& f : feature_a) all.push_back(std::byte(f.id())), all.push_back(std::byte(f.id() >> 30));
    for (const Feature& f : feature_b) all.push_back(std::byte(f.id())), all.push_back(std::byte(f.id() >> 30));
    return all;
  }
  static constexpr T poison = T(-77.25);
};

}  // namespace tactus::testing
