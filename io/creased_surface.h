// SPDX-License-Identifier: MIT
#pragma once
/// Polygons that meet at vertices, as triangles with normals: smooth across gentle bends, sharp at creases.
#include <io/display_mesh.h>

#include <map>
#include <span>
#include <tuple>

namespace tactus::io {

/// The normal at a corner of a face is the mean, weighted by area, of the normals of those faces at that vertex that
/// bend less than a crease.
class CreasedSurface {
 public:
  CreasedSurface(std::span<const Vec3<double>> vertices, double crease_cosine)
      : vertices_(vertices), crease_cosine_(crease_cosine), faces_at_(vertices.size()) {}

  /// A convex polygon, counter-clockwise seen from outside.
  void add_face(std::span<const std::uint32_t> loop, const Vec3<double>& normal) {
    const auto face = static_cast<std::uint32_t>(normals_.size());
    Vec3<double> twice_area{};
    for (std::size_t i = 2; i < loop.size(); ++i)
      twice_area += cross(at(loop[i - 1]) - at(loop[0]), at(loop[i]) - at(loop[0]));
    normals_.push_back(normal), areas_.push_back(norm(twice_area) / 2);
    corners_.insert(corners_.end(), loop.begin(), loop.end());
    ends_.push_back(corners_.size());
    for (const std::uint32_t v : loop) faces_at_[v].push_back(face);
  }

  DisplayMesh mesh() {
    for (std::uint32_t f = 0; f < normals_.size(); ++f) {
      const std::size_t begin = f > 0 ? ends_[f - 1] : 0;
      for (std::size_t i = begin + 2; i < ends_[f]; ++i)
        for (const std::uint32_t v : {corners_[begin], corners_[i - 1], corners_[i]})
          mesh_.triangles.push_back(vertex(f, v));
    }
    return std::move(mesh_);
  }

 private:
  const Vec3<double>& at(std::uint32_t v) const { return vertices_[v]; }
  Vec3<double> normal(std::uint32_t face, std::uint32_t v) const {
    Vec3<double> sum{};
    for (const std::uint32_t g : faces_at_[v])
      if (dot(normals_[g], normals_[face]) >= crease_cosine_) sum += areas_[g] * normals_[g];
    return unit_or(sum, normals_[face]);
  }
  /// Faces with the same normal share the vertex.
  std::uint32_t vertex(std::uint32_t face, std::uint32_t v) {
    const Vec3<double> n = normal(face, v);
    const auto key = [](double x) { return static_cast<int>(std::lround(x * 1000)); };
    const auto next = static_cast<std::uint32_t>(mesh_.positions.size());
    const auto [known, fresh] = known_.emplace(std::tuple{v, key(n.x), key(n.y), key(n.z)}, next);
    if (fresh) {
      mesh_.positions.push_back(at(v).cast<float>());
      mesh_.normals.push_back(n.cast<float>());
    }
    return known->second;
  }

  std::span<const Vec3<double>> vertices_;
  double crease_cosine_;
  std::vector<std::vector<std::uint32_t>> faces_at_;  // by vertex
  std::vector<Vec3<double>> normals_;  // by face, as are areas_ and ends_
  std::vector<double> areas_;
  std::vector<std::uint32_t> corners_;  // of all faces
  std::vector<std::size_t> ends_;
  std::map<std::tuple<std::uint32_t, int, int, int>, std::uint32_t> known_;
  DisplayMesh mesh_;
};

}  // namespace tactus::io
