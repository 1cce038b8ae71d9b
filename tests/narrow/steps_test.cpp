// SPDX-License-Identifier: MIT
// The recorded steps of the algorithms: they show what the algorithm did, and recording changes no answer.
#include <tactus/narrow/steps.h>
#include <tests/helpers/random_pairs.h>
#include <tests/helpers/test_size.h>

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace tactus::testing {
namespace {

struct StepsCase {
  Shape<double> a, b;
  Pose<double> x_ab;
};

std::vector<StepsCase> some_pairs() {
  std::vector<StepsCase> all;
  Random random(1998);
  for (const Family family : {Family::box, Family::hull_50, Family::cone, Family::capsule, Family::round_box})
    for (int i = 0; i < test_size(40); ++i) {
      const RandomPair pair = random_pair(random, family);
      all.push_back({pair.a, pair.b, pair.x_ab});
    }
  return all;
}

bool is_finite(const Vec3<double>& v) { return std::isfinite(dot(v, v)); }

Vec3<double> support_of_difference(const StepsCase& c, const Vec3<double>& d) {
  return c.a.support(d) - c.x_ab * c.b.support(transposed_times(c.x_ab.rotation, -d));
}

/// A point of A ⊖ B reaches no farther along a direction than the support mappings of both.
void expect_in_difference(const StepsCase& c, const Vec3<double>& w, const Vec3<double>& direction) {
  const double reach = dot(direction, support_of_difference(c, direction));
  EXPECT_LE(dot(direction, w), reach + 1e-9 * (1 + norm(w)) * norm(direction));
}

Contact<double> untraced(const narrow::Algorithm<double>& method, const std::string& question, const StepsCase& c) {
  if (question == "contact") return method.contact(c.a, c.b, c.x_ab, {}, nullptr);
  return method.distance(c.a, c.b, c.x_ab, {}, nullptr);
}

TEST(Steps, RecordingChangesNoAnswer) {
  std::map<std::string_view, int> asked;
  for (const StepsCase& c : some_pairs()) {
    for (const std::string_view name : narrow::names_with_steps<double>()) {
      const narrow::Algorithm<double>* method = narrow::find_algorithm<double>(name);
      ASSERT_NE(method, nullptr) << name << " is not in the list of algorithms";
      if (!method->accepts(c.a, c.b)) continue;
      ++asked[name];
      const narrow::Steps<double> run = narrow::steps(name, c.a, c.b, c.x_ab);
      EXPECT_EQ(run.algorithm, name);
      if (run.question == "intersects") {
        EXPECT_EQ(run.answer.touching(), method->intersects(c.a, c.b, c.x_ab, {}, nullptr)) << name;
        continue;
      }
      const Contact<double> plain = untraced(*method, run.question, c);
      EXPECT_EQ(run.answer.status, plain.status) << name;
      EXPECT_EQ(run.answer.distance, plain.distance) << name;
      EXPECT_EQ(run.answer.normal, plain.normal) << name;
      EXPECT_EQ(run.answer.iterations, plain.iterations) << name;
    }
  }
  for (const std::string_view name : narrow::names_with_steps<double>()) EXPECT_GE(asked[name], test_size(40)) << name;
}

TEST(Steps, EveryStepSaysWhatItDid) {
  std::set<std::string> stages;
  for (const StepsCase& c : some_pairs()) {
    for (const std::string_view name : narrow::names_with_steps<double>()) {
      if (!narrow::find_algorithm<double>(name)->accepts(c.a, c.b)) continue;
      const narrow::Steps<double> run = narrow::steps(name, c.a, c.b, c.x_ab);
      // sa_gjk takes no step if its first point is already within the radii of the origin.
      EXPECT_TRUE(!run.steps.empty() || (name == "sa_gjk" && run.answer.touching())) << name;
      for (const narrow::Step<double>& step : run.steps) {
        stages.insert(step.stage);
        EXPECT_FALSE(step.words.empty());
        EXPECT_EQ(step.words.back(), '.');
        for (const Vec3<double>& p : step.points) EXPECT_TRUE(is_finite(p));
        for (const auto& triangle : step.triangles)
          for (const int corner : triangle) {
            EXPECT_GE(corner, 0);
            EXPECT_LT(corner, static_cast<int>(step.points.size()));
          }
        EXPECT_EQ(step.measures.empty(), !step.lower && !step.upper);
        if (step.lower && step.upper) {
          EXPECT_LE(*step.lower, *step.upper + 1e-9 * (1 + std::abs(*step.upper)));
        }
      }
    }
  }
  EXPECT_EQ(stages, (std::set<std::string>{"gjk", "sa_gjk", "epa", "mpr", "sat", "vclip", "lin_canny"}));
}

/// Is the origin in the tetrahedron? Its barycentric coordinates are ratios of volumes; none of them is negative then.
bool holds_origin(const std::vector<Vec3<double>>& p) {
  const double whole = dot(p[1] - p[0], cross(p[2] - p[0], p[3] - p[0]));
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<Vec3<double>> q = p;
    q[i] = {0, 0, 0};
    if (dot(q[1] - q[0], cross(q[2] - q[0], q[3] - q[0])) / whole < -1e-9) return false;
  }
  return true;
}

/// What GJK's trace does not show, as one more step: the simplex around the origin, or the radii.
void expect_end_of_gjk(const StepsCase& c, const narrow::Steps<double>& run) {
  const narrow::Step<double>& end = run.steps.back();
  EXPECT_FALSE(end.nearest || end.direction || end.support || end.lower || end.upper);
  const double radii = c.a.radius() + c.b.radius();
  if (end.points.empty()) {
    EXPECT_GT(radii, 0);
    EXPECT_NE(end.words.find("the radii add up to"), std::string::npos) << end.words;
    return;
  }
  EXPECT_TRUE(run.answer.touching());
  EXPECT_NE(end.words.find("contains the origin"), std::string::npos) << end.words;
  if (end.points.size() == 4) {
    EXPECT_TRUE(holds_origin(end.points));
  }
}

/// The recorded steps of GJK: `nearest` is in the simplex, the support point is the farthest along `direction`.
TEST(Steps, GjkShowsItsSimplex) {
  int steps = 0, ends = 0;
  for (const StepsCase& c : some_pairs()) {
    const narrow::Steps<double> run = narrow::steps("gjk", c.a, c.b, c.x_ab);
    for (const narrow::Step<double>& step : run.steps) {
      ASSERT_EQ(step.stage, "gjk");
      if (&step == &run.steps.back() && !step.nearest) {
        ++ends;
        expect_end_of_gjk(c, run);
        continue;
      }
      ++steps;
      ASSERT_GE(step.points.size(), 1u);
      ASSERT_LE(step.points.size(), 4u);
      ASSERT_TRUE(step.nearest && step.direction && step.support && step.lower && step.upper);
      EXPECT_NEAR(norm(*step.nearest), *step.upper, 1e-12 * (1 + *step.upper));
      // No point of the simplex is nearer along `nearest`: the condition for the least distance of a convex set.
      double least = infinity<double>;
      for (const Vec3<double>& p : step.points) {
        expect_in_difference(c, p, *step.direction);
        least = std::min(least, dot(p, *step.nearest));
      }
      EXPECT_NEAR(least, dot(*step.nearest, *step.nearest), 1e-9 * (1 + dot(*step.nearest, *step.nearest)));
      expect_in_difference(c, *step.support, *step.direction);
    }
  }
  EXPECT_GT(steps, test_size(400));
  EXPECT_GT(ends, test_size(40));
}

/// The polytope of EPA is closed (every edge belongs to two triangles, once each way) and grows from step to step.
TEST(Steps, EpaShowsAClosedPolytopeThatGrows) {
  int grown = 0;
  for (const StepsCase& c : some_pairs()) {
    std::size_t before = 0;
    double depth_upper = infinity<double>;
    for (const narrow::Step<double>& step : narrow::steps("epa", c.a, c.b, c.x_ab).steps) {
      if (step.stage != "epa") continue;
      std::map<std::pair<int, int>, int> edges;
      for (const auto& [i, j, k] : step.triangles)
        for (const auto& edge : {std::pair{i, j}, std::pair{j, k}, std::pair{k, i}}) ++edges[edge];
      for (const auto& [edge, times] : edges) {
        EXPECT_EQ(times, 1);
        EXPECT_TRUE(edges.count({edge.second, edge.first}));
      }
      grown += step.points.size() > before && before > 0;
      EXPECT_LE(*step.upper, depth_upper);
      before = step.points.size(), depth_upper = *step.upper;
    }
  }
  EXPECT_GT(grown, test_size(40));
}

TEST(Steps, RefuseWhatTheyCannotRun) {
  const Shape<double> box = Box<double>{{1, 1, 1}}, ball = Sphere<double>{1};
  const auto message = [&](std::string_view name, const Shape<double>& b, const Pose<double>& x, Options<double> o) {
    try {
      narrow::steps(name, box, b, x, o);
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string("nothing");
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  const Pose<double> nowhere = translation(std::numeric_limits<double>::quiet_NaN(), 0.0, 0.0);
  EXPECT_TRUE(has(message("gjkk", ball, {}, {}), "these do: gjk"));
  EXPECT_TRUE(has(message("default", ball, {}, {}), "records no steps"));
  EXPECT_TRUE(has(message("vclip", ball, {}, {}), "vclip takes two hulls or boxes; B is of the kind sphere"));
  EXPECT_TRUE(has(message("gjk", ball, nowhere, {}), "x_ab"));
  EXPECT_TRUE(has(message("gjk", ball, {}, {.tolerance = -1}), "tolerance"));
  EXPECT_EQ(message("gjk", ball, {}, {}), "nothing");
}

TEST(Steps, AreThereForFloatToo) {
  const Shape<float> box = Box<float>{{1, 1, 1}};
  const auto run = narrow::steps("epa", box, box, translation(1.5f, 0.25f, 0.0f));
  EXPECT_EQ(run.answer.distance, -0.5f);
  EXPECT_FALSE(run.steps.empty());
}

}  // namespace
}  // namespace tactus::testing
