// SPDX-License-Identifier: MIT
#pragma once
/// The fuzzing targets. Each target either returns or throws a Violation; nothing else may happen: no other exception,
/// no crash, no endless loop. libFuzzer calls them (libfuzzer/), and test_fuzz calls them with bytes from a seed.
#include <tactus/tactus.h>
#include <tests/fuzz/check.h>

#include <sstream>

namespace tactus::fuzz {

/// Calls f(), which may reject invalid input with the documented exceptions.
template <class F> void refusable(F&& f) {
  try {
    f();
  } catch (const std::invalid_argument&) {
  } catch (const std::out_of_range&) {
  }
}

template <Scalar T> std::optional<Shape<T>> shape_or_none(Bytes& bytes) {
  std::optional<Shape<T>> s;
  refusable([&] { s = shape<T>(bytes); });
  return s;
}

template <Scalar T> std::optional<Question<T>> question(Bytes& bytes) {
  bytes.draw_hostility();
  const auto a = shape_or_none<T>(bytes);
  const auto b = a && bytes.byte() < 8 ? a : shape_or_none<T>(bytes);  // sometimes a shape meets itself
  if (!a || !b) return std::nullopt;
  bytes.draw_hostility();
  const Pose<T> pose_a = pose<T>(bytes), pose_b = pose<T>(bytes);
  bytes.draw_hostility();
  return Question<T>{*a, *b, pose_a, pose_b, options<T>(bytes)};
}

/// A cache is a hint: none, empty, another pair's, this pair's at another pose, garbage.
template <Scalar T> PairCache<T> cache_for(Bytes& bytes, const Question<T>& q) {
  PairCache<T> cache;
  switch (bytes.below(4)) {
    case 0: break;
    case 1:
      contact(q.a, Pose<T>{}, q.a, q.pose_b, {}, &cache);
      manifold(q.a, Pose<T>{}, q.a, q.pose_b, manifold_options<T>, &cache);
      break;
    case 2:
      manifold(q.a, q.pose_a, q.b, pose<T>(bytes), manifold_options<T>, &cache);
      distance(q.a, q.pose_a, q.b, pose<T>(bytes), {}, &cache);
      break;
    default: cache = garbage_cache<T>(bytes);
  }
  return cache;
}

// ---- two shapes at rest ---------------------------------------------------------------------------------------------

template <Scalar T> void pair_target(Bytes& bytes) {
  const auto q = question<T>(bytes);
  if (!q) return;
  const auto& [a, b, pose_a, pose_b, options] = *q;
  const bool use_cache = bytes.byte() % 2 == 1;
  PairCache<T> cache;
  if (use_cache) cache = cache_for(bytes, *q);
  const auto hint = [&, first = cache] { return use_cache ? &(cache = first) : nullptr; };
  bool meet = false;
  refusable([&] { meet = intersects(q->a, q->pose_a, q->b, q->pose_b, q->options, hint()); });
  const Contact<T> gap = distance(a, pose_a, b, pose_b, options, hint());
  const Contact<T> signed_gap = contact(a, pose_a, b, pose_b, options, hint());
  const Manifold<T> points = manifold(a, pose_a, b, pose_b, options, hint());
  check_any(*q, gap, distance_query);
  check_any(*q, signed_gap, "contact");
  check_manifold(*q, points);
  const Derivative<T> slope = derivative(signed_gap, a, pose_a, b, pose_b);
  q->expect(static_cast<int>(slope.status) <= static_cast<int>(DerivativeStatus::invalid), "derivative has no status");
  q->expect(slope.status != DerivativeStatus::invalid || slope.distance == ByPoses<Gradient<T>>{},
            "derivative is invalid, and not zero");
  const bool both_unbounded = !a.bounded() && !b.bounded();
  if (both_unbounded || !q->is_valid() || !q->in_range()) return;
  check_certificate(*q, gap, distance_query);
  check_certificate(*q, signed_gap, "contact");
  check_agreement(*q, meet, gap, signed_gap);
}

/// What else can be asked of two shapes at rest: the gap along a direction, the common center, the common volume.
template <Scalar T> void measures_target(Bytes& bytes) {
  const auto q = question<T>(bytes);
  if (!q) return;
  const auto& [a, b, pose_a, pose_b, options] = *q;
  const Vec3<T> d = vector<T>(bytes);
  std::optional<T> along;
  std::optional<Vec3<T>> center;
  OverlapVolume<T> common;
  bool answers_center = false, answers_common = false;
  refusable([&] { along = separation_along(q->a, q->pose_a, q->b, q->pose_b, d); });
  refusable([&] { center = contact_center(q->a, q->pose_a, q->b, q->pose_b, q->options), answers_center = true; });
  refusable([&] { common = overlap_volume(q->a, q->pose_a, q->b, q->pose_b), answers_common = true; });
  const bool valid_poses = is_valid(pose_a) && is_valid(pose_b);
  q->expect(along.has_value() == (valid_poses && is_finite(d) && d != Vec3<T>{}), "separation_along, along", d);
  q->expect(answers_center == q->is_valid(), "contact_center accepts or rejects what it should not");
  q->expect(answers_common == has_overlap_volume(a, b), "overlap_volume takes what has none, or rejects what has one");
  q->expect(!answers_common || valid_poses == (common.status != Status::invalid), "overlap_volume says", common);
  if (!q->is_valid() || !q->in_range() || (!a.bounded() && !b.bounded())) return;
  const Contact<T> c = contact(a, pose_a, b, pose_b);
  const T coarse = contact(a, pose_a, b, pose_b, options).resolution;
  const T band = T(4) * max(max(c.resolution, coarse), T(slack(*q)));
  if (a.bounded() && b.bounded()) {
    if (along && norm(d) > T(1e-3) && norm(d) < T(1e3)) {
      const Vec3<long double> wide = d.template cast<long double>(), unit = wide / norm(wide);
      q->expect(std::abs(static_cast<long double>(*along) - separation(*q, unit)) <= 2 * slack(*q),
                "separation_along says", *along, "and two support calls", separation(*q, unit));
      q->expect(*along <= c.upper + band, "separation_along says", *along, "but contact", c);
    }
  }
  if (c.lower > options.max_distance + band) q->expect(!center, "a center, but contact says", c);
  if (c.upper < options.max_distance - band) q->expect(center && is_finite(*center), "no center, but", c);
  if (!answers_common || common.status == Status::stalled) return;
  q->expect(common.volume >= T(0) && common.error >= T(0), "overlap_volume says", common);
  if (c.lower > band) q->expect(common.volume <= common.error, "apart, but", common);
}

/// All algorithms of the list, which do not check their input: they end, and stay within their arrays.
template <Scalar T> void algorithms_target(Bytes& bytes) {
  const auto q = question<T>(bytes);
  if (!q || !is_valid(q->pose_a) || !is_valid(q->pose_b)) return;
  const PairCache<T> garbage = bytes.byte() % 2 == 1 ? cache_for(bytes, *q) : PairCache<T>{};
  const Pose<T> x_ab = relative(q->pose_a, q->pose_b);
  const Options<T> given = with_low_cap(q->options);
  for (const narrow::Algorithm<T>& algorithm : narrow::algorithms<T>()) {
    if (!algorithm.accepts(q->a, q->b)) continue;
    PairCache<T> cache = garbage;
    if (algorithm.intersects) (void)algorithm.intersects(q->a, q->b, x_ab, given, &(cache = garbage));
    if (algorithm.distance) (void)algorithm.distance(q->a, q->b, x_ab, given, &(cache = garbage));
    if (algorithm.contact) (void)algorithm.contact(q->a, q->b, x_ab, given, &(cache = garbage));
  }
}

// ---- one shape ------------------------------------------------------------------------------------------------------

template <Scalar T> void shape_target(Bytes& bytes) {
  bytes.draw_hostility();
  const auto s = shape_or_none<T>(bytes);
  if (!s) return;
  bytes.draw_hostility();
  const Pose<T> x = pose<T>(bytes);
  const Vec3<T> d = vector<T>(bytes), p = vector<T>(bytes);
  const T max_t = number<T>(bytes);
  (void)s->support(d);
  (void)s->feature_along(d, bytes.byte() < 128 ? T(0) : T(1e-3));
  (void)s->aabb(x);
  if (s->bounded()) refusable([&] { (void)mass_properties(*s); });
  const Options<T> given = options<T>(bytes);
  bool inside = false, answers = false;
  refusable([&] { inside = contains(*s, x, p, given), answers = true; });
  const Question<T> q{*s, Point<T>{}, x, translation(p), given};
  const Contact<T> nearest = closest_point(*s, x, p, given);
  q.expect(answers == q.is_valid() && (q.is_valid() || nearest.status == Status::invalid), "accepts bad input",
           nearest);
  check_any(q, nearest, "closest_point");
  if (q.is_valid() && q.in_range()) check_certificate(q, nearest, "closest_point");
  if (q.is_valid() && q.in_range()) check_agreement(q, inside, distance(q.a, x, q.b, q.pose_b, given), nearest);
  const RayHit<T> hit = ray_cast(*s, x, p, d, max_t);
  q.expect(static_cast<int>(hit.status) <= static_cast<int>(MotionStatus::invalid), "ray_cast has no status");
  if (hit.hit()) {
    q.expect(hit.t >= T(0) && hit.t <= max_t, "a ray hits at", hit, "of", max_t);
    if (q.in_range()) q.expect(abs(norm(hit.normal) - T(1)) <= T(16) * unit_roundoff<T>, "a ray hits along", hit);
  }
  if (const Hull<T>* hull = s->template get_if<Hull<T>>()) {
    q.expect(hull->check().empty(), "an invalid hull:", hull->check());
    refusable([&] { (void)hull->simplified(bytes.byte(), max_t); });
  }
}

// ---- two shapes in motion -------------------------------------------------------------------------------------------

template <Scalar T> void motion_target(Bytes& bytes) {
  const auto q = question<T>(bytes);
  if (!q) return;
  const auto& [a, b, pose_a, pose_b, options] = *q;
  const Options<T> given = with_low_cap(options);
  const auto motion = [&](const Pose<T>& start) {
    Motion<T> m{.start = start};
    m.velocity = vector<T>(bytes), m.angular_velocity = vector<T>(bytes), m.pivot = vector<T>(bytes);
    return m;
  };
  const Motion<T> motion_a = motion(pose_a), motion_b = motion(pose_b);
  const auto check = [&](const Impact<T>& i, const char* query) {
    q->expect(static_cast<int>(i.status) <= static_cast<int>(MotionStatus::invalid), query, "has no status");
    if (i.status == MotionStatus::invalid) return;
    q->expect(i.time >= T(0) && i.time <= T(1), query, "ends at", i);
    q->expect(i.lower >= T(0) && !(i.lower > i.upper), query, "has its bounds in disorder:", i);
    if (i.hit()) check_any(*q, i.contact, query);
  };
  PairCache<T> cache;
  if (bytes.byte() % 2 == 1) cache = cache_for(bytes, *q);
  check(time_of_impact(a, motion_a, b, motion_b, given, &cache), "time_of_impact");
  check(shape_cast(a, pose_a, motion_a.velocity, b, pose_b, given), "shape_cast");
  const int substeps = bytes.hostile() ? -bytes.below(2) * INT_MAX : 1 + bytes.below(16);
  check(bisection::time_of_impact(a, motion_a, b, motion_b, substeps, given, &cache), "bisection");
}

// ---- a world --------------------------------------------------------------------------------------------------------

/// Ids of this world, alive and removed, and of no world.
class Ids {
 public:
  void add(BodyId id) { ids_.push_back(id); }
  BodyId draw(Bytes& bytes) const {
    const std::size_t i = bytes.byte();
    if (i < ids_.size()) return ids_[i];
    if (i % 2 == 0 && !ids_.empty()) return ids_[i % ids_.size()];
    return {bytes.raw<std::uint32_t>(), bytes.raw<std::uint32_t>()};
  }

 private:
  std::vector<BodyId> ids_;
};

template <Scalar T> void ask_world(Bytes& bytes, const World<T>& world) {
  const Vec3<T> p = vector<T>(bytes), d = vector<T>(bytes);
  const T reach = number<T>(bytes);
  const auto s = shape_or_none<T>(bytes);
  const Pose<T> x = pose<T>(bytes);
  refusable([&] { (void)closest_hit(world, p, d, reach); });
  refusable([&] { (void)all_hits(world, p, d, reach); });
  refusable([&] { (void)any_hit(world, p, d); });
  if (!s) return;
  refusable([&] { (void)overlapping(world, *s, x); });
  refusable([&] { (void)bodies_within(world, *s, x, reach); });
  refusable([&] { (void)closest_body(world, *s, x, reach); });
  refusable([&] { (void)closest_cast(world, *s, x, d, {}, with_low_cap(options<T>(bytes))); });
}

template <Scalar T> void change_body(Bytes& bytes, World<T>& world, BodyId id) {
  const bool on = bytes.byte() < 128;
  switch (bytes.below(8)) {
    case 0:
      if (const auto s = shape_or_none<T>(bytes)) refusable([&] { world.set_shape(id, *s); });
      break;
    case 1: refusable([&] { world.set_margin(id, number<T>(bytes)); }); break;
    case 2: refusable([&] { world.set_static(id, on); }); break;
    case 3: refusable([&] { world.set_kinematic(id, on); }); break;
    case 4: refusable([&] { world.set_sensor(id, on); }); break;
    case 5: refusable([&] { on ? world.sleep(id) : world.wake(id); }); break;
    case 6: refusable([&] { world.set_user_data(id, bytes.byte()); }); break;
    default: {
      const BodyId several[] = {id, id};
      const Pose<T> poses[] = {pose<T>(bytes), pose<T>(bytes)};
      refusable([&] { world.set_poses(std::span(several).first(on ? 2 : 1), poses); });
    }
  }
}

template <Scalar T> void world_target(Bytes& bytes) {
  World<T> world({.centers = bytes.byte() < 128});
  Ids ids;
  bytes.draw_hostility();
  for (int i = 0; i < 64 && bytes.left(); ++i) {
    const BodyId id = ids.draw(bytes);
    switch (bytes.below(12)) {
      case 0:
      case 1:
      case 2: {
        const auto s = shape_or_none<T>(bytes);
        if (!s) break;
        Body<T> body{.shape = *s, .pose = pose<T>(bytes), .velocity = vector<T>(bytes)};
        body.angular_velocity = vector<T>(bytes);
        body.is_static = bytes.byte() < 64, body.sensor = bytes.byte() < 64;
        body.margin = bytes.byte() < 128 ? T(0) : size<T>(bytes);
        refusable([&] { ids.add(world.add(body)); });
        break;
      }
      case 3: refusable([&] { world.set_pose(id, pose<T>(bytes)); }); break;
      case 4: refusable([&] { world.set_velocity(id, vector<T>(bytes), {}); }); break;
      case 5: refusable([&] { world.remove(id); }); break;
      case 6: refusable([&] { world.set_filter(id, {bytes.byte(), bytes.byte()}); }); break;
      case 7: ask_world(bytes, world); break;
      case 8: {
        const T duration = number<T>(bytes);
        const int most = bytes.below(8) - 2;
        const auto stop = [&](World<T>& w, BodyId a, BodyId b, const Impact<T>&) {
          for (const BodyId one : {a, b}) w.set_velocity(one, {}, {});
        };
        refusable([&] { advance(world, duration, stop, most, with_low_cap(options<T>(bytes))); });
        refusable([&] { advance_in_substeps(world, duration, most); });
        break;
      }
      case 9:
      case 10: change_body(bytes, world, id); break;
      default: world.update(1);
    }
    refusable([&] { (void)world.body(id).pose; });
  }
  world.update(1);
  for (const auto& c : world.contacts()) {
    const Question<T> q{world.body(c.a).shape, world.body(c.b).shape, world.body(c.a).pose, world.body(c.b).pose, {}};
    check_any(q, c.contact, "World::update");
    q.expect(c.points.count >= 0 && c.points.count <= 4, "a pair of a world has", c.points.count, "points");
  }
}

// ---- hulls from text and from faces ---------------------------------------------------------------------------------

/// A loaded hull saves and loads to itself.
template <Scalar T> void hull_text_target(const std::string& text) {
  std::istringstream in(text);
  refusable([&] {
    const Hull<T> hull = Hull<T>::load(in);
    if (const std::string problem = hull.check(); !problem.empty()) throw Violation("loaded, but " + problem);
    std::ostringstream first;
    hull.save(first);
    std::istringstream again(first.str());
    std::ostringstream second;
    Hull<T>::load(again).save(second);
    if (first.str() != second.str()) throw Violation("saved and loaded, another hull:\n" + first.str());
  });
}

template <Scalar T> void hull_faces_target(Bytes& bytes) {
  bytes.draw_hostility();
  std::vector<Vec3<T>> vertices;
  std::vector<std::vector<std::uint32_t>> faces;
  if (bytes.byte() < 128) {  // a box with some of its numbers changed
    const Vec3<T> h = sizes<T>(bytes);
    for (int i = 0; i < 8; ++i) vertices.push_back({i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
    faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    if (bytes.byte() < 128) vertices[bytes.byte() % 8u] = vector<T>(bytes);
    if (bytes.byte() < 64) faces[bytes.byte() % 6u][bytes.byte() % 4u] = bytes.byte();
  } else {
    for (int n = bytes.below(10); n > 0; --n) vertices.push_back(vector<T>(bytes));
    for (int n = bytes.below(10); n > 0; --n) {
      auto& face = faces.emplace_back();
      for (int k = bytes.below(6); k > 0; --k) face.push_back(bytes.byte() % 12u);
    }
  }
  refusable([&] {
    const Hull<T> hull = Hull<T>::from_faces(vertices, faces);
    if (const std::string problem = hull.check(); !problem.empty()) throw Violation("from_faces, but " + problem);
  });
}

}  // namespace tactus::fuzz
