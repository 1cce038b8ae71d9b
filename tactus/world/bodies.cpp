// SPDX-License-Identifier: MIT
#include <tactus/core/parallel.h>
#include <tactus/core/reject.h>
#include <tactus/math/rigid.h>
#include <tactus/world/bodies.h>

#include <algorithm>

namespace tactus {

namespace {

template <Scalar T> void check_velocity(const Vec3<T>& velocity, const Vec3<T>& angular_velocity) {
  if (!is_finite(velocity) || !is_finite(angular_velocity))
    reject("World: velocity ", velocity, ", angular velocity ", angular_velocity, ": not finite");
}

template <Scalar T> void check_margin(T margin) {
  if (!(margin >= T(0)) || !is_finite(margin)) reject("World: margin ", margin, " is negative or not finite");
}

/// The stored pose, and the remaining error of its rotation.
template <Scalar T> struct Placed {
  Pose<T> pose;
  T faults;
  bool valid = true;
};
template <Scalar T> Placed<T> rigid_pose(const Pose<T>& pose) {
  constexpr Pose<T> none{};
  const T faults = pose_faults(pose, none);
  if (faults <= rounding_faults<T>) return {pose, faults};
  if (!is_valid(pose)) return {pose, faults, false};
  const Pose<T> nearest = rigid(pose);
  return {nearest, rotation_faults(nearest, none)};
}
template <Scalar T> Placed<T> checked_pose(const char* call, const Pose<T>& pose) {
  const Placed<T> placed = rigid_pose(pose);
  if (!placed.valid) require_valid(call, "pose", pose);
  return placed;
}

/// Reserves memory so that the list can grow to that size without failing. It doubles, like push_back: growing by one
/// at a time, adding n bodies would copy n² of them.
template <class V> void make_room(V& list, std::size_t size) {
  if (size > list.capacity()) list.reserve(std::max(size, 2 * list.capacity()));
}

/// The box that represents a nonconvex body where only its extent matters.
template <Scalar T> Shape<T> box_around(const Nonconvex<T>& nonconvex) {
  const Aabb<T> box = nonconvex.aabb();
  return transformed(Box<T>{box.half() * (T(1) + T(8) * unit_roundoff<T>)}, translation(box.center()));
}

template <Scalar T> Aabb<T> bounds(const Body<T>& body, const Pose<T>& pose) {
  return expanded(body.shape.aabb(pose), body.margin);
}

}  // namespace

template <Scalar T> void Bodies<T>::checked(BodyId id) const {
  if (!alive(id)) reject("World: ", id, " names no body of this world");
}

template <Scalar T> void Bodies<T>::edited(BodyId id) {
  checked(id);
  ++edits_[id.slot];
}

/// What may fail comes first: a body is in all lists or in none.
template <Scalar T> BodyId Bodies<T>::add(const Body<T>& as_given) {
  Body<T> given = as_given;
  if (given.nonconvex) given.shape = box_around(given.nonconvex);
  const Placed<T> placed = checked_pose("World::add", given.pose);
  check_velocity(given.velocity, given.angular_velocity);
  check_margin(given.margin);
  if (free_.empty()) {
    const std::size_t room = records_.size() + 1;
    make_room(free_, room), make_room(hot_, room), make_room(flags_, room);
    make_room(generations_, room), make_room(edits_, room);
    records_.push_back({.body = given});
    hot_.emplace_back(), flags_.push_back(0), generations_.push_back(0), edits_.push_back(0);
    free_.push_back(static_cast<std::uint32_t>(room - 1));
  }
  const std::uint32_t slot = free_.back();
  make_room(owner_, records_.size() + 1), make_room(marked_, records_.size() + 1);
  make_room(half_spaces_, half_spaces_.size() + 1);
  const BoxId box = given.shape.bounded() ? broad_.insert(bounds(given, placed.pose), given.filter) : BoxId{};
  free_.pop_back();
  records_[slot].body = given;
  flags_[slot] = is_alive;
  put_into_lists(slot, box);
  place(slot, placed.pose, placed.faults);
  set_flag(slot, is_sensor, given.sensor);
  set_flag(slot, is_fixed, given.is_static);
  set_flag(slot, is_immovable, given.immovable());
  ++alive_count_, ++edits_[slot];
  return id_of(slot);
}

template <Scalar T> void Bodies<T>::remove(BodyId id) {
  edited(id);
  take_out_of_lists(id.slot);
  if (flags_[id.slot] & is_asleep) --asleep_count_;
  some_removed_ = true;
  flags_[id.slot] &= has_moved | has_changed;  // it may be in marked_
  --alive_count_;
  // A slot whose generations are used up is not used again: no id ever names two bodies.
  if (++generations_[id.slot] != 0) free_.push_back(id.slot);
}

template <Scalar T> void Bodies<T>::put_into_lists(std::uint32_t slot, BoxId box) {
  Record& record = records_[slot];
  const Shape<T>& shape = record.body.shape;
  record.box = box;
  set_flag(slot, is_unbounded, !shape.bounded());
  if (shape.bounded()) {
    owner_.resize(std::max<std::size_t>(owner_.size(), box.slot + std::size_t{1}));
    owner_[box.slot] = slot;
  } else {
    half_spaces_.insert(std::lower_bound(half_spaces_.begin(), half_spaces_.end(), slot), slot);
  }
  Hot& hot = hot_[slot];
  hot.center = shape.center(), hot.margin = record.body.margin;
  hot.nonconvex = static_cast<bool>(record.body.nonconvex);
  hot.bounding_radius = shape.bounded() ? shape.bounding_radius() : infinity<T>;
  hot.origin_radius = shape.bounded() ? shape.origin_radius() : T(0);
  boxes_changed_ = sleep_changed_ = true;
}

template <Scalar T> void Bodies<T>::take_out_of_lists(std::uint32_t slot) {
  if (flags_[slot] & is_unbounded) {
    half_spaces_.erase(std::lower_bound(half_spaces_.begin(), half_spaces_.end(), slot));
  } else {
    broad_.remove(records_[slot].box);
  }
  boxes_changed_ = sleep_changed_ = true;
}

/// For a body that is already in the broad phase, or does not belong there.
template <Scalar T> void Bodies<T>::place(std::uint32_t slot, const Pose<T>& pose, T faults) {
  records_[slot].body.pose = hot_[slot].pose = pose;
  hot_[slot].faults = faults;
  mark(slot, has_moved);
  boxes_changed_ = true;
}

template <Scalar T> void Bodies<T>::set_flag(std::uint32_t slot, std::uint8_t flag, bool on) {
  flags_[slot] = static_cast<std::uint8_t>(on ? flags_[slot] | flag : flags_[slot] & ~flag);
}

/// Also wakes the body. Its sleeping pairs must be tested in this update, and those with a static body put back
/// afterwards.
template <Scalar T> void Bodies<T>::mark(std::uint32_t slot, std::uint8_t flags) {
  if (!(flags_[slot] & (has_moved | has_changed))) marked_.push_back(slot);
  if (flags_[slot] & (is_fixed | is_asleep)) sleep_changed_ = true;
  if (flags_[slot] & is_asleep) --asleep_count_;
  flags_[slot] = static_cast<std::uint8_t>((flags_[slot] | flags) & ~is_asleep);
}

template <Scalar T> void Bodies<T>::forget_changes() {
  for (const std::uint32_t slot : marked_) {
    if (flags_[slot] & (is_fixed | is_asleep)) sleep_changed_ = true;  // now they rest
    set_flag(slot, has_moved | has_changed, false);
  }
  marked_.clear();
}

/// False if it is already there.
template <Scalar T> bool Bodies<T>::move_to(std::uint32_t slot, const char* call, const Pose<T>& pose) {
  const Placed<T> placed = checked_pose(call, pose);
  if (placed.pose == hot_[slot].pose) return false;
  const Record& record = records_[slot];
  if (!(flags_[slot] & is_unbounded)) broad_.update(record.box, bounds(record.body, placed.pose));
  place(slot, placed.pose, placed.faults);
  return true;
}

template <Scalar T> void Bodies<T>::set_pose(BodyId id, const Pose<T>& pose) {
  checked(id);
  if (move_to(id.slot, "World::set_pose", pose)) ++edits_[id.slot];
}

/// Throws nothing: threads call this. The broad phase would reject a box that leaves the range of numbers.
template <Scalar T> typename Bodies<T>::Move Bodies<T>::checked_move(BodyId id, const Pose<T>& pose) const {
  if (!alive(id)) return {};
  const Placed<T> placed = rigid_pose(pose);
  const Hot& hot = hot_[id.slot];
  const bool bounded = !(flags_[id.slot] & is_unbounded);
  const T reach = T(4) * (max_abs(placed.pose.translation) + hot.origin_radius + hot.margin);
  if (!placed.valid || (bounded && !is_finite(reach))) return {};
  Move move{.valid = true, .exact = placed.pose == pose, .faults = placed.faults};
  if (bounded && placed.pose != hot.pose) move.box = bounds(records_[id.slot].body, placed.pose);
  return move;
}

template <Scalar T> void Bodies<T>::reject_move(BodyId id, const Pose<T>& pose) const {
  checked(id);
  const Vec3<T> at = checked_pose("World::set_poses", pose).pose.translation;
  reject("World::set_poses: the box of ", id, " at ", at, " is not finite");
}

/// Poses are checked and boxes computed by all threads; then the broad phase takes the boxes, in order.
template <Scalar T>
void Bodies<T>::set_poses(std::span<const BodyId> ids, std::span<const Pose<T>> poses, int threads) {
  if (threads < 0) reject("World::set_poses: threads = ", threads, " is negative; 0 means one per core");
  if (ids.size() != poses.size()) reject("World::set_poses: ", ids.size(), " ids, but ", poses.size(), " poses");
  moves_.resize(ids.size());
  constexpr std::size_t block = 64;
  detail::parallel_for((ids.size() + block - 1) / block, threads,
                       [&](std::size_t k) {
                         for (std::size_t i = k * block; i < std::min(ids.size(), (k + 1) * block); ++i)
                           moves_[i] = checked_move(ids[i], poses[i]);
                       },
                       4);
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (!moves_[i].valid) reject_move(ids[i], poses[i]);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Record& ahead = records_[ids[std::min(i + 6, ids.size() - 1)].slot];
    __builtin_prefetch(&ahead.body.pose), __builtin_prefetch(&ahead.body.pose.translation);
    __builtin_prefetch(&ahead.box);
    make_move(ids[i].slot, poses[i], moves_[i]);
  }
}

/// A body that is named twice may come back to where it was: then its box is not known yet.
template <Scalar T> void Bodies<T>::make_move(std::uint32_t slot, const Pose<T>& given, const Move& move) {
  const Placed<T> placed = move.exact ? Placed<T>{given, move.faults} : rigid_pose(given);
  if (placed.pose == hot_[slot].pose) return;
  const Record& record = records_[slot];
  if (!(flags_[slot] & is_unbounded))
    broad_.update(record.box, move.box.empty() ? bounds(record.body, placed.pose) : move.box);
  place(slot, placed.pose, placed.faults);
  ++edits_[slot];
}

template <Scalar T> void Bodies<T>::set_shape(BodyId id, const Shape<T>& shape) {
  edited(id);
  Body<T> body = records_[id.slot].body;
  body.shape = shape, body.nonconvex = {};
  reshape(id.slot, std::move(body));
}

template <Scalar T> void Bodies<T>::set_shape(BodyId id, const Nonconvex<T>& nonconvex) {
  checked(id);
  if (!nonconvex) reject("World::set_shape: the Nonconvex is empty");
  edited(id);
  Body<T> body = records_[id.slot].body;
  body.shape = box_around(nonconvex), body.nonconvex = nonconvex;
  reshape(id.slot, std::move(body));
}

template <Scalar T> void Bodies<T>::reshape(std::uint32_t slot, Body<T> body) {
  const Shape<T>& shape = body.shape;
  make_room(half_spaces_, half_spaces_.size() + 1), make_room(owner_, owner_.size() + 1);
  const BoxId box = shape.bounded() ? broad_.insert(bounds(body, body.pose), body.filter) : BoxId{};
  take_out_of_lists(slot);
  records_[slot].body = std::move(body);
  put_into_lists(slot, box);
  mark(slot, has_changed);
}

template <Scalar T> void Bodies<T>::set_margin(BodyId id, T margin) {
  checked(id);
  check_margin(margin);
  edited(id);
  Record& record = records_[id.slot];
  if (!(flags_[id.slot] & is_unbounded))
    broad_.update(record.box, expanded(record.body.shape.aabb(record.body.pose), margin));
  record.body.margin = hot_[id.slot].margin = margin;
  mark(id.slot, has_moved);
  boxes_changed_ = true;
}

template <Scalar T> void Bodies<T>::set_static(BodyId id, bool is_static) {
  edited(id);
  Body<T>& body = records_[id.slot].body;
  body.is_static = is_static;
  set_flag(id.slot, is_fixed, is_static);
  set_flag(id.slot, is_immovable, body.immovable());
  mark(id.slot, has_moved);
  boxes_changed_ = sleep_changed_ = true;
}

template <Scalar T> void Bodies<T>::set_kinematic(BodyId id, bool kinematic) {
  edited(id);
  Body<T>& body = records_[id.slot].body;
  body.kinematic = kinematic;
  set_flag(id.slot, is_immovable, body.immovable());
  mark(id.slot, has_moved);
  boxes_changed_ = true;
}

template <Scalar T> void Bodies<T>::set_sensor(BodyId id, bool sensor) {
  edited(id);
  records_[id.slot].body.sensor = sensor;
  set_flag(id.slot, is_sensor, sensor);
  mark(id.slot, has_moved);
}

template <Scalar T> void Bodies<T>::set_velocity(BodyId id, const Vec3<T>& velocity, const Vec3<T>& angular_velocity) {
  checked(id);
  check_velocity(velocity, angular_velocity);
  edited(id);
  Body<T>& body = records_[id.slot].body;
  body.velocity = velocity, body.angular_velocity = angular_velocity;
}

template <Scalar T> void Bodies<T>::set_filter(BodyId id, Filter filter) {
  edited(id);
  if (!(flags_[id.slot] & is_unbounded)) broad_.set_filter(records_[id.slot].box, filter);
  records_[id.slot].body.filter = filter;
  boxes_changed_ = true;
}

template <Scalar T> void Bodies<T>::set_user_data(BodyId id, std::uint64_t user_data) {
  checked(id);
  records_[id.slot].body.user_data = user_data;
}

template <Scalar T> void Bodies<T>::sleep(BodyId id) {
  checked(id);
  if (flags_[id.slot] & is_asleep) return;
  set_flag(id.slot, is_asleep, true);
  ++asleep_count_;
  sleep_changed_ = true;
}

template <Scalar T> void Bodies<T>::wake(BodyId id) {
  checked(id);
  if (!(flags_[id.slot] & is_asleep)) return;
  set_flag(id.slot, is_asleep, false);
  --asleep_count_;
  sleep_changed_ = true;
}

template class Bodies<float>;
template class Bodies<double>;

}  // namespace tactus
