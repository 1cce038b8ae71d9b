// SPDX-License-Identifier: MIT
#pragma once
/// Periodic boundaries. Included by simulation.cpp.
///
/// A particle near a side of the box has images beyond the opposite one: bodies of the world that push and are pushed in
/// its place. Of two shifts s and -s only one is used, the one whose first nonzero component is positive, and images do
/// not pair with images. So every contact across a boundary is found once, with forces that are exactly opposite. Only
/// particles themselves touch walls, not their images. A particle whose centre leaves the box enters again on the other
/// side, and the memory of its contact points goes with it (carry_history).
#include <sim/dem/simulation.h>

#include <algorithm>

namespace tactus::sim::dem {

inline constexpr Filter particle_filter{1, 1 | 2 | 4}, image_filter{2, 1}, wall_filter{4, 1}, unused_filter{0, 0};

template <Scalar T> Vec3<T> Simulation<T>::shift_of(const SlotUse& use) const {
  const Periodic<T>& p = options_.periodic;
  const auto along = [&](int axis, std::int8_t n) { return n == 0 ? T(0) : T(n) * p.length(axis); };
  return {along(0, use.shift_x), along(1, use.shift_y), along(2, use.shift_z)};
}

/// A code for the owner of a body: a particle's number, or ~number for a wall. The owner of an image is its particle.
template <Scalar T> std::uint32_t Simulation<T>::owner_code(std::uint32_t slot) const {
  const SlotUse& use = slots_[slot];
  return use.kind == SlotKind::wall ? ~use.index : use.index;
}

/// Moves the particle back into the box, along all periodic axes.
template <Scalar T> void Simulation<T>::wrap() {
  const Periodic<T>& p = options_.periodic;
  std::vector<bool> wrapped;
  for (std::uint32_t i = 0; i < particles_.size(); ++i) {
    Vec3<T>& center = particles_[i].center;
    const Vec3<T> before = center;
    for (int axis = 0; axis < 3; ++axis) {
      if (!p.axes[static_cast<std::size_t>(axis)]) continue;
      if (center[axis] < p.box.min[axis]) center[axis] += p.length(axis);
      if (center[axis] >= p.box.max[axis]) center[axis] -= p.length(axis);
    }
    if (center == before) continue;
    energies_.injected -= grains_[particles_[i].grain].mass * dot(options_.gravity, center - before);
    if (wrapped.empty()) wrapped.resize(particles_.size());
    wrapped[i] = true;
  }
  if (!wrapped.empty()) carry_history(wrapped);
}

namespace detail {

constexpr ContactId mirrored_id(const ContactId& id) { return {id.b, id.a, id.clip << 16 | id.clip >> 16}; }

/// The points of a contact as seen from its first owner, the one with the lesser code.
template <Scalar T> PointHistory<T> seen(const PointHistory<T>& h, bool swapped) {
  return swapped ? PointHistory<T>{-h.slide, -h.roll} : h;
}

}  // namespace detail

/// Keeps the memory of the contacts of particles that have just been wrapped: the next update finds these contacts with
/// other bodies of the world.
template <Scalar T> void Simulation<T>::carry_history(const std::vector<bool>& wrapped) {
  for (const Touch& touch : world_.contacts()) {
    const std::uint32_t a = owner_code(touch.a.slot), b = owner_code(touch.b.slot);
    const auto moved = [&](std::uint32_t code) { return code < wrapped.size() && wrapped[code]; };
    if (!moved(a) && !moved(b)) continue;
    const bool swapped = b < a;
    const Vec3<T> center = movers_[swapped ? touch.a.slot : touch.b.slot].center;
    for (const auto& point : touch.points.contact_points())
      carried_.push_back({std::min(a, b), std::max(a, b), swapped ? detail::mirrored_id(point.id) : point.id,
                          point.position - center, detail::seen(point.data, swapped)});
  }
  std::stable_sort(carried_.begin(), carried_.end(), [](const auto& x, const auto& y) {
    return std::pair(x.first, x.second) < std::pair(y.first, y.second);
  });
}

/// A point that has just begun takes over the memory of its twin: the ended point of the same id or, failing that, the
/// nearest one. Positions are relative to the second owner's centre, and change by less than its motion in a step:
/// points farther apart than that are not confused.
template <Scalar T> void Simulation<T>::take_carried() {
  for (Touch& touch : world_.contacts()) {
    const std::uint32_t a = owner_code(touch.a.slot), b = owner_code(touch.b.slot);
    const bool swapped = b < a;
    const auto pair = std::pair(std::min(a, b), std::max(a, b));
    const auto [begin, end] = std::equal_range(
        carried_.begin(), carried_.end(), CarriedPoint<T>{pair.first, pair.second, {}, {}, {}},
        [](const auto& x, const auto& y) { return std::pair(x.first, x.second) < std::pair(y.first, y.second); });
    if (begin == end) continue;
    const Vec3<T> center = movers_[swapped ? touch.a.slot : touch.b.slot].center;
    for (int k = 0; k < touch.points.count; ++k) {
      auto& point = touch.points.points[static_cast<std::size_t>(k)];
      if (world_.age(point) > 0) continue;
      const ContactId id = swapped ? detail::mirrored_id(point.id) : point.id;
      const bool of_pieces = world_.body(touch.a).nonconvex || world_.body(touch.b).nonconvex;  // ids may be alike
      const CarriedPoint<T>* twin = nullptr;
      T nearest = infinity<T>;
      for (auto it = begin; it != end; ++it) {
        const T off = it->id == id && !of_pieces ? T(-1) : norm_squared(it->position - (point.position - center));
        if (off < nearest) nearest = off, twin = &*it;
      }
      if (twin) point.data = detail::seen(twin->history, swapped);
    }
  }
  carried_.clear();
}

/// Which images are needed now, and which of them exist. An image is kept a little longer than needed, so that it does
/// not come and go with every step.
template <Scalar T> void Simulation<T>::update_images() {
  const Periodic<T>& p = options_.periodic;
  std::vector<Image> wanted;
  std::size_t had = 0;  // images_ before this index belong to earlier particles
  for (std::uint32_t i = 0; i < particles_.size(); ++i) {
    const Vec3<T>& center = particles_[i].center;
    const T reach = grains_[particles_[i].grain].reach + largest_reach_, kept = reach * T(1.05L);
    std::int8_t low[3], high[3];  // range of the shifts that may be needed, by axis
    bool some = false;
    for (int axis = 0; axis < 3; ++axis) {
      const bool periodic = p.axes[static_cast<std::size_t>(axis)];
      high[axis] = periodic && center[axis] - p.box.min[axis] < kept ? 1 : 0;
      low[axis] = periodic && p.box.max[axis] - center[axis] < kept ? -1 : 0;
      some = some || high[axis] != 0 || low[axis] != 0;
    }
    while (had < images_.size() && images_[had].particle < i) ++had;
    if (!some) continue;
    const auto is_near = [&](int axis, std::int8_t n) {
      return n == 0 || (n > 0 ? center[axis] - p.box.min[axis] : p.box.max[axis] - center[axis]) < reach;
    };
    for (std::int8_t x = low[0]; x <= high[0]; ++x)
      for (std::int8_t y = low[1]; y <= high[1]; ++y)
        for (std::int8_t z = low[2]; z <= high[2]; ++z) {
          const int first = x != 0 ? x : y != 0 ? y : z;
          if (first <= 0) continue;
          const SlotUse use{SlotKind::image, i, x, y, z};
          std::size_t at = had;
          while (at < images_.size() && images_[at].particle == i && images_[at].use != use) ++at;
          if (at < images_.size() && images_[at].particle == i) {
            wanted.push_back(images_[at]);
          } else if (is_near(0, x) && is_near(1, y) && is_near(2, z)) {
            wanted.push_back({i, use, SlotUse::none});
          }
        }
  }
  std::vector<bool> still(slots_.size());
  for (const Image& image : wanted)
    if (image.slot != SlotUse::none) still[image.slot] = true;
  std::vector<std::uint32_t> ended;
  for (const Image& image : images_)
    if (!still[image.slot]) ended.push_back(image.slot);
  images_ = std::move(wanted);
  place_images();
  for (const std::uint32_t slot : ended) {  // freed last, so that no body is used for two particles in one step
    slots_[slot] = {SlotKind::image, SlotUse::none};
    world_.set_filter({slot, 0}, unused_filter);
    free_images_.push_back(slot);
  }
  std::sort(free_images_.begin(), free_images_.end(), std::greater<>());
}

/// Moves images with their particles. A new image gets an unused body if there is one, otherwise a new body.
template <Scalar T> void Simulation<T>::place_images() {
  for (Image& image : images_) {
    const Particle<T>& p = particles_[image.particle];
    const Vec3<T> shift = shift_of(image.use);
    Pose<T> pose = world_.body({p.slot, 0}).pose;
    pose.translation += shift;
    if (image.slot == SlotUse::none) {
      const Shape<T>& shape = grains_[p.grain].shape;
      if (free_images_.empty()) {
        image.slot = new_slot({.shape = shape, .pose = pose, .filter = image_filter}, image.use);
      } else {
        image.slot = free_images_.back();
        free_images_.pop_back();
        slots_[image.slot] = image.use;
        world_.set_shape({image.slot, 0}, shape);
        world_.set_filter({image.slot, 0}, image_filter);
        world_.set_pose({image.slot, 0}, pose);
      }
    } else {
      world_.set_pose({image.slot, 0}, pose);
    }
    movers_[image.slot] = movers_[p.slot];
    movers_[image.slot].center += shift;
  }
}

}  // namespace tactus::sim::dem
