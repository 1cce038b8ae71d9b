// SPDX-License-Identifier: MIT
#pragma once
/// Points, lines and polygons with numbers on them, as VTK files (.vtp, XML, ASCII), which ParaView and others read.
#include <tactus/math/vec3.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tactus::io {

/// One or three numbers for each point, or for each cell.
struct VtkArray {
  std::string name;
  int components = 1;
  std::vector<double> values;
};

/// A cell is a list of points: cells[i] of kind vertices has one, of lines two, of polygons three and more. All cells of a
/// file are of one kind.
struct VtkData {
  enum class Cells { vertices, lines, polygons };
  std::vector<Vec3<double>> points{};
  Cells kind = Cells::vertices;
  std::vector<std::uint32_t> connectivity{}, offsets{};  // offsets: where each cell ends
  std::vector<VtkArray> point_data{}, cell_data{};

  std::size_t add_point(const Vec3<double>& p) { return points.push_back(p), points.size() - 1; }
  void add_cell(std::initializer_list<std::size_t> cell) {
    for (const std::size_t i : cell) connectivity.push_back(static_cast<std::uint32_t>(i));
    offsets.push_back(static_cast<std::uint32_t>(connectivity.size()));
  }
};

/// The file's text. Throws std::invalid_argument if an array does not fit the points or cells, a cell uses a point that
/// does not exist, or a number is not finite.
std::string vtk_text(const VtkData& data);
/// Writes the file completely or not at all (std::system_error).
void write_vtk(const std::filesystem::path& path, const VtkData& data);

}  // namespace tactus::io
