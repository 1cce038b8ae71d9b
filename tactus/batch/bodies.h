#pragma once
/// Many configurations of a few bodies: what a motion planner asks.
#include <tactus/batch/batch.h>

#include <memory>
#include <vector>

namespace tactus::batch {

/// A shape on a link, at a fixed place there.
template <Scalar T> struct LinkShape {
  std::uint32_t link = 0;
  Shape<T> shape;
  Pose<T> local{};
};

/// What does not move. Half-spaces take part.
template <Scalar T> struct Obstacle {
  Shape<T> shape;
  Pose<T> pose{};
};

/// Two bodies of a configuration that meet or come near. `a` is a shape of a link; `b` is an obstacle, or another shape
/// of a link where `self` is set. By the order in which they were given.
struct BodyPair {
  std::uint32_t a = 0, b = 0;
  bool self = false;
  friend constexpr bool operator==(const BodyPair&, const BodyPair&) = default;
};

/// The nearest pair of a configuration. Nothing nearer than the limit: status beyond_max, at no pair.
template <Scalar T> struct NearestPair {
  BodyPair pair{};
  Contact<T> contact{};
};

/// One of the pairs within a margin.
template <Scalar T> struct NearPair {
  std::size_t configuration = 0;
  BodyPair pair{};
  Contact<T> contact{};
};

/// Shapes on links among obstacles, checked for many configurations at a time. A configuration is a pose for each link.
/// The obstacles sit in a tree that all configurations share. Pairs are collected over configurations and answered in
/// lanes; nothing is allocated per configuration.
///
/// Configurations go in as one array, `links()` poses for each. A pose that is none makes its configuration `invalid`:
/// counted as in contact, since nothing proves it free.
template <Scalar T> class TACTUS_API Bodies {
 public:
  /// Throws std::invalid_argument if a pose is none, or a half-space is on a link.
  Bodies(std::span<const LinkShape<T>> shapes, std::span<const Obstacle<T>> obstacles, std::size_t links);
  ~Bodies();
  Bodies(Bodies&&) noexcept;
  Bodies& operator=(Bodies&&) noexcept;

  std::size_t links() const;
  std::size_t shapes() const;
  std::size_t obstacles() const;

  /// From here on these links, which may be the same, are checked against each other; none are at first.
  void check_links(std::uint32_t link_a, std::uint32_t link_b);
  /// All pairs of links but those that follow one another along a chain.
  void check_all_links_but_neighbours();
  /// A pair of shapes that may meet: never reported.
  void allow(std::uint32_t shape_a, std::uint32_t shape_b);

  /// touching[i]: 1 if configuration i is in contact with an obstacle or itself, or invalid.
  Summary any_contact(std::span<const Pose<T>> link_poses, std::span<std::uint8_t> touching,
                      const Settings<T>& settings = {}) const;
  /// The least signed distance of each configuration, with its pair and witnesses. Nothing beyond
  /// settings.options.max_distance is looked at. Overlapping: the deepest overlap.
  Summary least_distance(std::span<const Pose<T>> link_poses, std::span<NearestPair<T>> nearest,
                         const Settings<T>& settings = {}) const;
  /// All pairs nearer than the margin, by configuration and pair. Appended to `found`, which alone may grow.
  Summary within(std::span<const Pose<T>> link_poses, T margin, std::vector<NearPair<T>>& found,
                 const Settings<T>& settings = {}) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

extern template class Bodies<float>;
extern template class Bodies<double>;

}  // namespace tactus::batch
