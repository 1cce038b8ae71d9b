// SPDX-License-Identifier: MIT
/// Contact manifolds of boxes and of 32-point hulls compared with ODE's, Bullet's and (for the depth only) libccd's, in
/// the same run and in turns; those of curved shapes with and without their centre. Writes a table in Markdown to the file named by the first argument, or to standard
/// output.
#include <bench/peers/bullet_shapes.h>
#include <bench/peers/ccd_bodies.h>
#include <bench/peers/ode_geoms.h>
#include <tactus/contact/center/contact_center.h>
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>
#include <tests/helpers/random_pairs.h>

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/CollisionDispatch/btManifoldResult.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <string_view>

#include <time.h>

namespace {

using namespace tactus;
using tactus::testing::Random;
using D = double;

struct Pair {
  Shape<D> a, b;
  Pose<D> pose_a, pose_b;
};

/// Answers pair i and says how many points it found.
struct Contestant {
  std::string name;
  std::function<int(int first, int last)> answer;  // a block of pairs, so that the call itself costs nothing
};

struct Figures {
  std::string name;
  D ns, points;
};

// ---- the clock ------------------------------------------------------------------------------------------------------

D now_ns() {  // thread time: an interruption does not count as slowness
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<D>(t.tv_sec) + static_cast<D>(t.tv_nsec);
}

/// Median over the repeats of each block's time, summed over the blocks, per pair; all contestants in turns, each with
/// another block than the one before it: a contestant that follows on the same pairs finds the branches of the same
/// code already learnt, which made the contact alone appear to take two thirds of its time.
std::vector<Figures> measure(const std::vector<Contestant>& contestants, int pairs, int repeats) {
  constexpr int block = 100;
  const int blocks = pairs / block;
  std::vector<std::vector<D>> samples(contestants.size() * std::size_t(blocks));
  std::vector<D> points(contestants.size());
  // so that no contestant always follows the one that uses the caches most
  const auto stride = [&](std::size_t round) {
    std::size_t s = 1 + round % (contestants.size() - 1);
    while (std::gcd(s, contestants.size()) != 1) ++s;
    return s;
  };
  for (int r = 0; r < repeats; ++r)
    for (int k = 0; k < blocks; ++k)
      for (std::size_t turn = 0; turn < contestants.size(); ++turn) {
        const std::size_t c = (turn * stride(std::size_t(r)) + std::size_t(r)) % contestants.size();
        const int own = (k + 3 * static_cast<int>(c)) % blocks;
        const D start = now_ns();
        points[c] += contestants[c].answer(own * block, (own + 1) * block);
        samples[c * std::size_t(blocks) + std::size_t(own)].push_back(now_ns() - start);
      }
  std::vector<Figures> result;
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    D sum = 0;
    for (int k = 0; k < blocks; ++k) {
      auto& s = samples[c * std::size_t(blocks) + std::size_t(k)];
      std::nth_element(s.begin(), s.begin() + repeats / 2, s.end());
      sum += s[std::size_t(repeats / 2)];
    }
    result.push_back({contestants[c].name, sum / (blocks * block), points[c] / (repeats * blocks * block)});
  }
  return result;
}

template <class F> Contestant contestant(std::string name, F&& of_pair) {
  return {std::move(name), [of_pair](int first, int last) {
            int points = 0;
            for (int i = first; i < last; ++i) points += of_pair(std::size_t(i));
            return points;
          }};
}

// ---- tactus ---------------------------------------------------------------------------------------------------------

std::vector<Contestant> tactus_contestants(const std::vector<Pair>& pairs, const std::string& prefix = "tactus") {
  const Options<D> options = manifold_options<D>;
  auto contacts = std::make_shared<std::vector<Contact<D>>>();
  for (const Pair& p : pairs) contacts->push_back(narrow::contact(p.a, p.b, relative(p.pose_a, p.pose_b), options));
  return {contestant(prefix + ": manifold",
                     [&pairs, options](std::size_t i) {
                       const Pair& p = pairs[i];
                       return contact_manifold(p.a, p.b, relative(p.pose_a, p.pose_b), options).count;
                     }),
          contestant(prefix + ": contact alone",
                     [&pairs, options](std::size_t i) {
                       const Pair& p = pairs[i];
                       return narrow::contact(p.a, p.b, relative(p.pose_a, p.pose_b), options).touching() ? 1 : 0;
                     }),
          contestant(prefix + ": manifold of a known contact", [&pairs, contacts](std::size_t i) {
            const Pair& p = pairs[i];
            return contact_manifold(p.a, p.b, relative(p.pose_a, p.pose_b), (*contacts)[i]).count;
          })};
}

/// Each pair's cache is from the same pair a moment ago, at a slightly (1e-6) different pose.
Contestant cached_contestant(const std::vector<Pair>& pairs) {
  const auto caches = std::make_shared<std::vector<PairCache<D>>>(pairs.size());
  const auto flip = std::make_shared<std::vector<char>>(pairs.size());
  return contestant("tactus: manifold, cached", [&pairs, caches, flip](std::size_t i) {
    const Pair& p = pairs[i];
    Pose<D> x_ab = relative(p.pose_a, p.pose_b);
    x_ab.translation.x += ((*flip)[i] ^= 1) ? 1e-6 : 0;
    return contact_manifold(p.a, p.b, x_ab, manifold_options<D>, &(*caches)[i]).count;
  });
}

/// The centre of the contact comes on top of contact and manifold, as in a world that asks for it.
Contestant with_center(const std::vector<Pair>& pairs) {
  return contestant("tactus: manifold and contact_center", [&pairs](std::size_t i) {
    const Pair& p = pairs[i];
    const Pose<D> x_ab = relative(p.pose_a, p.pose_b);
    Manifold<D> m;
    const Contact<D> c = settle(p.a, p.b, x_ab, manifold_options<D>, nullptr, &m);
    return m.count + (is_finite(contact_center(p.a, p.b, x_ab, c)) ? 0 : 1);
  });
}

// ---- ODE ------------------------------------------------------------------------------------------------------------

Contestant ode_boxes(const std::vector<Pair>& pairs) {
  const auto geoms = std::make_shared<std::vector<std::pair<peers::Geom, peers::Geom>>>();
  for (const Pair& p : pairs) geoms->emplace_back(peers::placed_geom(p.a, p.pose_a), peers::placed_geom(p.b, p.pose_b));
  return contestant("ODE: dCollide, 8 points", [geoms](std::size_t i) {
    dContactGeom contacts[8];
    return dCollide((*geoms)[i].first.get(), (*geoms)[i].second.get(), 8, contacts, sizeof contacts[0]);
  });
}

// ---- Bullet ---------------------------------------------------------------------------------------------------------

struct BulletScene {
  struct Body {
    std::shared_ptr<btConvexShape> shape;
    btCollisionObject object;
  };
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  std::vector<std::unique_ptr<Body>> bodies;
  std::map<const void*, std::shared_ptr<btConvexShape>> hulls;  // shared like tactus' own, by their first vertex
  std::vector<std::pair<Body*, Body*>> pairs;
  struct Made {
    btPersistentManifold* manifold;
    btCollisionAlgorithm* algorithm;
  };
  std::vector<Made> made;
};

/// Boxes and hulls without margin, hulls with their polyhedral features, which lets Bullet clip faces.
BulletScene::Body* bullet_body(BulletScene& scene, const Shape<D>& shape, const Pose<D>& pose) {
  auto body = std::make_unique<BulletScene::Body>();
  if (const auto* box = shape.get_if<Box<D>>()) {
    body->shape = std::make_shared<btBoxShape>(peers::to_bullet(box->half));
    body->shape->setMargin(0);
  } else {
    const Hull<D>& ours = *shape.get_if<Hull<D>>();
    auto& hull = scene.hulls[ours.vertices().data()];
    if (!hull) {
      auto made = peers::to_bullet(ours);
      made->initializePolyhedralFeatures();
      hull = std::move(made);
    }
    body->shape = hull;
  }
  body->object.setCollisionShape(body->shape.get());
  body->object.setWorldTransform(peers::to_bullet(pose));
  scene.bodies.push_back(std::move(body));
  return scene.bodies.back().get();
}

std::vector<Contestant> bullet_contestants(const std::vector<Pair>& pairs) {
  const auto scene = std::make_shared<BulletScene>();
  for (const Pair& p : pairs) {
    auto* a = bullet_body(*scene, p.a, p.pose_a);
    auto* b = bullet_body(*scene, p.b, p.pose_b);
    scene->pairs.emplace_back(a, b);
    const btCollisionObjectWrapper wrap_a(nullptr, a->shape.get(), &a->object, a->object.getWorldTransform(), -1, -1),
        wrap_b(nullptr, b->shape.get(), &b->object, b->object.getWorldTransform(), -1, -1);
    btPersistentManifold* manifold = scene->dispatcher.getNewManifold(&a->object, &b->object);
    scene->made.push_back(
        {manifold, scene->dispatcher.findAlgorithm(&wrap_a, &wrap_b, manifold, BT_CONTACT_POINT_ALGORITHMS)});
  }
  const auto ask = [scene](std::size_t i, bool cold) {
    auto& [a, b] = scene->pairs[i];
    auto& [manifold, algorithm] = scene->made[i];
    const btCollisionObjectWrapper wrap_a(nullptr, a->shape.get(), &a->object, a->object.getWorldTransform(), -1, -1),
        wrap_b(nullptr, b->shape.get(), &b->object, b->object.getWorldTransform(), -1, -1);
    btManifoldResult result(&wrap_a, &wrap_b);
    result.setPersistentManifold(manifold);
    if (cold) manifold->clearManifold();
    btDispatcherInfo info;
    algorithm->processCollision(&wrap_a, &wrap_b, info, &result);
    return result.getPersistentManifold()->getNumContacts();  // boxes have one of their own
  };
  return {contestant("Bullet: its algorithm for the pair, cold", [ask](std::size_t i) { return ask(i, true); }),
          contestant("Bullet: the same, manifold kept", [ask](std::size_t i) { return ask(i, false); })};
}

// ---- libccd ---------------------------------------------------------------------------------------------------------

Contestant libccd_hulls(const std::vector<Pair>& pairs) {
  using namespace peers::libccd;
  const auto bodies = std::make_shared<std::vector<std::pair<Body, Body>>>();
  for (const Pair& p : pairs) bodies->emplace_back(described(p.a, p.pose_a).body, described(p.b, p.pose_b).body);
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = support<hull_support>;
  ccd.max_iterations = 500;
  ccd.epa_tolerance = 1e-6;
  return contestant("libccd: EPA, one point", [bodies, ccd](std::size_t i) {
    ccd_real_t depth;
    ccd_vec3_t normal, position;
    const auto& [a, b] = (*bodies)[i];
    return ccdGJKPenetration(&a, &b, &ccd, &depth, &normal, &position) == 0 ? 1 : 0;
  });
}

// ---- cases ----------------------------------------------------------------------------------------------------------

constexpr int pair_count = 1000;

Pair placed(Random& random, const Shape<D>& a, const Shape<D>& b, const Pose<D>& x_ab) {
  const Pose<D> pose_a = random.pose(3);
  return {a, b, pose_a, pose_a * x_ab};
}

/// One of 24 hulls: they fit into the cache together, so that no contestant pays for fetching another's data.
const Hull<D>& one_of_24_hulls(Random& random) {
  static const std::vector<Hull<D>> pool = [] {
    Random own(32);
    std::vector<Hull<D>> hulls;
    for (int i = 0; i < 24; ++i) hulls.push_back(testing::random_hull(own, 32));
    return hulls;
  }();
  return pool[std::size_t(random.below(24))];
}

/// Random overlapping pairs; `shape` makes one.
template <class F> std::vector<Pair> overlapping(Random& random, D spread, F&& shape) {
  std::vector<Pair> pairs;
  while (pairs.size() < pair_count) {
    const Shape<D> a = shape(), b = shape();
    const Pose<D> x_ab = random.pose(spread);
    if (narrow::contact(a, b, x_ab).distance < 0) pairs.push_back(placed(random, a, b, x_ab));
  }
  return pairs;
}

/// Face on face, 1e-3 deep, shifted, turned and tilted by up to 1e-4.
std::vector<Pair> resting_boxes(Random& random) {
  std::vector<Pair> pairs;
  while (pairs.size() < pair_count) {
    const Box<D> a{{random.uniform(.3, 1), random.uniform(.3, 1), random.uniform(.3, 1)}},
        b{{random.uniform(.3, 1), random.uniform(.3, 1), random.uniform(.3, 1)}};
    const Pose<D> tilt = random.turn(0, 1e-4), turn = rotation_z(random.uniform(0, 6));
    const D y = random.uniform(-.3, .3), x = random.uniform(-.3, .3);
    const Pose<D> x_ab = translation(x, y, a.half.z + b.half.z - 1e-3) * turn * tilt;
    pairs.push_back(placed(random, a, b, x_ab));
  }
  return pairs;
}

/// A hull's face on another's, middle on middle, likewise.
std::vector<Pair> resting_hulls(Random& random) {
  std::vector<Pair> pairs;
  const auto face_along = [](const Hull<D>& hull, const Vec3<D>& to) {  // face 0 turned to look along `to`
    const Vec3<D>& n = hull.plane(0).normal;
    return rotation(unit_or(cross(n, to), any_perpendicular(n)), std::atan2(norm(cross(n, to)), dot(n, to)));
  };
  const auto middle_of = [](const Hull<D>& hull) {
    Vec3<D> sum{};
    for (const std::uint32_t v : hull.face_loop(0)) sum += hull.vertex(v);
    return sum / D(hull.face_loop(0).size());
  };
  while (pairs.size() < pair_count) {
    const Hull<D>&a = one_of_24_hulls(random), &b = one_of_24_hulls(random);
    const Vec3<D> up{0, 0, 1};
    const Vec3<D> middle_a = face_along(a, up) * middle_of(a), middle_b = face_along(b, -up) * middle_of(b);
    const Pose<D> in_up = translation(middle_a - middle_b - up * 1e-3) * face_along(b, -up);
    const Pose<D> x_ab = inverse(face_along(a, up)) * in_up * random.turn(0, 1e-4);
    if (narrow::contact(a, b, x_ab).distance < 0) pairs.push_back(placed(random, a, b, x_ab));
  }
  return pairs;
}

/// Cylinders, cones (on their flat sides), ellipsoids and round boxes on a plank, 1e-3 deep, tilted by up to 1e-4.
std::vector<Pair> resting_curved(Random& random) {
  std::vector<Pair> pairs;
  const Box<D> plank{{2, 2, .2}};
  while (pairs.size() < pair_count) {
    const D r = random.uniform(.3, 1), h = random.uniform(.3, 1);
    const Shape<D> shapes[] = {Cylinder<D>{r, h}, Cone<D>{r, h}, Ellipsoid<D>{{r, h, .5}}, RoundBox<D>{{r, h, .3}, .1}};
    const Shape<D>& b = shapes[random.below(4)];
    const D low = -b.support({0, 0, -1}).z + b.radius();
    const Pose<D> tilt = random.turn(0, 1e-4), turn = rotation_z(random.uniform(0, 6));
    const D y = random.uniform(-.5, .5), x = random.uniform(-.5, .5);
    const Pose<D> x_ab = translation(x, y, plank.half.z + low - 1e-3) * turn * tilt;
    pairs.push_back(placed(random, plank, b, x_ab));
  }
  return pairs;
}

void write(std::ostream& os, const std::string& title, const std::vector<Figures>& figures, const std::string& base) {
  D base_ns = 0;
  for (const Figures& f : figures)
    if (f.name == base || f.name.starts_with(base + ":")) base_ns = f.ns;
  os << "\n## " << title << "\n\n| | ns per pair | points | times " << base << " |\n|---|---:|---:|---:|\n";
  for (const Figures& f : figures)
    os << "| " << f.name << " | " << std::fixed << std::setprecision(0) << f.ns << " | " << std::setprecision(2)
       << f.points << " | " << f.ns / base_ns << " |\n";
}

std::vector<Contestant> joined(std::vector<std::vector<Contestant>> lists) {
  std::vector<Contestant> all;
  for (auto& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

void run(std::ostream& os, int repeats) {
  Random random(1);
  const auto box = [&]() -> Shape<D> { return testing::random_shape(random, testing::Family::box); };
  const auto hull = [&]() -> Shape<D> { return one_of_24_hulls(random); };
  const auto any_boxes = overlapping(random, 2.0, box), still_boxes = resting_boxes(random);
  const auto any_hulls = overlapping(random, 2.0, hull), still_hulls = resting_hulls(random);
  os << "# Contact manifolds\n\n"
        "All contact points of two overlapping bodies: tactus beside ODE, Bullet and libccd. Made by `bench_manifold` "
        "in\n"
        "`build/release`: "
     << pair_count << " pairs a case, " << repeats
     << " rounds, medians, in turns, processor time of one thread.\n\n"
        "A manifold includes its contact. ODE's box-box and Bullet's routines are approximate; tactus' contact is "
        "certified.\n";
  const auto boxes = [&](const std::vector<Pair>& pairs) {
    return joined(
        {tactus_contestants(pairs), {cached_contestant(pairs)}, {ode_boxes(pairs)}, bullet_contestants(pairs)});
  };
  const auto hulls = [&](const std::vector<Pair>& pairs) {
    return joined(
        {tactus_contestants(pairs), {cached_contestant(pairs)}, {libccd_hulls(pairs)}, bullet_contestants(pairs)});
  };
  write(os, "Boxes at random overlapping poses", measure(boxes(any_boxes), pair_count, repeats), "ODE");
  write(os, "Boxes, face on face", measure(boxes(still_boxes), pair_count, repeats), "ODE");
  write(os, "Hulls of 32 points at random overlapping poses", measure(hulls(any_hulls), pair_count, repeats), "libccd");
  write(os, "Hulls of 32 points, face on face", measure(hulls(still_hulls), pair_count, repeats), "libccd");
  const auto curved = [&](const std::vector<Pair>& pairs) {
    return joined({tactus_contestants(pairs), {cached_contestant(pairs)}, {with_center(pairs)}});
  };
  const auto any_curved = overlapping(random, 2.0, [&] {
    using enum testing::Family;
    constexpr testing::Family families[] = {ellipsoid, round_box, cone, cylinder, wheel};
    return testing::random_shape(random, families[random.below(5)]);
  });
  const auto still_curved = resting_curved(random);
  write(os, "Curved shapes at random overlapping poses", measure(curved(any_curved), pair_count, repeats),
        "tactus: manifold");
  write(os, "Curved shapes on a plank", measure(curved(still_curved), pair_count, repeats), "tactus: manifold");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && argv[1][0] == '-') {
    std::cout << "usage: bench_manifold [FILE [ROUNDS]]\nWrites the table to FILE, or prints it.\n";
    return std::string_view(argv[1]) == "--help" ? 0 : 2;
  }
  dInitODE2(0);
  const int repeats = argc > 2 ? std::atoi(argv[2]) : 31;
  if (argc > 1) {
    std::ofstream file(argv[1]);
    run(file, repeats);
  } else {
    run(std::cout, repeats);
  }
  dCloseODE();
}
