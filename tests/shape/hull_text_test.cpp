// SPDX-License-Identifier: MIT
/// Saving and loading: nothing is lost, and nothing that is not a hull is loaded.
#include "clouds.h"

#include <tactus/math/counted.h>

#include <gtest/gtest.h>

#include <locale>
#include <sstream>

namespace tactus {
namespace {

using namespace clouds;

template <class T> class HullTextTest : public testing::Test {};
using Scalars = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(HullTextTest, Scalars);

template <class T> std::string saved(const Hull<T>& hull) {
  std::ostringstream os;
  hull.save(os);
  return os.str();
}
template <class T> Hull<T> loaded(const std::string& text) {
  std::istringstream is(text);
  return Hull<T>::load(is);
}
template <class T> std::string complaint(const std::string& text) {
  try {
    loaded<T>(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TYPED_TEST(HullTextTest, RoundTripIsExact) {
  using T = TypeParam;
  Random random(3);
  std::vector<Vec3<T>> odd;  // numbers with all their digits
  for (int i = 0; i < 30; ++i) odd.push_back(random.in_ball().cast<T>() / T(3));
  const Cloud plane = moved(box(20, 1, 0, 1), some_rotation(1)), line = moved(box(20, 0, 0, 1), some_rotation(1));
  for (const Hull<T>& hull : {Hull<T>::from_points(odd), hull_of<T>(plane), hull_of<T>(line),
                              hull_of<T>({{1, -0.0, 3}}), generate::disk<T>(), generate::tessellated_sphere<T>()}) {
    const Hull<T> copy = loaded<T>(saved(hull));
    EXPECT_EQ(copy, hull);
    EXPECT_EQ(saved(copy), saved(hull));
    EXPECT_EQ(copy.center(), hull.center());
    EXPECT_EQ(copy.rank(), hull.rank());
  }
}

TYPED_TEST(HullTextTest, ExtremeNumbers) {
  using T = TypeParam;
  for (double scale : {1e-30, 1e30}) {
    std::vector<Vec3<T>> points = rounded<T>(ball(20, 1));
    for (Vec3<T>& p : points) p *= T(scale);
    const Hull<T> hull = Hull<T>::from_points(points);
    EXPECT_EQ(loaded<T>(saved(hull)), hull);
  }
}

TEST(HullText, LooksLikeThis) {
  const std::string expected =
      "tactus-hull 1\nrank 2\nprecision 53\nvertices 3\n0p0 0p0 3p-1\n1p0 0p0 3p-1\n0p0 -5p-2 3p-1\nfaces 2\n3 0 2 "
      "1\n3 1 2 0\n";
  const Hull<double> triangle = loaded<double>(expected);
  EXPECT_EQ(triangle.vertex(2), (Vec3<double>{0, -1.25, 1.5}));
  EXPECT_EQ(saved(triangle), expected);
}

TEST(HullText, LocaleDoesNotMatter) {
  struct Grouping : std::numpunct<char> {
    char do_thousands_sep() const override { return '.'; }
    char do_decimal_point() const override { return ','; }
    std::string do_grouping() const override { return "\3"; }
  };
  const Hull<double> hull = generate::tessellated_sphere<double>(4);
  std::ostringstream os;
  os.imbue(std::locale(std::locale::classic(), new Grouping));
  hull.save(os);
  EXPECT_EQ(os.str(), saved(hull));
}

TEST(HullText, PrecisionTravels) {
  const Hull<double> widened = hull_of<float>(moved(lattice(3), some_rotation(7))).cast<double>();
  EXPECT_EQ(widened.face_count(), 6u);
  EXPECT_EQ(loaded<double>(saved(widened)), widened);
  EXPECT_EQ(loaded<float>(saved(widened)).face_count(), 6u);
}

TEST(HullText, SeveralInOneStream) {
  std::stringstream stream;
  generate::cube<double>().save(stream);
  generate::icosahedron<double>().save(stream);
  EXPECT_EQ(Hull<double>::load(stream), generate::cube<double>());
  EXPECT_EQ(Hull<double>::load(stream), generate::icosahedron<double>());
}

// ---- bad input ----

TEST(HullText, RejectsBrokenText) {
  const std::string good = saved(generate::cube<double>());
  const auto say = [](const std::string& text) { return complaint<double>(text); };
  EXPECT_EQ(say(""), "Hull::load: the text ends where 'tactus-hull' should be");
  EXPECT_EQ(say("solid cube"), "Hull::load: 'tactus-hull' expected, found 'solid'");
  EXPECT_EQ(say(replaced(good, "hull 1", "hull 2")), "Hull::load: unknown version 2");
  EXPECT_EQ(say(replaced(good, "rank 3", "rank 4")), "Hull::load: the rank is 4, not 0 to 3");
  EXPECT_EQ(say(replaced(good, "precision 53", "precision 0")), "Hull::load: the precision is 0, not 1 to 53 bits");
  EXPECT_EQ(say(replaced(good, "1p0", "1.0")),
            "Hull::load: vertex 0 is '-1.0', not an integer times a power of two such as -3p-1");
  EXPECT_EQ(say(replaced(good, "1p0", "nan")),
            "Hull::load: vertex 0 is '-nan', not an integer times a power of two such as -3p-1");
  EXPECT_EQ(say(replaced(good, "1p0", "1p99999")), "Hull::load: vertex 0 is out of range");
  EXPECT_EQ(say(replaced(good, "vertices 8", "vertices 4294967295")).find("Hull::load: vertex 8 is 'faces'"), 0u);
  EXPECT_EQ(say(replaced(good, "vertices 8", "vertices -8")),
            "Hull::load: the number of vertices is '-8', not a count");
  EXPECT_EQ(say(replaced(good, "faces 6", "faces 4000000000")),
            "Hull::load: the text ends where the number of corners of face 6 should be");
  EXPECT_EQ(say(replaced(good, "faces 6", "faces 5")).find("Hull::load: edge "), 0u);
  EXPECT_EQ(say(replaced(good, "rank 3", "rank 2")), "Hull::load: 8 vertices, 12 edges, 6 faces for a polygon");
  EXPECT_EQ(say(replaced(good, "rank 3", "rank 1")), "Hull::load: wrong number of vertices or faces");
}

TEST(HullText, RejectsWhatIsNoHull) {
  const std::string good = saved(generate::cube<double>());
  EXPECT_NE(complaint<double>(replaced(good, "1p0", "3p0")), "none") << "a corner moved";
  EXPECT_EQ(complaint<double>("tactus-hull 1 rank 1 precision 53 vertices 2 1p0 1p0 1p0 1p0 1p0 1p0 faces 0"),
            "Hull::load: edge 0 from vertex 0 to 1 has no length");
}

/// A file that claims few digits may still not have a dent. (A pyramid whose base is pushed in.)
TEST(HullText, RejectsDentsWhateverThePrecision) {
  for (int bits = 1; bits <= 53; ++bits)
    for (const char* dent : {"1p-2", "1p-6", "1p-12"}) {
      const std::string text = "tactus-hull 1 rank 3 precision " + std::to_string(bits) +
                               " vertices 6 1p0 1p0 0p0 -1p0 1p0 0p0 -1p0 -1p0 0p0 1p0 -1p0 0p0 0p0 0p0 1p0 0p0 0p0 " +
                               dent + " faces 8 3 0 1 4 3 1 2 4 3 2 3 4 3 3 0 4 3 1 0 5 3 2 1 5 3 3 2 5 3 0 3 5";
      EXPECT_NE(complaint<double>(text), "none") << bits << " bits, a dent of " << dent;
      EXPECT_NE(complaint<float>(text), "none") << bits << " bits, a dent of " << dent;
    }
}

/// Any damage to the text gives a valid hull or std::invalid_argument, and nothing else.
TEST(HullText, SurvivesRandomDamage) {
  const std::string good = saved(generate::octagonal_frustum<double>());
  const std::string letters = "0123456789p- \nx";
  Random random(11);
  int rejected = 0, accepted = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text = good;
    for (std::uint64_t k = 0, n = 1 + random.bits() % 3; k < n; ++k) {
      const std::size_t at = random.bits() % text.size();
      switch (random.bits() % 4) {
        case 0: text[at] = letters[random.bits() % letters.size()]; break;
        case 1: text.erase(at, 1 + random.bits() % 5); break;
        case 2: text.insert(at, 1, letters[random.bits() % letters.size()]); break;
        default: text.resize(at + 1); break;
      }
    }
    try {
      EXPECT_EQ(loaded<double>(text).check(), "");
      ++accepted;
    } catch (const std::invalid_argument&) {
      ++rejected;
    }
  }
  EXPECT_GT(rejected, 1500);
  EXPECT_GT(accepted, 10) << "harmless damage exists: white space, last digits";
}

TEST(HullText, WorksForCountedScalars) {
  const auto hull = generate::cube<Counted<double>>();
  EXPECT_EQ(loaded<Counted<double>>(saved(hull)), hull);
}

}  // namespace
}  // namespace tactus
