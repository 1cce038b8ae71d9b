// SPDX-License-Identifier: MIT
#include <tactus/shape/face_merging.h>
#include <tactus/shape/loop_normal.h>
#include <tactus/shape/point_distance.h>

#include <algorithm>
#include <numeric>

namespace tactus {

FaceMerging::FaceMerging(std::span<const Vec3<double>> vertices, const FaceLoops& faces, double tolerance)
    : vertices_(vertices),
      faces_(faces),
      tolerance_(tolerance),
      twin_(match_twins(faces, vertices.size())),
      next_(twin_.size()),
      face_of_(twin_.size()) {
  for (std::uint32_t f = 0; f < faces_.size(); ++f) {
    for (std::uint32_t h = faces_.first[f]; h < faces_.first[f + 1]; ++h) {
      next_[h] = h + 1 < faces_.first[f + 1] ? h + 1 : faces_.first[f];
      face_of_[h] = f;
    }
    patches_.push_back(patch_of(f));
  }
  grow_groups();
  count_creases();
}

FaceMerging::Patch FaceMerging::patch_of(std::size_t face) const {
  const auto loop = faces_[face];
  const Vec3<double> doubled_area = area_vector<double, double>(vertices_, loop);
  const double area = norm(doubled_area);
  const Vec3<double> normal = unit_or_zero(doubled_area);
  double longest = 0, offset = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    longest = max(longest, distance(vertices_[loop[i]], vertices_[loop[i ? i - 1 : loop.size() - 1]]));
    offset += dot(normal, vertices_[loop[i]]) / static_cast<double>(loop.size());
  }
  return {normal, offset, area, longest > 0 ? area / longest : 0};
}

/// Is a face part of the seed's plane? A face thinner than the tolerance has no reliable normal; other faces must have
/// a similar normal, so that a group does not grow around the edge of a thin plate.
bool FaceMerging::fits(std::uint32_t face, const Patch& seed) const {
  const Patch& patch = patches_[face];
  if (patch.height > tolerance_ && dot(patch.normal, seed.normal) < 0.5) return false;
  const auto near = [&](std::uint32_t v) { return abs(dot(seed.normal, vertices_[v]) - seed.offset) <= tolerance_; };
  return std::all_of(faces_[face].begin(), faces_[face].end(), near);
}

void FaceMerging::grow_groups() {
  constexpr std::uint32_t none = no_face;
  std::vector<std::uint32_t> by_area(faces_.size());
  std::iota(by_area.begin(), by_area.end(), 0u);
  std::stable_sort(by_area.begin(), by_area.end(),
                   [&](std::uint32_t f, std::uint32_t g) { return patches_[f].area > patches_[g].area; });
  group_.assign(faces_.size(), none);
  std::vector<std::uint32_t> front;
  for (std::uint32_t seed : by_area) {
    if (group_[seed] != none) continue;
    group_[seed] = seed;
    front.assign(1, seed);
    while (!front.empty()) {
      const std::uint32_t f = front.back();
      front.pop_back();
      for (std::uint32_t h = faces_.first[f]; h < faces_.first[f + 1]; ++h) {
        const std::uint32_t g = face_of_[twin_[h]];
        if (group_[g] != none || !fits(g, patches_[seed])) continue;
        group_[g] = seed;
        front.push_back(g);
      }
    }
  }
}

void FaceMerging::count_creases() {
  creases_.assign(vertices_.size(), 0);
  for (std::uint32_t h = 0; h < twin_.size(); ++h) creases_[faces_.corners[h]] += is_crease(h);
}

/// The first crease that leaves the end of this one, turning around that vertex inside the group on its left.
std::uint32_t FaceMerging::next_crease(std::uint32_t half_edge) const {
  std::uint32_t h = next_[half_edge];
  while (!is_crease(h)) h = next_[twin_[h]];
  return h;
}

/// From corner to corner along the border of two groups: vertices between them are redundant if all are near the
/// straight line.
void FaceMerging::mark_straight_creases(std::vector<bool>& redundant) const {
  std::vector<std::uint32_t> between;
  for (std::uint32_t start = 0; start < twin_.size(); ++start) {
    const std::uint32_t from = faces_.corners[start];
    if (creases_[from] < 3 || !is_crease(start)) continue;
    std::uint32_t h = start;
    between.clear();
    for (; creases_[target(h)] == 2; h = next_crease(h)) between.push_back(target(h));
    const Vec3<double> a = vertices_[from], b = vertices_[target(h)];
    const auto straight = [&](std::uint32_t v) { return distance_to_segment(vertices_[v], a, b) <= tolerance_; };
    if (!std::all_of(between.begin(), between.end(), straight)) continue;
    for (std::uint32_t v : between) redundant[v] = true;
  }
}

std::vector<std::uint32_t> FaceMerging::redundant() const {
  std::vector<bool> marked(vertices_.size());
  for (std::uint32_t v = 0; v < vertices_.size(); ++v) marked[v] = creases_[v] == 0;
  mark_straight_creases(marked);
  for (std::uint32_t h = 0; h < twin_.size(); ++h) {
    const std::uint32_t from = faces_.corners[h], to = target(h);
    if (from < to && !marked[from] && distance(vertices_[from], vertices_[to]) <= tolerance_) marked[to] = true;
  }
  std::vector<std::uint32_t> result;
  for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
    if (marked[v]) result.push_back(v);
  }
  return result;
}

/// The border of a group, from one crease half-edge around to itself.
std::vector<std::uint32_t> FaceMerging::outline(std::uint32_t start) const {
  std::vector<std::uint32_t> loop;
  std::uint32_t h = start;
  do {
    loop.push_back(faces_.corners[h]);
    h = next_crease(h);
  } while (h != start);
  return loop;
}

bool FaceMerging::is_convex(std::span<const std::uint32_t> loop, const Vec3<double>& normal) const {
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3<double> corner = vertices_[loop[(i + 1) % loop.size()]];
    const Vec3<double> before = corner - vertices_[loop[i]], after = vertices_[loop[(i + 2) % loop.size()]] - corner;
    if (dot(normal, cross(before, after)) < -tolerance_ * max(norm(before), norm(after))) return false;
  }
  return loop.size() >= 3;
}

/// For each face: the loop of the group that grew from it, or nothing if the group stays unmerged.
std::vector<std::vector<std::uint32_t>> FaceMerging::group_outlines() const {
  std::vector<std::uint32_t> border(faces_.size()), start(faces_.size());
  std::vector<bool> candidate(faces_.size());
  for (std::uint32_t f = 0; f < faces_.size(); ++f) {
    if (group_[f] != f) candidate[group_[f]] = true;  // more than one face
  }
  for (std::uint32_t h = 0; h < twin_.size(); ++h) {
    const std::uint32_t g = group_[face_of_[h]];
    if (is_crease(h)) ++border[g], start[g] = h;
    if (creases_[faces_.corners[h]] < 3) candidate[g] = false;
  }
  std::vector<std::vector<std::uint32_t>> result(faces_.size());
  for (std::uint32_t g = 0; g < faces_.size(); ++g) {
    if (!candidate[g]) continue;
    result[g] = outline(start[g]);
    if (result[g].size() != border[g] || !is_convex(result[g], patches_[g].normal)) result[g].clear();
  }
  return result;
}

FaceLoops FaceMerging::merged() const {
  const auto outlines = group_outlines();
  FaceLoops result;
  for (std::uint32_t f = 0; f < faces_.size(); ++f) {
    if (outlines[group_[f]].empty()) {
      result.add(faces_[f]);
    } else if (group_[f] == f) {
      result.add(outlines[f]);
    }
  }
  return result;
}

}  // namespace tactus
