// SPDX-License-Identifier: MIT
#pragma once
/// Batches of shapes and poses from bytes, good and hostile lanes side by side: every answer keeps the contract, and
/// is the same as if its pair had been asked alone. Configurations of bodies likewise.
#include <tactus/batch/bodies.h>
#include <tests/fuzz/targets.h>

namespace tactus::fuzz {

template <Scalar T> struct BatchQuestion {
  std::vector<Shape<T>> shapes;
  std::vector<std::uint32_t> of_a, of_b;
  std::vector<Pose<T>> poses_a, poses_b;
  Options<T> options;

  std::size_t size() const { return poses_a.size(); }
  Question<T> pair(std::size_t k) const { return {shapes[of_a[k]], shapes[of_b[k]], poses_a[k], poses_b[k], options}; }
};

/// A few shapes, more pairs than a vector has lanes.
template <Scalar T> BatchQuestion<T> batch_question(Bytes& bytes) {
  BatchQuestion<T> q;
  for (int i = 1 + bytes.below(4); i > 0; --i) {
    bytes.draw_hostility();
    if (const auto s = shape_or_none<T>(bytes)) q.shapes.push_back(*s);
  }
  if (q.shapes.empty()) q.shapes.push_back(Sphere<T>{T(1)});
  for (int k = 1 + bytes.below(20); k > 0; --k) {
    if (k % 4 == 0) bytes.draw_hostility();
    q.of_a.push_back(static_cast<std::uint32_t>(bytes.byte() % q.shapes.size()));
    q.of_b.push_back(static_cast<std::uint32_t>(bytes.byte() % q.shapes.size()));
    q.poses_a.push_back(pose<T>(bytes)), q.poses_b.push_back(pose<T>(bytes));
  }
  bytes.draw_hostility();
  q.options = options<T>(bytes);
  return q;
}

template <Scalar T> struct BatchReplies {
  std::vector<std::uint8_t> touching;
  std::vector<Contact<T>> gap, signed_gap;
  std::vector<Derivative<T>> slope;

  /// `n` pairs from pair `first` on.
  BatchReplies(const BatchQuestion<T>& q, std::size_t first, std::size_t n)
      : touching(n), gap(n), signed_gap(n), slope(n) {
    const batch::Placed<T> a{q.shapes, q.of_a, std::span(q.poses_a)}, b{q.shapes, q.of_b, std::span(q.poses_b)};
    const batch::Pairs pairs{.count = n, .a = {.first = first}, .b = {.first = first}};
    const batch::Settings<T> settings{.options = q.options};
    refusable([&] { batch::intersects(a, b, pairs, batch::Answers<T>{.touching = touching}, settings); });
    batch::distance(a, b, pairs, batch::Answers<T>{.contact = gap}, settings);
    batch::contact(a, b, pairs, batch::Answers<T>{.contact = signed_gap, .derivative = slope}, settings);
  }
};

template <Scalar T> void batch_target(Bytes& bytes) {
  const BatchQuestion<T> all = batch_question<T>(bytes);
  const BatchReplies<T> r(all, 0, all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Question<T> q = all.pair(k);
    check_any(q, r.gap[k], distance_query);
    check_any(q, r.signed_gap[k], "contact");
    q.expect(static_cast<int>(r.slope[k].status) <= static_cast<int>(DerivativeStatus::invalid), "no derivative");
    const BatchReplies<T> alone(all, k, 1);
    const bool comparable = q.in_range() && (q.a.bounded() || q.b.bounded());  // otherwise some numbers may be NaN
    const auto same = [&](const Contact<T>& x, const Contact<T>& y) {
      return x.status == y.status && (x.status == Status::invalid || !comparable ||
                                      (x.distance == y.distance && x.lower == y.lower && x.upper == y.upper &&
                                       x.normal == y.normal && x.point_a == y.point_a && x.point_b == y.point_b));
    };
    q.expect(r.touching[k] == alone.touching[0], "another pair changes intersects");
    q.expect(same(r.gap[k], alone.gap[0]), "another pair changes distance", r.gap[k], alone.gap[0]);
    q.expect(same(r.signed_gap[k], alone.signed_gap[0]), "another pair changes contact", r.signed_gap[k]);
    q.expect(q.is_valid() || r.signed_gap[k].status == Status::invalid, "accepts what is not valid", r.signed_gap[k]);
    if ((!q.a.bounded() && !q.b.bounded()) || !q.is_valid() || !q.in_range()) continue;
    check_certificate(q, r.gap[k], distance_query);
    check_certificate(q, r.signed_gap[k], "contact");
    check_agreement(q, r.touching[k] == 1, r.gap[k], r.signed_gap[k]);
  }
}

/// Two links and a few obstacles: the three queries agree with each other.
template <Scalar T> void bodies_target(Bytes& bytes) {
  const BatchQuestion<T> all = batch_question<T>(bytes);
  std::vector<batch::LinkShape<T>> shapes;
  std::vector<batch::Obstacle<T>> obstacles;
  bool in_range = true;
  for (std::size_t k = 0; k < all.size() && k < 6; ++k) {
    in_range = in_range && all.pair(k).in_range();
    shapes.push_back({static_cast<std::uint32_t>(k % 2), all.shapes[all.of_a[k]], all.poses_a[k]});
    obstacles.push_back({all.shapes[all.of_b[k]], all.poses_b[k]});
  }
  std::vector<Pose<T>> poses;
  bytes.draw_hostility();
  for (int i = 2 * (1 + bytes.below(6)); i > 0; --i) poses.push_back(pose<T>(bytes));
  std::vector<std::uint8_t> touching(poses.size() / 2, 0xee);
  std::vector<batch::NearestPair<T>> nearest(poses.size() / 2);
  std::vector<batch::NearPair<T>> near;
  const T margin = number<T>(bytes);
  refusable([&] {
    batch::Bodies<T> bodies(shapes, obstacles, 2);
    bodies.check_links(0, 1);
    bodies.any_contact(poses, touching, {.options = all.options});
    bodies.least_distance(poses, nearest);
    refusable([&] { bodies.within(poses, margin, near); });
    for (std::size_t c = 0; c < touching.size(); ++c) {
      const Contact<T>& least = nearest[c].contact;
      const Question<T> q{Point<T>{}, Point<T>{}, poses[2 * c], poses[2 * c + 1], {}};
      q.expect(touching[c] <= 1, "any_contact writes", int(touching[c]));
      q.expect(q.is_valid() || (touching[c] == 1 && least.status == Status::invalid), "accepts a configuration");
      if (!in_range || !q.in_range()) continue;
      const T band = T(4) * least.resolution;
      if (least.status == Status::separated && least.lower > band) q.expect(!touching[c], "in contact, but", least);
      if (least.status == Status::overlapping && least.upper < -band) q.expect(touching[c], "free, but", least);
    }
  });
}

}  // namespace tactus::fuzz
