// SPDX-License-Identifier: MIT
#pragma once
/// Many configurations of a few bodies, for motion planners.
#include <tactus/batch/batch.h>

#include <memory>
#include <vector>

namespace tactus::batch {

/// A shape on a link, at a fixed place there.
template <Scalar T> struct LinkShape {
  std::uint32_t link = 0;
  Shape<T> shape;
  Pose<T> local{};  // of the shape's frame, in that of the link
};

/// An obstacle, which does not move. Half-spaces are allowed.
template <Scalar T> struct Obstacle {
  Shape<T> shape;  // any shape
  Pose<T> pose{};  // in the world
};

/// Two bodies of a configuration that meet or come near. `a` is a shape of a link; `b` is an obstacle, or another shape
/// of a link where `self` is set. Both numbers count in the order in which the shapes and obstacles were given.
struct BodyPair {
  std::uint32_t a = 0, b = 0;
  bool self = false;  // both are shapes on links
  friend constexpr bool operator==(const BodyPair&, const BodyPair&) = default;
  friend std::ostream& operator<<(std::ostream& os, const BodyPair& p) {
    return os << "shape " << p.a << (p.self ? " and shape " : " and obstacle ") << p.b;
  }
};

/// The nearest pair of a configuration. If no pair is within the limit, the status is beyond_max and `pair` is
/// meaningless.
template <Scalar T> struct NearestPair {
  BodyPair pair{};
  Contact<T> contact{};  // in the world, as the single query gives it
};

/// One of the pairs within a margin.
template <Scalar T> struct NearPair {
  std::size_t configuration = 0;  // its number in the call
  BodyPair pair{};  // which two are near
  Contact<T> contact{};  // in the world, as the single query gives it
};

/// Shapes on links among obstacles, checked for many configurations at a time. A configuration is a pose for each link.
/// All configurations share one tree of obstacles. Pairs are collected over configurations and answered in lanes;
/// nothing is allocated per configuration.
///
/// Configurations go in as one array, `links()` poses for each. A pose that is not valid makes its configuration
/// `invalid`: counted as in contact, since nothing proves it free.
template <Scalar T> class TACTUS_API Bodies {
 public:
  /// Throws std::invalid_argument if a pose is not valid, or a half-space is on a link.
  Bodies(std::span<const LinkShape<T>> shapes, std::span<const Obstacle<T>> obstacles, std::size_t links);
  ~Bodies();
  Bodies(Bodies&&) noexcept;
  Bodies& operator=(Bodies&&) noexcept;

  /// How many links a configuration has.
  std::size_t links() const;
  /// How many shapes there are on all links.
  std::size_t shapes() const;
  /// How many obstacles there are.
  std::size_t obstacles() const;

  /// Checks these two links against each other from now on. They may be the same link. At first no links are checked
  /// against each other.
  void check_links(std::uint32_t link_a, std::uint32_t link_b);
  /// Checks all pairs of links except those with consecutive numbers, which are neighbours in a chain.
  void check_all_links_but_neighbours();
  /// Excludes a pair of shapes that may touch: it is never reported.
  void allow(std::uint32_t shape_a, std::uint32_t shape_b);
  /// Excludes a shape on a link and an obstacle that may touch, such as a base and the floor it stands on.
  void allow_obstacle(std::uint32_t shape, std::uint32_t obstacle);

  /// touching[i]: 1 if configuration i is in contact with an obstacle or itself, or invalid.
  Summary any_contact(std::span<const Pose<T>> link_poses, std::span<std::uint8_t> touching,
                      const Settings<T>& settings = {}) const;
  /// The least signed distance of each configuration, with its pair and witnesses. If shapes overlap, it is the deepest
  /// overlap. Pairs beyond settings.options.max_distance are ignored; if all are, the status is `beyond_max`, and the
  /// distance is some number above the limit.
  Summary least_distance(std::span<const Pose<T>> link_poses, std::span<NearestPair<T>> nearest,
                         const Settings<T>& settings = {}) const;
  /// All pairs nearer than the margin, by configuration and pair. They are appended to `found`. An invalid configuration
  /// is listed once, with the status `invalid`.
  Summary within(std::span<const Pose<T>> link_poses, T margin, std::vector<NearPair<T>>& found,
                 const Settings<T>& settings = {}) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

extern template class Bodies<float>;
extern template class Bodies<double>;

}  // namespace tactus::batch
