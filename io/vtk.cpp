// SPDX-License-Identifier: MIT
#include <io/durable_file.h>
#include <io/vtk.h>

#include <cmath>
#include <cstdio>
#include <span>
#include <stdexcept>

namespace tactus::io {

namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument("write_vtk: " + what); }

void check(const VtkData& d) {
  const auto fits = [](const VtkArray& a, std::size_t count, const char* what) {
    if (a.components != 1 && a.components != 3)
      refuse("'" + a.name + "' has " + std::to_string(a.components) + " components; 1 or 3 are required");
    if (a.values.size() != count * static_cast<std::size_t>(a.components))
      refuse("'" + a.name + "' has " + std::to_string(a.values.size()) + " numbers for " + std::to_string(count) + " " +
             what);
    for (const double x : a.values)
      if (!std::isfinite(x)) refuse("'" + a.name + "' has a number that is not finite");
  };
  for (const VtkArray& a : d.point_data) fits(a, d.points.size(), "points");
  for (const VtkArray& a : d.cell_data) fits(a, d.offsets.size(), "cells");
  for (const Vec3<double>& p : d.points)
    if (!is_finite(p)) refuse("a point is not finite");
  for (const std::uint32_t i : d.connectivity)
    if (i >= d.points.size())
      refuse("a cell uses point " + std::to_string(i) + " of " + std::to_string(d.points.size()));
  std::uint32_t before = 0;
  for (const std::uint32_t end : d.offsets) {
    if (end < before || end > d.connectivity.size())
      refuse("the ends of the cells are out of order or beyond the connectivity");
    before = end;
  }
}

std::string escaped(const std::string& name) {
  std::string text;
  for (const char c : name)
    text += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return text;
}

/// Numbers as text that is read back as the same number.
template <class N> void append(std::string& text, std::span<const N> numbers) {
  char buffer[40];
  std::size_t in_line = 0;
  for (const N x : numbers) {
    if constexpr (std::is_integral_v<N>)
      std::snprintf(buffer, sizeof buffer, "%lu ", static_cast<unsigned long>(x));
    else
      std::snprintf(buffer, sizeof buffer, "%.9g ", x);
    text += buffer;
    if (++in_line % 12 == 0) text += '\n';
  }
  text += '\n';
}

template <class N>
void append_array(std::string& text, const std::string& name, const char* type, int components, std::span<const N> x) {
  text += "<DataArray type=\"" + std::string(type) + "\" Name=\"" + escaped(name) + "\" NumberOfComponents=\"" +
          std::to_string(components) + "\" format=\"ascii\">\n";
  append(text, x);
  text += "</DataArray>\n";
}

void append_arrays(std::string& text, const char* tag, const std::vector<VtkArray>& arrays) {
  text += std::string("<") + tag + ">\n";
  for (const VtkArray& a : arrays) append_array<double>(text, a.name, "Float64", a.components, a.values);
  text += std::string("</") + tag + ">\n";
}

}  // namespace

std::string vtk_text(const VtkData& d) {
  check(d);
  const char* tag = d.kind == VtkData::Cells::vertices ? "Verts" : d.kind == VtkData::Cells::lines ? "Lines" : "Polys";
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"0.1\" byte_order=\"LittleEndian\">\n";
  text += "<PolyData>\n<Piece NumberOfPoints=\"" + std::to_string(d.points.size()) + "\"";
  for (const char* kind : {"Verts", "Lines", "Strips", "Polys"})
    text += std::string(" NumberOf") + kind + "=\"" +
            (std::string(kind) == tag ? std::to_string(d.offsets.size()) : std::string("0")) + "\"";
  text += ">\n";
  append_arrays(text, "PointData", d.point_data);
  append_arrays(text, "CellData", d.cell_data);
  std::vector<double> numbers;
  for (const Vec3<double>& p : d.points) numbers.insert(numbers.end(), {p.x, p.y, p.z});
  text += "<Points>\n";
  append_array<double>(text, "Points", "Float64", 3, numbers);
  text += "</Points>\n<" + std::string(tag) + ">\n";
  append_array<std::uint32_t>(text, "connectivity", "UInt32", 1, d.connectivity);
  append_array<std::uint32_t>(text, "offsets", "UInt32", 1, d.offsets);
  text += "</" + std::string(tag) + ">\n</Piece>\n</PolyData>\n</VTKFile>\n";
  return text;
}

void write_vtk(const std::filesystem::path& path, const VtkData& data) {
  const std::string text = vtk_text(data);
  write_durably(path, std::as_bytes(std::span(text)));
}

}  // namespace tactus::io
