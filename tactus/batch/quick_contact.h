// SPDX-License-Identifier: MIT
#pragma once
/// Is a configuration in contact? Most configurations are decided by balls that cover the links, with all
/// configurations of a group in lanes, and by the field of the obstacles. Only pairs that the balls cannot decide are
/// tested exactly.
#include <tactus/batch/driver.h>
#include <tactus/batch/field.h>

#include <utility>

namespace tactus::batch::detail {

/// The input, by reference.
template <Scalar T> struct BodyTables {
  std::size_t links;
  std::span<const LaneShape<T>> lanes, obstacle_lanes;
  std::span<const std::uint32_t> link_of;
  std::span<const Pose<T>> local, obstacle_poses;
  std::span<const HalfSpace<T>> planes;  // in the world, unit normals
  std::span<const std::uint32_t> plane_of;
  std::span<const std::pair<std::uint32_t, std::uint32_t>> own;  // pairs of shapes on links
  std::span<const std::uint8_t> allowed;  // shapes · obstacles: 1 for a pair that is never reported; empty: none

  bool allows(std::uint32_t shape, std::uint32_t obstacle) const {
    return !allowed.empty() && allowed[shape * obstacle_lanes.size() + obstacle];
  }
};

template <Scalar T> class QuickContact {
 public:
  /// Configurations answered together: enough for the pairs that balls leave open to fill the lanes.
  static constexpr std::size_t group = 8 * Located<T>::most;

  QuickContact() = default;
  QuickContact(std::span<const Shape<T>> shapes, std::span<const std::uint32_t> link_of, std::span<const Pose<T>> local,
               std::span<const Obstacle<T>> obstacles);

  /// touching[c] of up to `group` configurations. Configurations whose rotations are off by more than rounding are not
  /// answered: `left` lists their numbers. False, and nothing is done, if there are no lanes or no field.
  bool run(const BodyTables<T>& tables, std::span<const Pose<T>> link_poses, std::span<std::uint8_t> touching,
           const Options<T>& options, Summary& summary, std::vector<std::uint32_t>& left) const;

 private:
  struct Workspace;
  class Group;

  std::vector<LinkBall<T>> balls_;  // by link; those of a shape follow one another
  std::vector<std::uint32_t> first_;  // by shape: the number of its first ball
  std::vector<std::uint32_t> last_;  // by shape: one past the number of its last ball
  std::vector<std::uint8_t> units_;  // units that each ball needs
  T reach_ = T(0);  // largest distance of a ball's center from its link's origin
  bool in_range_ = false;  // no sum or square of these lengths overflows or vanishes
  Field<T> field_;
};

extern template class QuickContact<float>;
extern template class QuickContact<double>;

}  // namespace tactus::batch::detail
