// SPDX-License-Identifier: MIT
#pragma once
/// Scenes with known matches: every point has a label that the matching does not see.
#include <tactus/contact/history/contact_matching.h>

#include <cmath>
#include <string>
#include <vector>

namespace tactus::lab {

struct LabelledPoint {
  ContactPoint<double> point;
  int label;  // its place on the body: which corner, or which end of the line
};

/// One instant: the ground is A, with its face at z = 0; the body is B.
struct Frame {
  Pose<double> pose_a, pose_b;
  std::vector<LabelledPoint> points;

  void add(const Vec3<double>& at, ContactId id, int label) {
    points.push_back({{at - Vec3<double>{0, 0, 0.5e-3}, -1e-3, id}, label});  // 1 mm deep: the surfaces differ
  }
  std::vector<LocatedPoint<double>> located_points() const {
    std::vector<LocatedPoint<double>> located_points;
    for (const LabelledPoint& p : points) located_points.push_back(located(p.point, {0, 0, 1}, pose_a, pose_b));
    return located_points;
  }
};

inline std::uint32_t id_of(FeatureKind kind, int index) {
  return Feature{kind, static_cast<std::uint32_t>(index)}.id();
}
inline ContactId ground_and(FeatureKind kind, int index) {
  return {id_of(FeatureKind::face, 0), id_of(kind, index), 0};
}

/// A unit box slides over the ground, turning slowly about the vertical: four corners.
inline Frame sliding_box(int step, double speed) {
  Frame f;
  f.pose_b = translation(std::cos(0.3) * speed * step, std::sin(0.3) * speed * step, 0.499) * rotation_z(0.01 * step);
  for (int corner = 0; corner < 4; ++corner) {
    const Vec3<double> local{corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, -0.499};
    f.add(f.pose_b * local, ground_and(FeatureKind::vertex, corner), corner);
  }
  return f;
}

/// A wide plate slides over a post of side 1 that stands on the ground: the corners of the contact are the post's.
inline Frame sliding_plate(int step, double speed) {
  Frame f;
  f.pose_b = translation(std::cos(0.3) * speed * step, std::sin(0.3) * speed * step, 0.1) * rotation_z(0.01 * step);
  for (int corner = 0; corner < 4; ++corner) {
    const ContactId id{id_of(FeatureKind::vertex, corner), id_of(FeatureKind::face, 0), 0};
    f.add({corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, 0}, id, corner);
  }
  return f;
}

/// A cylinder of radius 0.5 and length 0.6 lies on its side and rolls along x: the two ends of a line, whose ids are
/// its rims, or (`one_id`) are the same for both.
inline Frame rolling_cylinder(int step, double speed, bool one_id) {
  Frame f;
  f.pose_b = translation(speed * step, 0.0, 0.499) * rotation_y(2 * speed * step) * rotation_x(pi<double> / 2);
  for (int end = 0; end < 2; ++end)
    f.add({speed * step, end ? 0.3 : -0.3, 0}, ground_and(FeatureKind::curved, one_id ? 0 : end), end);
  return f;
}

/// A prism over a regular 12-gon of radius 0.5 tumbles from face to face, on a platform that moves at `speed`: two of
/// the four corners of a face belong to the next face.
inline Frame tumbling_prism(int step, double speed) {
  Frame f;
  const double turn = pi<double> / 6, side = std::sin(turn / 2), inner = 0.5 * std::cos(turn / 2);
  f.pose_a = translation(0.0, speed * step, 0.0);
  f.pose_b = f.pose_a * (translation(side * step, 0.0, inner - 1e-3) * rotation_y(turn * step));
  for (int corner = 0; corner < 4; ++corner) {
    const int ahead = corner & 1, end = corner >> 1, vertex = (step + ahead) % 12;
    const Vec3<double> at{side * (step - 0.5 + ahead), end ? 0.3 : -0.3, 0};
    f.add(f.pose_a * at, ground_and(FeatureKind::vertex, 2 * vertex + end), 2 * (step + ahead) + end);
  }
  return f;
}

struct Share {
  int right = 0, all = 0;
  double percent() const { return 100.0 * right / all; }
};

/// How many points of this frame were matched correctly: with the old point of the same label, or with none if there is
/// no such point.
inline Share right_matches(const Frame& before, const Frame& now, Matching matching, double reach) {
  const auto old_points = before.located_points(), new_points = now.located_points();
  const Twins twins = match_points(std::span<const LocatedPoint<double>>(old_points),
                                   std::span<const LocatedPoint<double>>(new_points), matching, reach);
  Share share;
  for (std::size_t j = 0; j < new_points.size(); ++j) {
    int truth = -1;
    for (std::size_t i = 0; i < old_points.size(); ++i)
      if (before.points[i].label == now.points[j].label) truth = static_cast<int>(i);
    share.right += twins[j] == truth;
    ++share.all;
  }
  return share;
}

template <class Scene> Share share_of_right_matches(const Scene& scene, int steps, Matching matching, double reach) {
  Share share;
  for (int step = 1; step <= steps; ++step) {
    const Share one = right_matches(scene(step - 1), scene(step), matching, reach);
    share.right += one.right, share.all += one.all;
  }
  return share;
}

}  // namespace tactus::lab
