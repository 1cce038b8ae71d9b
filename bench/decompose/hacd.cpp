// SPDX-License-Identifier: MIT
#include <bench/decompose/hacd.h>

#include <HACD/hacdHACD.h>

namespace tactus::bench {

std::vector<Hull<double>> hacd_pieces(const TriangleList<double>& mesh, int least_pieces, int max_vertices) {
  std::vector<HACD::Vec3<HACD::Real>> points;
  std::vector<HACD::Vec3<long>> triangles;
  for (const auto& v : mesh.vertices) points.emplace_back(v.x, v.y, v.z);
  for (const auto& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  HACD::HACD hacd;
  hacd.SetPoints(points.data()), hacd.SetNPoints(points.size());
  hacd.SetTriangles(triangles.data()), hacd.SetNTriangles(triangles.size());
  hacd.SetCompacityWeight(0.1), hacd.SetVolumeWeight(0.0);
  hacd.SetNClusters(static_cast<std::size_t>(least_pieces));
  hacd.SetNVerticesPerCH(static_cast<std::size_t>(max_vertices));
  hacd.SetConcavity(100);
  hacd.SetAddExtraDistPoints(false), hacd.SetAddNeighboursDistPoints(false), hacd.SetAddFacesPoints(false);
  hacd.Compute();
  std::vector<Hull<double>> pieces;
  for (std::size_t i = 0; i < hacd.GetNClusters(); ++i) {
    std::vector<HACD::Vec3<HACD::Real>> corners(hacd.GetNPointsCH(i));
    std::vector<HACD::Vec3<long>> faces(hacd.GetNTrianglesCH(i));
    hacd.GetCH(i, corners.data(), faces.data());
    std::vector<Vec3<double>> cloud;
    for (auto& c : corners) cloud.push_back({c.X(), c.Y(), c.Z()});
    if (!cloud.empty()) pieces.push_back(Hull<double>::from_points(cloud));
  }
  return pieces;
}

}  // namespace tactus::bench
