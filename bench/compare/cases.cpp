// SPDX-License-Identifier: MIT
#include <bench/compare/cases.h>
#include <bench/compare/contestant.h>
#include <tests/helpers/random_pairs.h>

#include <algorithm>
#include <stdexcept>

namespace tactus::compare {
namespace {

using testing::Family;
using testing::Random;
using Draw = Shape<double> (*)(Random&);

template <Family family> Shape<double> any(Random& random) { return testing::random_shape(random, family); }
template <int points> Shape<double> hull(Random& random) { return testing::random_hull(random, points); }

constexpr auto box = any<Family::box>, ellipsoid = any<Family::ellipsoid>, round_box = any<Family::round_box>,
               cone = any<Family::cone>, capsule = any<Family::capsule>, cylinder = any<Family::cylinder>,
               sphere = any<Family::sphere>;

/// The targets for a kind of pair; of two issues, the stricter one. Distance: against FCL with libccd, if it has one.
struct Goal {
  double distance;  // 0: none
  double contact;  // against libccd's EPA
  bool closed_form = false;  // then every query must take at most half the time of the fastest peer
};
constexpr Goal boxes{0.15, 0.2}, small_hulls{0.2, 0.18}, hulls{0.2, 0.2}, large_hulls{0.1, 0.2}, curved{0.35, 0.3},
    other_curved{0, 0.3}, closed_form{0, 0, true};

struct Kind {
  std::string_view name;
  Draw a, b;
  int shapes;  // of each side; large hulls are few, so that the table does not measure cache misses
  double spread;  // of the centres, chosen so that about half of the pairs intersect
  Goal goal;
};

constexpr Kind kinds[] = {
    {"box", box, box, 256, 3.2, boxes},
    {"ellipsoid", ellipsoid, ellipsoid, 256, 2.25, curved},
    {"box-ellipsoid", box, ellipsoid, 256, 2.7, other_curved},
    {"round box", round_box, round_box, 256, 4.0, other_curved},
    {"hull 32", hull<32>, hull<32>, 64, 3.5, small_hulls},
    {"hull 50", hull<50>, hull<50>, 64, 3.8, hulls},
    {"hull 1000", hull<1000>, hull<1000>, 8, 3.9, large_hulls},
    {"cone", cone, cone, 256, 1.9, curved},
    {"capsule", capsule, capsule, 256, 2.2, closed_form},
    {"cylinder", cylinder, cylinder, 256, 2.8, curved},
    {"sphere-box", sphere, box, 256, 2.7, closed_form},
};

void set_targets(Case& c, const Goal& goal) {
  auto& [intersects, distance, contact] = c.targets;
  if (goal.closed_form) {
    intersects = distance = contact = Target{std::nullopt, 0.5};
    return;
  }
  intersects = Target{libccd_mpr, 0.8};
  if (goal.distance > 0) distance = Target{fcl_libccd, goal.distance};
  contact = Target{libccd_epa, goal.contact};
}

}  // namespace

std::string_view name(Query query) {
  constexpr std::string_view names[] = {"bool", "distance", "contact"};
  return names[static_cast<int>(query)];
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const Kind& kind : kinds) names.emplace_back(kind.name);
  return names;
}

Case make_case(const std::string& name, int pairs) {
  const Kind* kind = std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& k) { return k.name == name; });
  if (kind == std::end(kinds)) throw std::invalid_argument("no case is called '" + name + "'");
  Random random(2024 + static_cast<std::uint64_t>(kind - kinds));
  Case c{.name = name, .shapes = {}, .pairs = {}, .targets = {}};
  for (int i = 0; i < kind->shapes; ++i) c.shapes.push_back(kind->a(random));
  for (int i = 0; i < kind->shapes; ++i) c.shapes.push_back(kind->b(random));
  for (int i = 0; i < pairs; ++i) {
    const int a = random.below(kind->shapes), b = kind->shapes + random.below(kind->shapes);
    const Pose<double> pose_a = random.pose(1.0);
    c.pairs.push_back({a, b, pose_a, pose_a * random.pose(kind->spread)});
  }
  set_targets(c, kind->goal);
  return c;
}

}  // namespace tactus::compare
