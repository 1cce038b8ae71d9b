// SPDX-License-Identifier: MIT
#include <tactus/core/reject.h>
#include <tactus/nonconvex/compound.h>
#include <tactus/nonconvex/wide_tree.h>
#include <tactus/shape/mass.h>

namespace tactus {

namespace {

template <Scalar T> class CompoundData final : public pieces::PieceSource<T> {
  using Ref = pieces::Ref;

 public:
  explicit CompoundData(std::vector<CompoundPiece<T>> given) : pieces_(std::move(given)) {
    if (pieces_.empty()) reject("Compound: there must be at least one piece");
    if (pieces_.size() >= Ref::most_names) reject("Compound: ", pieces_.size(), " pieces are too many");
    std::vector<Aabb<T>> boxes;
    for (CompoundPiece<T>& p : pieces_) {
      require_valid("Compound", "pose", p.pose);
      if (!p.shape.bounded()) reject("Compound: ", p.shape, " is unbounded; add it to a world as a separate body");
      p.pose = rigid(p.pose);
      boxes.push_back(p.shape.aabb(p.pose));
      if (!is_finite(boxes.back().min) || !is_finite(boxes.back().max))
        reject("Compound: ", p.shape, " at ", p.pose, " is too large or too far away for this scalar");
      centers_.push_back(p.pose * p.shape.center());
    }
    tree_ = pieces::WideTree<T>(boxes, 1);
  }
  Ref root() const override { return tree_.root(); }
  Aabb<T> bounds() const override { return tree_.bounds(); }
  void open(Ref node, pieces::FourBoxes<T>& out) const override { tree_.open(node, out); }
  void piece(std::uint32_t i, pieces::Piece<T>& out) const override {
    const CompoundPiece<T>& p = pieces_[i];
    out.shape = &p.shape, out.pose = &p.pose;
  }
  std::uint32_t count() const override { return static_cast<std::uint32_t>(pieces_.size()); }
  std::uint32_t at(std::uint32_t place) const override { return tree_.order()[place]; }
  std::span<const Vec3<T>> representatives() const override { return centers_; }
  const std::vector<CompoundPiece<T>>& all() const { return pieces_; }

 private:
  std::vector<CompoundPiece<T>> pieces_;  // as given
  std::vector<Vec3<T>> centers_;
  pieces::WideTree<T> tree_;
};

template <Scalar T> const CompoundData<T>& data(const pieces::PieceSource<T>& source) {
  return static_cast<const CompoundData<T>&>(source);
}

}  // namespace

template <Scalar T>
Compound<T>::Compound(std::vector<CompoundPiece<T>> pieces)
    : data_(std::make_shared<const CompoundData<T>>(std::move(pieces))) {}

template <Scalar T> const CompoundPiece<T>& Compound<T>::operator[](std::size_t i) const {
  return data(*data_).all()[i];
}

template <Scalar T> MassProperties<T> Compound<T>::mass_properties() const {
  MassSum<T> sum;
  for (const CompoundPiece<T>& p : data(*data_).all()) sum.add(tactus::mass_properties(p.shape), p.pose);
  return sum.result();
}

template <Scalar T> void MassSum<T>::add(const MassProperties<T>& mass, const Pose<T>& pose) {
  const Mat3<T> inertia = pose.rotation * mass.inertia * transpose(pose.rotation);
  parts_.push_back({mass.volume, pose * mass.centroid, inertia, mass.relative_error});
}

template <Scalar T> MassProperties<T> MassSum<T>::result() const {
  MassProperties<T> sum{};
  if (parts_.empty()) return sum;
  Vec3<T> flat{};  // of parts without volume
  for (const Part& p : parts_) sum.volume += p.volume, flat += p.centroid / T(parts_.size());
  sum.centroid = flat, sum.inertia = Mat3<T>::zero();
  if (!(sum.volume > T(0))) return sum;
  const Vec3<T> reference = flat;
  sum.centroid = {};
  for (const Part& p : parts_) sum.centroid += (p.centroid - reference) * (p.volume / sum.volume);
  sum.centroid += reference;
  for (const Part& p : parts_) {
    const Vec3<T> d = p.centroid - sum.centroid;
    sum.inertia = sum.inertia + p.inertia + inertia_from_moments(Mat3<T>::outer(d, d)) * p.volume;
    sum.relative_error = max(sum.relative_error, p.relative_error);
  }
  return sum;
}

template class Compound<float>;
template class Compound<double>;
template class MassSum<float>;
template class MassSum<double>;

}  // namespace tactus
