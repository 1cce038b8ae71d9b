// SPDX-License-Identifier: MIT
/// What can be changed about a body and a world, and the effects.
#include <tactus/narrow/algorithms.h>
#include <tactus/world/world.h>
#include <tests/world/scene.h>

#include <gtest/gtest.h>

namespace {

using namespace tactus;
using namespace tactus::testing;

const Shape<double> ball = Sphere<double>{1};

/// After random changes of everything, the contacts are those of a new world, and of all pairs.
TEST(Changes, LeaveWhatAFreshWorldFinds) {
  Random random(3);
  World<double> world;
  auto ids = fill(world, random, 120, 4.0);
  std::size_t seen = 0, of_all_pairs = 0;
  for (int step = 0; step < test_size(150); ++step) {
    for (int k = 0; k < 6; ++k) {
      BodyId& id = ids[std::size_t(random.below(int(ids.size())))];
      switch (random.below(8)) {
        case 0: world.set_shape(id, random_shape(random, Family::mixed)); break;
        case 1: world.set_margin(id, random.uniform(0, .2)); break;
        case 2: world.set_static(id, random.below(2)); break;
        case 3: world.set_kinematic(id, random.below(2)); break;
        case 4: world.set_sensor(id, random.below(2)); break;
        case 5: world.set_filter(id, {.groups = 1u << random.below(3), .mask = unsigned(random.below(8))}); break;
        case 6: {
          world.remove(id);
          const Shape<double> shape = random_shape(random, Family::mixed);
          id = world.add({.shape = shape, .pose = random.pose(4.0)});
          break;
        }
        default: world.set_pose(id, random.pose(4.0));
      }
    }
    world.update(1);
    World<double> fresh;
    std::map<BodyId, BodyId> names;
    world.for_each_body([&](BodyId id) { names[id] = fresh.add(world.body(id)); });
    fresh.update(1);
    std::map<std::pair<BodyId, BodyId>, std::pair<double, bool>> found, wanted;
    for (const auto& c : world.contacts())
      if (c.contact.status != Status::stalled) found[{names[c.a], names[c.b]}] = {c.contact.distance, c.sensor};
    for (const auto& c : fresh.contacts())
      if (c.contact.status != Status::stalled) wanted[{c.a, c.b}] = {c.contact.distance, c.sensor};
    ASSERT_EQ(found.size(), wanted.size()) << "step " << step;
    for (const auto& [pair, answer] : wanted) {
      ASSERT_TRUE(found.contains(pair)) << "step " << step;
      EXPECT_NEAR(found[pair].first, answer.first, 4e-6);
      EXPECT_EQ(found[pair].second, answer.second);
    }
    seen += wanted.size();
    if (step % 10 == 0) expect_all_pairs(world, of_all_pairs);
  }
  EXPECT_GT(seen, 1000u);
  EXPECT_GT(of_all_pairs, 100u);
}

TEST(Changes, ABoundedBodyMayBecomeAHalfSpaceAndBack) {
  World<double> world;
  const BodyId a = world.add({.shape = ball}), b = world.add({.shape = ball, .pose = translation(0., 0., 5.)});
  const auto touching = [&] { return world.update(1), world.contacts().size(); };
  EXPECT_EQ(touching(), 0u);
  world.set_shape(a, HalfSpace<double>{{0, 0, 1}, 4.5});
  EXPECT_EQ(touching(), 1u);
  world.set_shape(b, HalfSpace<double>{});
  EXPECT_EQ(touching(), 0u) << "two half-spaces are no pair";
  world.set_shape(a, ball);
  EXPECT_EQ(touching(), 1u);
  world.set_shape(b, ball);
  EXPECT_EQ(touching(), 0u);
}

TEST(Changes, KinematicBodiesMeetOnlyWhatCanBeMoved) {
  World<double> world;
  const BodyId lift = world.add({.shape = ball, .kinematic = true});
  const BodyId arm = world.add({.shape = ball, .pose = translation(1., 0., 0.), .kinematic = true});
  const BodyId wall = world.add({.shape = ball, .pose = translation(0., 1., 0.), .is_static = true});
  const BodyId cargo = world.add({.shape = ball, .pose = translation(0., 0., 1.)});
  world.update(1);
  ASSERT_EQ(world.contacts().size(), 3u);
  for (const auto& c : world.contacts()) EXPECT_TRUE(c.a == cargo || c.b == cargo);
  world.set_kinematic(arm, false);
  world.update(1);
  EXPECT_EQ(world.contacts().size(), 5u);  // the arm meets the lift, the wall and the cargo
  EXPECT_TRUE(world.alive(lift) && world.alive(wall));
}

TEST(Changes, SetPosesSetsAllOrNone) {
  World<double> world;
  std::vector<BodyId> ids;
  for (int i = 0; i < 4; ++i) ids.push_back(world.add({.shape = ball, .pose = translation(3. * i, 0., 0.)}));
  std::vector<Pose<double>> poses;
  for (int i = 0; i < 4; ++i) poses.push_back(translation(1.5 * i, 0., 0.));
  world.set_poses(ids, poses);
  world.update(1);
  EXPECT_EQ(world.contacts().size(), 3u);
  EXPECT_EQ(world.body(ids[3]).pose, poses[3]);
  poses[0] = translation(9., 0., 0.), poses[3].translation.x = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(world.set_poses(ids, poses), std::invalid_argument);
  EXPECT_THROW(world.set_poses(ids, std::span(poses).first(3)), std::invalid_argument);
  poses[3] = {};
  ids[2] = {};
  EXPECT_THROW(world.set_poses(ids, poses), std::invalid_argument);
  EXPECT_EQ(world.body(ids[0]).pose, translation(0., 0., 0.)) << "nobody has moved";
}

/// Threads compute poses and boxes: the same, and a body that is named twice goes where it was sent last, also back.
TEST(Changes, SetPosesIsTheSameForAnyNumberOfThreads) {
  const auto after = [](int threads) {
    World<double> world;
    std::vector<BodyId> ids;
    std::vector<Pose<double>> poses;
    for (int i = 0; i < 2000; ++i) {
      ids.push_back(world.add({.shape = ball, .pose = translation(1.9 * (i % 50), 1.9 * (i / 50), 0.)}));
      poses.push_back(translation(1.95 * (i % 50), 1.85 * (i / 50), 0.01 * (i % 7)) * rotation_x(double(i)));
    }
    for (const std::size_t i : {3u, 700u}) ids.push_back(ids[i]), poses.push_back(world.body(ids[i]).pose);
    ids.push_back(ids[8]), poses.push_back(translation(0., 0., 100.));
    world.update(1);
    world.set_poses(ids, poses, threads);
    EXPECT_EQ(world.body(ids[3]).pose, translation(1.9 * 3, 0., 0.)) << "back";
    EXPECT_EQ(world.body(ids[8]).pose, translation(0., 0., 100.));
    world.update(1);
    std::vector<std::pair<BodyId, BodyId>> found;
    for (const auto& c : world.contacts()) found.emplace_back(c.a, c.b);
    poses.back().translation.x = std::numeric_limits<double>::infinity();
    EXPECT_THROW(world.set_poses(ids, poses, threads), std::invalid_argument);
    EXPECT_THROW(world.set_poses(ids, poses, -1), std::invalid_argument);
    return found;
  };
  const auto one = after(1);
  EXPECT_GT(one.size(), 2000u);
  for (const int threads : {0, 2, 3, 8}) EXPECT_EQ(one, after(threads)) << threads << " threads";
}

/// A world doubles its memory: growing by one place at a time, these would take minutes.
TEST(Changes, ManyBodiesComeAndGo) {
  World<double> world;
  std::vector<BodyId> ids;
  for (int i = 0; i < test_size(50000); ++i)
    ids.push_back(world.add({.shape = ball, .pose = translation(1.9 * (i % 200), 1.9 * (i / 200), 0.)}));
  world.update(1);
  EXPECT_EQ(world.size(), ids.size());
  EXPECT_GT(world.contacts().size(), ids.size());
  for (std::size_t i = 0; i < ids.size(); i += 2) world.remove(ids[i]);
  world.update(1);
  EXPECT_EQ(world.size(), ids.size() / 2);
  EXPECT_LT(world.contacts().size(), ids.size());
}

TEST(Changes, WrongNumbersAreNamedAndChangeNothing) {
  World<double> world;
  const BodyId id = world.add({.shape = ball, .margin = .1});
  for (const double wrong : {-1., std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_THROW(world.set_margin(id, wrong), std::invalid_argument);
  EXPECT_EQ(world.body(id).margin, .1);
  const BodyId gone = world.add({.shape = ball});
  world.remove(gone);
  EXPECT_THROW(world.set_shape(gone, ball), std::invalid_argument);
  EXPECT_THROW(world.set_static(gone, true), std::invalid_argument);
  EXPECT_THROW(world.set_sensor(gone, true), std::invalid_argument);
  EXPECT_THROW(world.set_kinematic(gone, true), std::invalid_argument);
  EXPECT_THROW(world.set_user_data(gone, 1), std::invalid_argument);
  EXPECT_THROW(World<double>({.narrow = {.tolerance = -1}}), std::invalid_argument);
  EXPECT_THROW(World<double>({.method = *narrow::find_algorithm<double>("sa_gjk")}), std::invalid_argument);
  EXPECT_THROW(world.may_pair(id, gone), std::invalid_argument);
}

struct MyData {
  int visits = 0;
  std::vector<int> steps;  // not trivial: it is moved with its point
};

/// User-defined data, written while iterating, that lives as long as the id.
TEST(Points, CarryDataOfTheUsersOwn) {
  World<double, MyData> world;
  world.add({.shape = Box<double>{{5, 5, 1}}, .pose = translation(0., 0., -1.), .is_static = true});
  const BodyId box = world.add({.shape = Box<double>{{.5, .5, .5}}, .pose = translation(0., 0., .49)});
  for (int step = 0; step < 5; ++step) {
    world.set_pose(box, translation(.001 * step, 0., .49));
    world.update(1);
    ASSERT_EQ(world.contacts().size(), 1u);
    for (auto& c : world.contacts()) {
      ASSERT_EQ(c.points.count, 4);
      for (auto& p : c.points.contact_points()) {
        EXPECT_EQ(p.data.visits++, step);
        p.data.steps.push_back(step);
        EXPECT_EQ(world.age(p), static_cast<std::uint32_t>(step));
      }
    }
  }
  world.update(1);  // nothing moved: it still counts
  EXPECT_EQ(world.counts().unchanged, 1u);
  EXPECT_EQ(world.age(world.contacts()[0].points.points[0]), 5u);
  EXPECT_EQ(world.contacts()[0].points.points[0].data.steps.size(), 5u);
}

/// Ended points are reported once.
TEST(Points, EndOnce) {
  World<double> world;
  world.add({.shape = Box<double>{{5, 5, 1}}, .pose = translation(0., 0., -1.), .is_static = true});
  const BodyId box = world.add({.shape = Box<double>{{.5, .5, .5}}, .pose = translation(0., 0., .49)});
  world.update(1);
  world.set_pose(box, translation(0., 0., .6) * rotation_x(pi<double> / 4));  // from its face to an edge
  world.update(1);
  ASSERT_EQ(world.contacts().size(), 1u);
  EXPECT_GT(world.contacts()[0].points.ended_count, 0);
  world.update(1);
  EXPECT_EQ(world.counts().unchanged, 1u);
  EXPECT_EQ(world.contacts()[0].points.ended_count, 0);
}

/// Other methods, in the narrow phase and the broad, find the same contacts; those of a method are its own.
TEST(WorldOptions, MethodsAgree) {
  Random random(4);
  World<double> world;
  const auto ids = fill(world, random, 120, 4.0);
  world.update(1);
  std::vector<WorldOptions<double>> others;
  for (const auto name : {broad::MethodName::brute_force, broad::MethodName::aabb_tree, broad::MethodName::grid,
                          broad::MethodName::sweep_and_prune})
    others.push_back({.broad = name});
  for (const char* name : {"epa", "sat"}) {
    const auto* method = narrow::find_algorithm<double>(name);
    ASSERT_NE(method, nullptr) << name;
    others.push_back({.method = *method});
  }
  for (const auto& options : others) {
    World<double> other(options);
    for (const BodyId id : ids) other.add(world.body(id));
    other.update(1);
    ASSERT_EQ(other.contacts().size(), world.contacts().size());
    for (std::size_t i = 0; i < other.contacts().size(); ++i) {
      EXPECT_EQ(other.contacts()[i].a, world.contacts()[i].a);
      if (world.contacts()[i].contact.status == Status::stalled) continue;
      EXPECT_NEAR(other.contacts()[i].contact.distance, world.contacts()[i].contact.distance, 1e-5);
    }
  }
}

/// The caller's own number: queries of the body show it, and nothing else changes.
TEST(Changes, UserDataIsKeptAndWakesNobody) {
  World<double> world;
  const BodyId id = world.add({.shape = ball, .user_data = 7}), other = world.add({.shape = ball});
  EXPECT_EQ(world.body(id).user_data, 7u);
  world.update(1);
  world.sleep(id);
  world.set_user_data(id, 1ull << 63);
  EXPECT_EQ(world.body(id).user_data, 1ull << 63);
  EXPECT_EQ(world.body(other).user_data, 0u);
  EXPECT_TRUE(world.asleep(id));
  world.update(1);
  EXPECT_EQ(world.counts().unchanged, 1u);
}

/// The cap on iterations and the tolerance reach the narrow phase; max_distance does not: the margins decide.
TEST(WorldOptions, OfTheNarrowPhaseAreUsed) {
  const auto contact_with = [](const Options<double>& narrow) {
    World<double> world({.narrow = narrow});
    world.add({.shape = Ellipsoid<double>{{1, .7, .4}}, .margin = 2});  // also a bad estimate is reported
    world.add({.shape = Cone<double>{.5, .8}, .pose = translation(.5, .3, .2) * rotation_x(1.)});
    world.update(1);
    EXPECT_EQ(world.contacts().size(), 1u);
    return world.contacts().empty() ? Contact<double>{} : world.contacts()[0].contact;
  };
  const Contact<double> usual = contact_with({}), coarse = contact_with({.tolerance = 1e-2}),
                        capped = contact_with({.max_iterations = 1});
  EXPECT_EQ(usual.status, Status::overlapping);
  EXPECT_EQ(capped.status, Status::stalled);
  EXPECT_LT(coarse.iterations, usual.iterations);
  EXPECT_GT(coarse.upper - coarse.lower, usual.upper - usual.lower);
  World<double> world({.narrow = {.max_distance = 5}});
  world.add({.shape = ball}), world.add({.shape = ball, .pose = translation(3., 0., 0.)});
  world.update(1);
  EXPECT_TRUE(world.contacts().empty());
}

TEST(WorldOptions, CentersAreFoundOnRequest) {
  World<double> world({.centers = true});
  world.add({.shape = Box<double>{{5, 5, 1}}, .pose = translation(0., 0., -1.), .is_static = true});
  world.add({.shape = Box<double>{{.5, .5, .5}}, .pose = translation(.3, .2, .49)});
  world.update(1);
  ASSERT_EQ(world.contacts().size(), 1u);
  EXPECT_LE(distance(world.contacts()[0].center, Vec3<double>{.3, .2, -.005}), 1e-9);
}

TEST(TangentFrame, IsAcrossTheNormal) {
  Random random(5);
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> n = random.direction();
    const auto [u, v] = tangent_frame(n);
    EXPECT_NEAR(norm(u), 1, 1e-14);
    EXPECT_LE(norm(cross(u, v) - n), 1e-14);
  }
}

}  // namespace
