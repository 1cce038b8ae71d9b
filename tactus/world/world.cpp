#include <tactus/contact/manifold.h>
#include <tactus/core/reject.h>
#include <tactus/narrow/default.h>
#include <tactus/query.h>
#include <tactus/world/parallel.h>
#include <tactus/world/world.h>

#include <algorithm>

namespace tactus {

namespace {

template <Scalar T> void check_velocity(const Vec3<T>& velocity, const Vec3<T>& angular_velocity) {
  if (!is_finite(velocity) || !is_finite(angular_velocity))
    reject("World: velocity ", velocity, ", angular velocity ", angular_velocity, ": not finite");
}

/// What a sensor reports: one point, where the shapes meet.
template <Scalar T> Manifold<T> single_point(const Contact<T>& c) {
  Manifold<T> m;
  m.status = c.status, m.normal = c.normal;
  m.count = 1;
  m.points[0] = {c.point(), c.distance, {}};
  m.representative = c.point();
  return m;
}

/// May a body come within the margins of a half-space? By its ball; two half-spaces are no pair.
template <Scalar T> bool near_half_space(const Body<T>& half_space, const Body<T>& body) {
  if (!body.shape.bounded()) return false;
  const auto [normal, offset] = normalized(*half_space.shape.template get_if<HalfSpace<T>>());
  const Vec3<T> center =
      transposed_times(half_space.pose.rotation, body.pose * body.shape.center() - half_space.pose.translation);
  const T height = dot(normal, center) - offset;
  const T reach =
      norm(body.pose.translation) + norm(half_space.pose.translation) + body.shape.origin_radius() + abs(offset);
  const T slack = (T(16) * unit_roundoff<T> + orthonormality_error(half_space.pose.rotation)) * reach;
  return height - slack <= body.shape.bounding_radius() + body.margin + half_space.margin;
}

}  // namespace

template <Scalar T> const typename World<T>::Record& World<T>::checked(BodyId id) const {
  if (!alive(id)) reject("World: ", id, " names no body of this world");
  return records_[id.slot];
}

template <Scalar T> Aabb<T> World<T>::bounds(const Body<T>& body) const {
  return expanded(body.shape.aabb(body.pose), body.margin);
}

template <Scalar T> BodyId World<T>::add(const Body<T>& given) {
  require_valid("World::add", "pose", given.pose);
  Body<T> body = given;
  body.pose = rigid(given.pose);
  check_velocity(body.velocity, body.angular_velocity);
  if (!(body.margin >= T(0)) || !is_finite(body.margin))
    reject("World: margin ", body.margin, " is negative or not finite");
  // What may fail comes first: a body is in all lists or in none.
  const bool bounded = body.shape.bounded();
  const LocalBox<T> box_around = bounded ? local_box(body.shape) : LocalBox<T>{};
  if (free_.empty()) {
    records_.push_back({.body = body});
    free_.push_back(static_cast<std::uint32_t>(records_.size() - 1));
  }
  const std::uint32_t slot = free_.back();
  owner_.reserve(records_.size());
  half_spaces_.reserve(half_spaces_.size() + 1);
  const BoxId box = bounded ? broad_.insert(bounds(body), body.filter) : BoxId{};
  free_.pop_back();
  records_[slot] = {body, box_around, box, records_[slot].generation, true};
  if (bounded) {
    owner_.resize(std::max<std::size_t>(owner_.size(), box.slot + std::size_t{1}));
    owner_[box.slot] = slot;
  } else {
    half_spaces_.insert(std::lower_bound(half_spaces_.begin(), half_spaces_.end(), slot), slot);
  }
  ++alive_count_;
  return id_of(slot);
}

template <Scalar T> void World<T>::remove(BodyId id) {
  Record& record = checked(id);
  if (record.body.shape.bounded()) {
    broad_.remove(record.box);
  } else {
    half_spaces_.erase(std::lower_bound(half_spaces_.begin(), half_spaces_.end(), id.slot));
  }
  record.alive = false;
  --alive_count_;
  // A slot whose generations are spent is not used again: no id ever names two bodies.
  if (++record.generation != 0) free_.push_back(id.slot);
}

template <Scalar T> void World<T>::set_pose(BodyId id, const Pose<T>& pose) {
  Record& record = checked(id);
  require_valid("World::set_pose", "pose", pose);
  Body<T> moved = record.body;
  moved.pose = rigid(pose);
  if (moved.shape.bounded()) broad_.update(record.box, bounds(moved));
  record.body.pose = moved.pose;
}

template <Scalar T> void World<T>::set_velocity(BodyId id, const Vec3<T>& velocity, const Vec3<T>& angular_velocity) {
  Record& record = checked(id);
  check_velocity(velocity, angular_velocity);
  record.body.velocity = velocity;
  record.body.angular_velocity = angular_velocity;
}

template <Scalar T> void World<T>::set_filter(BodyId id, Filter filter) {
  Record& record = checked(id);
  if (record.body.shape.bounded()) broad_.set_filter(record.box, filter);
  record.body.filter = filter;
}

template <Scalar T> bool World<T>::may_pair(const Body<T>& a, const Body<T>& b) const {
  return !(a.is_static && b.is_static) && admits(a.filter, b.filter) && (!predicate_ || predicate_(a, b));
}

/// All pairs near each other, sorted by the slots of their bodies.
template <Scalar T> void World<T>::collect_tasks() {
  tasks_.clear();
  const auto take = [&](std::uint32_t a, std::uint32_t b) {
    if (a > b) std::swap(a, b);
    if (may_pair(records_[a].body, records_[b].body)) tasks_.push_back({id_of(a), id_of(b)});
  };
  broad_.for_each_pair([&](BoxId a, BoxId b) { take(owner_[a.slot], owner_[b.slot]); });
  for (const std::uint32_t plane : half_spaces_) {
    for (std::uint32_t slot = 0; slot < records_.size(); ++slot)
      if (records_[slot].alive && near_half_space(records_[plane].body, records_[slot].body)) take(plane, slot);
  }
  const auto earlier = [](const Task& s, const Task& t) { return std::tie(s.a, s.b) < std::tie(t.a, t.b); };
  if (!std::is_sorted(tasks_.begin(), tasks_.end(), earlier)) std::sort(tasks_.begin(), tasks_.end(), earlier);
}

template <Scalar T> void World<T>::update(int threads) {
  if (threads < 0) reject("World::update: threads = ", threads, " is negative; 0 means as many as there are");
  collect_tasks();
  cache_.begin_step();
  for (Task& task : tasks_) {
    const PairKey key{name(task.a), name(task.b)};
    task.slot = cache_.touch(key);
    if (task.slot >= states_.size()) states_.resize(task.slot + std::size_t{1});
    if (states_[task.slot].key != key) states_[task.slot] = {key, {}, {}, false};
  }
  detail::parallel_for(tasks_.size(), threads, [this](std::size_t i) { settle(tasks_[i]); });
  cache_.end_step();
  report();
}

/// From the cheapest proof to the dearest. What is settled without the narrow phase keeps its points: none if apart.
template <Scalar T> void World<T>::settle(Task& task) {
  const Record &ra = records_[task.a.slot], &rb = records_[task.b.slot];
  const Body<T>&a = ra.body, &b = rb.body;
  PairState& state = states_[task.slot];
  const T margin = a.margin + b.margin;
  // A pair that was away comes back without its points, though its certificate may still know it.
  if (state.certificate.unchanged(a.pose, b.pose) && state.near == cache_[task.slot].touching()) {
    task.settled = &UpdateCounts::unchanged;
    return;
  }
  const Pose<T> x_ab = relative(a.pose, b.pose);
  const auto apart = [&](T lower, std::size_t UpdateCounts::*how) {
    if (!(lower > margin)) return false;
    state.certificate = {true, lower, a.pose, b.pose};
    state.contact = {}, state.near = false;
    if (cache_[task.slot].touching()) cache_.update(task.slot, {}, a.pose, b.pose, T(1));
    task.settled = how;
    return true;
  };
  if (a.shape.bounded() && b.shape.bounded()) {
    if (state.certificate.still_apart(a.shape, a.pose, b.shape, b.pose, margin)) {
      task.settled = &UpdateCounts::certified;
      return;
    }
    if (apart(ball_separation(a.shape, b.shape, x_ab), &UpdateCounts::by_balls)) return;
    if ((worth_a_box(a.shape) || worth_a_box(b.shape)) &&
        apart(box_separation(ra.local_box, rb.local_box, x_ab), &UpdateCounts::by_boxes))
      return;
  }
  task.settled = &UpdateCounts::exact;
  settle_exactly(task, state, x_ab, margin);
}

template <Scalar T> void World<T>::settle_exactly(const Task& task, PairState& state, const Pose<T>& x_ab, T margin) {
  const Body<T>&a = records_[task.a.slot].body, &b = records_[task.b.slot].body;
  Options<T> options;
  options.max_distance = margin;
  PairCache<T>& hint = cache_[task.slot].hint;
  const Contact<T> c = narrow::contact(a.shape, b.shape, x_ab, options, &hint);
  const bool near = c.distance <= margin && c.status != Status::beyond_max;
  Manifold<T> m;
  if (near && !a.sensor && !b.sensor) m = contact_manifold(a.shape, b.shape, x_ab, c, margin, &hint);
  if (near && m.count == 0) m = single_point(c);
  const T size = T(2) * min(a.shape.bounding_radius(), b.shape.bounding_radius());
  cache_.update(task.slot, moved(m, a.pose), a.pose, b.pose, size);
  state.contact = c;
  const T error = rotation_error(rotation_faults(a.pose, b.pose));
  narrow::move_to_world(state.contact, a.pose, b.pose, b.shape.bounded() ? b.shape.origin_radius() : T(0), error);
  state.near = near;
  state.certificate = {true, near ? -infinity<T> : state.contact.lower, a.pose, b.pose};
}

template <Scalar T> void World<T>::report() {
  counts_ = {.pairs = tasks_.size()};
  contacts_.clear();
  for (const Task& task : tasks_) {
    ++(counts_.*task.settled);
    const CachedPair<T>& points = cache_[task.slot];
    if (!points.touching()) continue;
    const bool sensor = records_[task.a.slot].body.sensor || records_[task.b.slot].body.sensor;
    contacts_.push_back({task.a, task.b, states_[task.slot].contact, sensor, &points});
  }
  const auto id = [](std::uint64_t name) {
    return BodyId{static_cast<std::uint32_t>(name >> 32), static_cast<std::uint32_t>(name)};
  };
  events_.clear();
  for (const PairEvent& e : cache_.events()) events_.push_back({id(e.key.a), id(e.key.b), e.change});
}

template class World<float>;
template class World<double>;

}  // namespace tactus
