// SPDX-License-Identifier: MIT
#include <io/vtk.h>

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace tactus::testing {
namespace {

using io::vtk_text, io::VtkData;

VtkData triangle() {
  VtkData d{.kind = VtkData::Cells::polygons};
  const auto a = d.add_point({0, 0, 0}), b = d.add_point({1, 0, 0}), c = d.add_point({0, 1, 0.1});
  d.add_cell({a, b, c});
  d.point_data = {{"weight", 1, {1, 2, 3}}};
  d.cell_data = {{"a <b> & \"c\"", 3, {0, 0, 1}}};
  return d;
}

TEST(Vtk, SaysWhatIsInIt) {
  const std::string text = vtk_text(triangle());
  for (const char* part :
       {"type=\"PolyData\"", "NumberOfPoints=\"3\"", "NumberOfPolys=\"1\"", "NumberOfLines=\"0\"", "Name=\"weight\"",
        "Name=\"a &lt;b&gt; &amp; &quot;c&quot;\"", "0 1 2 ", "1 0 0 0 1 0.1", "</VTKFile>"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
  EXPECT_NE(vtk_text({}).find("NumberOfPoints=\"0\""), std::string::npos);
}

TEST(Vtk, RefusesWhatNobodyCouldRead) {
  VtkData d = triangle();
  d.point_data[0].values.pop_back();
  EXPECT_THROW(vtk_text(d), std::invalid_argument);
  d = triangle();
  d.connectivity[1] = 3;
  EXPECT_THROW(vtk_text(d), std::invalid_argument);
  d = triangle();
  d.points[0].x = std::nan("");
  EXPECT_THROW(vtk_text(d), std::invalid_argument);
  d = triangle();
  d.offsets[0] = 7;
  EXPECT_THROW(vtk_text(d), std::invalid_argument);
  d = triangle();
  d.cell_data[0].components = 2;
  EXPECT_THROW(vtk_text(d), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::testing
