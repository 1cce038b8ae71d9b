// SPDX-License-Identifier: MIT
#include <tests/contact/derivative/differences.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

namespace tactus::testing {
namespace {

PosedPair random_posed_pair(Random& random, Family family_a, Family family_b) {
  const Shape<double> a = random_shape(random, family_a), b = random_shape(random, family_b);
  const Pose<double> pose_a = random.pose(1.0);
  const double reach = 0.6 * (spread(family_a) + spread(family_b));  // a good half of them are apart
  return {a, b, pose_a, pose_a * random.pose(reach)};
}

/// What became of many pairs: how many have a derivative, how many lie near kinks, and the errors of the others.
struct Census {
  int pairs = 0, smooth = 0, kinks = 0, several = 0, unknown = 0, near_kinks = 0;
  int doubts = 0;  // twists for which the slower differences decided
  std::vector<double> distance_errors, normal_errors, point_errors;

  void count(DerivativeStatus s) {
    ++pairs;
    smooth += s == DerivativeStatus::smooth;
    kinks += s == DerivativeStatus::kink;
    several += s == DerivativeStatus::several;
    unknown += s == DerivativeStatus::unknown;
  }
  static double quantile(std::vector<double> errors, double share) {
    if (errors.empty()) return 0;
    std::sort(errors.begin(), errors.end());
    return errors[std::min(errors.size() - 1, static_cast<std::size_t>(share * static_cast<double>(errors.size())))];
  }
  friend std::ostream& operator<<(std::ostream& os, const Census& c) {
    os << c.pairs << " pairs, " << c.smooth << " smooth, " << c.kinks << " at kinks, " << c.several
       << " with several nearest points, " << c.unknown << " unknown; " << c.near_kinks << " smooth ones near kinks; "
       << c.doubts << " twists by distances alone;";
    const auto row = [&](const char* name, const std::vector<double>& errors) {
      os << ' ' << name << ' ' << quantile(errors, 0.5) << ", " << quantile(errors, 0.99) << ", "
         << quantile(errors, 1.0) << ';';
    };
    os << " errors (median, 99 %, largest):";
    row("distance", c.distance_errors);
    row("normal", c.normal_errors);
    row("points", c.point_errors);
    return os;
  }
};

/// Relative to the derivative, or to 1 if that is smaller: the shapes are about one unit large.
struct Errors {
  double distance, normal, points;
  Errors(const Numbers& expected, const Numbers& found) {
    const Numbers error = combined(expected, found, [](auto x, auto y) { return x - y; });
    const double scale = std::max(1.0, largest(expected, 1, 10));
    distance = largest(error, 0, 1) / std::max(1.0, largest(expected, 0, 1));
    normal = largest(error, 1, 4) / scale, points = largest(error, 4, 10) / scale;
  }
};

/// Compares by all twelve twists.
template <Scalar T> void compare(Census& census, const PosedPair& pair, const Options<T>& options) {
  const Shape<T> a = pair.a.cast<T>(), b = pair.b.cast<T>();
  const Pose<T> pose_a = pair.pose_a.cast<T>(), pose_b = pair.pose_b.cast<T>();
  const auto d = derivative(contact(a, pose_a, b, pose_b, options), a, pose_a, b, pose_b);
  census.count(d.status);
  if (d.status != DerivativeStatus::smooth) return;
  const Differences differences({pair.a, pair.b, pose_a.template cast<double>(), pose_b.template cast<double>()});
  double distance = 0, normal = 0, points = 0;
  for (int k = 0; k < 12; ++k) {
    const auto expected = differences.by_twist(k);
    if (!expected) {
      ++census.near_kinks;
      return;
    }
    const Numbers found = by_twist(d, k);
    Errors error(*expected, found);
    // In doubt the slower differences decide: those of normals are good to a millionth only.
    if (std::same_as<T, double> && std::max(error.normal, error.points) > 1e-7)
      error = Errors(differences.by_twist_of_distances(k), found), ++census.doubts;
    distance = std::max(distance, error.distance);
    normal = std::max(normal, error.normal), points = std::max(points, error.points);
  }
  census.distance_errors.push_back(distance);
  census.normal_errors.push_back(normal);
  census.point_errors.push_back(points);
}

class DerivativeFamilies : public ::testing::TestWithParam<int> {
 protected:
  /// Superquadrics may have blunt edges, whose curvature changes so fast that the steps of sharpening may fail.
  bool blunt() const { return static_cast<Family>(GetParam()) == Family::superquadric; }
  /// Half of the pairs within the family, half with any other but superquadrics.
  template <Scalar T> Census census(int pairs, const Options<T>& options) const {
    const Family family = static_cast<Family>(GetParam());
    Random random(100 + static_cast<std::uint64_t>(GetParam()));
    Census found;
    for (int i = 0; i < pairs; ++i) {
      Family other = i % 2 ? static_cast<Family>(random.below(static_cast<int>(Family::composite))) : family;
      if (other == Family::superquadric) other = family;
      compare<T>(found, random_posed_pair(random, family, other), options);
    }
    return found;
  }
};

TEST_P(DerivativeFamilies, AgreeWithDifferences) {
  const Census c = census<double>(test_size(30), {.tolerance = 1e-13, .max_iterations = 1000});
  RecordProperty("census", ::testing::PrintToString(c));
  EXPECT_LE(Census::quantile(c.distance_errors, 1.0), 1e-6) << c;
  EXPECT_LE(Census::quantile(c.normal_errors, 1.0), 1e-6) << c;
  EXPECT_LE(Census::quantile(c.point_errors, 1.0), 1e-6) << c;
  EXPECT_EQ(c.unknown + c.several, 0) << c;
  if (c.pairs >= 30) {
    EXPECT_GE(c.distance_errors.size() * 4, static_cast<std::size_t>(c.pairs) * 3) << c;
  }
}

/// On either side of a half-space, which has no size of its own.
TEST_P(DerivativeFamilies, AgreeWithDifferencesOnAHalfSpace) {
  const Family family = static_cast<Family>(GetParam());
  Random random(200 + static_cast<std::uint64_t>(GetParam()));
  Census c;
  for (int i = 0; i < test_size(20); ++i) {
    const Shape<double> shape = random_shape(random, family);
    const Vec3<double> normal = random.direction();
    const Shape<double> ground = HalfSpace<double>{normal, random.uniform(-0.5, 0.5)};
    const Pose<double> at = random.pose(1.0), place = random.pose(1.0);
    const PosedPair pair = i % 2 ? PosedPair{shape, ground, place, at} : PosedPair{ground, shape, at, place};
    compare<double>(c, pair, {.tolerance = 1e-13, .max_iterations = 1000});
  }
  RecordProperty("census", ::testing::PrintToString(c));
  EXPECT_LE(Census::quantile(c.distance_errors, 1.0), 1e-6) << c;
  EXPECT_LE(Census::quantile(c.normal_errors, 1.0), 1e-6) << c;
  EXPECT_LE(Census::quantile(c.point_errors, 1.0), 1e-6) << c;
  EXPECT_EQ(c.unknown + c.several, 0) << c;
  if (c.pairs >= 20) {
    EXPECT_GE(c.distance_errors.size() * 4, static_cast<std::size_t>(c.pairs) * 3) << c;
  }
}

/// The normal of a curved pair is good to about the root of the tolerance only; a few steps of Newton's method mend that.
TEST_P(DerivativeFamilies, AgreeAtTheDefaultTolerance) {
  const Census c = census<double>(test_size(10), {});
  RecordProperty("census", ::testing::PrintToString(c));
  EXPECT_LE(Census::quantile(c.distance_errors, 1.0), blunt() ? 5e-3 : 1e-6) << c;
  EXPECT_LE(Census::quantile(c.normal_errors, 1.0), blunt() ? 0.1 : 1e-6) << c;
  EXPECT_LE(Census::quantile(c.point_errors, 1.0), blunt() ? 0.1 : 1e-6) << c;
}

TEST_P(DerivativeFamilies, AgreeInFloat) {
  const Census c = census<float>(test_size(10), {});
  RecordProperty("census", ::testing::PrintToString(c));
  EXPECT_LE(Census::quantile(c.distance_errors, 1.0), blunt() ? 0.02 : 1e-4) << c;
  EXPECT_LE(Census::quantile(c.normal_errors, 0.5), 1e-5) << c;
  EXPECT_LE(Census::quantile(c.point_errors, 0.5), 1e-5) << c;
}

INSTANTIATE_TEST_SUITE_P(Families, DerivativeFamilies, ::testing::Range(0, static_cast<int>(Family::composite)),
                         [](const auto& family) {
                           std::string text(name(static_cast<Family>(family.param)));
                           std::replace(text.begin(), text.end(), ' ', '_');
                           return text;
                         });

}  // namespace
}  // namespace tactus::testing
