// SPDX-License-Identifier: MIT
#pragma once
/// Bodies made of pieces, by brute force over their pieces with the oracle.
#include <gtest/gtest.h>
#include <tactus/query.h>
#include <tests/helpers/meshes.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/polytope_distance.h>

#include <algorithm>

namespace tactus::testing {

using Pose = tactus::Pose<double>;
using Vec = Vec3<double>;

/// The pieces of any body, as polytopes of the oracle in the body's frame.
inline std::vector<oracle::Polytope> oracle_pieces(const pieces::PieceSource<double>& body) {
  std::vector<oracle::Polytope> all;
  for (std::uint32_t i = 0; i < body.count(); ++i) {
    pieces::Piece<double> piece;
    body.piece(i, piece);
    std::vector<oracle::Vec3> points;
    const auto add = [&](const Vec& v) { points.push_back(to_oracle(piece.pose ? *piece.pose * v : v)); };
    if (const auto* t = piece.shape->get_if<Triangle<double>>()) add(t->a), add(t->b), add(t->c);
    if (const auto* h = piece.shape->get_if<Hull<double>>())
      for (const Vec& v : h->vertices()) add(v);
    if (const auto* b = piece.shape->get_if<Box<double>>())
      for (int k = 0; k < 8; ++k) add(hadamard(b->half, {k & 1 ? 1. : -1., k & 2 ? 1. : -1., k & 4 ? 1. : -1.}));
    all.push_back(oracle::Polytope::from_points(points));
  }
  return all;
}

struct Truth {
  double nearest = infinity<double>, lower = infinity<double>;
};
/// Pairs are left out if balls around them are farther apart than the nearest pair so far: no such pair is nearer, or
/// deeper.
inline Truth brute_force(const std::vector<oracle::Polytope>& a, const std::vector<oracle::Polytope>& b,
                         const Pose& x_ab) {
  Truth t;
  const oracle::Pose x = to_oracle(x_ab);
  for (const auto& q : b) {
    const oracle::Vec3 center = x * q.vertices[0];
    for (const auto& p : a) {
      if (norm(center - p.vertices[0]) - p.size - q.size > t.nearest + 1e-9) continue;
      const auto answer = oracle::polytope_distance(p, q, x);
      t.nearest = std::min(t.nearest, static_cast<double>(answer.upper));
      t.lower = std::min(t.lower, static_cast<double>(answer.lower));
    }
  }
  return t;
}

/// Apart: within its bounds, which have met. Overlapping: at least as deep as the deepest pair. Only one-sided surfaces
/// may then push nothing.
template <class A, class B>
bool check(const A& a, const B& b, const Truth& truth, const Pose& pose_a, const Pose& pose_b, bool one_sided = false) {
  constexpr double tolerance = 2e-12;
  const auto c = contact(a, pose_a, b, pose_b);
  const auto d = distance(a, pose_a, b, pose_b);
  EXPECT_NEAR(norm(c.normal), 1, 1e-12);
  EXPECT_NEAR(norm(c.point_b - c.point_a - c.distance * c.normal), 0, 1e-11);
  if (truth.lower > tolerance) {
    EXPECT_FALSE(intersects(a, pose_a, b, pose_b));
    for (const Contact<double>& x : {Contact<double>(c), Contact<double>(d)}) {
      EXPECT_EQ(x.status, Status::separated);
      EXPECT_NEAR(x.distance, truth.nearest, tolerance);
      EXPECT_LE(x.lower, truth.nearest + tolerance);
      EXPECT_GE(x.upper, truth.lower - tolerance);
      EXPECT_LE(x.upper - x.lower, 1e-11);
    }
    EXPECT_EQ(contact(a, pose_a, b, pose_b, {.max_distance = truth.lower / 2}).status, Status::beyond_max);
    EXPECT_TRUE(manifolds(a, pose_a, b, pose_b).empty());
  } else if (truth.nearest < -tolerance) {
    EXPECT_TRUE(intersects(a, pose_a, b, pose_b));
    EXPECT_EQ(d.status, Status::overlapping);
    EXPECT_EQ(d.distance, 0);
    EXPECT_EQ(c.status, Status::overlapping);
    EXPECT_NEAR(c.upper, truth.nearest, 1e-11);
    EXPECT_LE(c.distance, c.upper + 1e-11);
    EXPECT_LT(c.lower, c.distance);
    EXPECT_TRUE(one_sided || !manifolds(a, pose_a, b, pose_b).empty());
  }
  return truth.nearest <= 0;
}

/// Both bodies in random poses, and in those of one that drifts past the other; how many of these touch.
template <class A, class B>
int duel(Random& random, const A& a, const B& b, int poses, double reach, bool one_sided = false) {
  const pieces::Queried<A> in_a(a);
  const pieces::Queried<B> in_b(b);
  const auto pieces_a = oracle_pieces(in_a.source()), pieces_b = oracle_pieces(in_b.source());
  int hits = 0;
  Pose drifting = random.pose(reach);
  const Vec way = random.direction() * 0.01;
  for (int k = 0; k < poses; ++k) {
    drifting.translation += way;
    const Pose x_ab = k % 2 ? drifting : random.pose(reach);
    hits += check(a, b, brute_force(pieces_a, pieces_b, x_ab), Pose{}, x_ab, one_sided);
  }
  return hits;
}

inline List random_triangles(Random& random, int n, double size) {
  List l;
  for (int i = 0; i < n; ++i) {
    const Vec at = random.vector(0, 1);
    for (int k = 0; k < 3; ++k) l.vertices.push_back(at + random.direction() * size);
    l.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return l;
}
inline Shape<double> random_hull(Random& random, int points, double size) {
  std::vector<Vec> cloud;
  for (int i = 0; i < points; ++i) cloud.push_back(random.direction() * size);
  return Hull<double>::from_points(cloud);
}
inline Compound<double> random_compound(Random& random, int n, double size = 0.3) {
  std::vector<CompoundPiece<double>> list;
  for (int i = 0; i < n; ++i) {
    const Shape<double> shape =
        i % 2 ? random_hull(random, 8, size) : Shape<double>(Box<double>{{size, size * 2 / 3, size / 3}});
    list.push_back({shape, random.pose(1)});
  }
  return Compound<double>(list);
}
/// Rough ground of 4 × 3 cells from (0, 0) to (1.6, 1).
inline HeightField<double> random_field(Random& random) {
  HeightGrid<double> grid{.columns = 5, .rows = 4, .spacing = {0.4, 0.5}, .step = 1e-5};
  for (int i = 0; i < 20; ++i) grid.heights.push_back(static_cast<std::uint16_t>(random.below(40000)));
  return HeightField<double>(grid);
}

}  // namespace tactus::testing
