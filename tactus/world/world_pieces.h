// SPDX-License-Identifier: MIT
#pragma once
/// Pairs in which a body is not convex: one contact for each pair of pieces that touch. Included by world.h.
#include <tactus/world/single_point.h>
#include <tactus/world/world.h>

#include <algorithm>

namespace tactus {

namespace detail {

/// The pieces of a body: those of its `nonconvex`, or its shape as the only piece.
template <Scalar T> class BodyPieces {
 public:
  explicit BodyPieces(const Body<T>& body)
      : one_(body.shape), source_(body.nonconvex ? &body.nonconvex.source() : nullptr) {}
  const pieces::PieceSource<T>& source() const { return source_ ? *source_ : one_; }

 private:
  pieces::OneShape<T> one_;
  const pieces::PieceSource<T>* source_;
};

}  // namespace detail

/// Each pair of pieces has a separate history, found by the numbers of the pieces: both lists are sorted by them.
template <Scalar T, class Data> Settled World<T, Data>::settle_pieces(Pair& pair, const Pose<T>& x_ab, T margin) {
  const detail::BodyPieces<T> a(this->records_[pair.a].body), b(this->records_[pair.b].body);
  Options<T> options = options_.narrow;
  options.max_distance = margin;
  std::vector<PieceManifold<T>> list = pieces::manifolds(a.source(), b.source(), x_ab, options);
  if (list.empty()) {
    // The distance, measured only as far as a step or two may matter. While that lower bound lasts, the pair is not
    // tested.
    options.max_distance =
        margin + T(0.25) * min(this->hot_[pair.a].bounding_radius, this->hot_[pair.b].bounding_radius);
    const PieceContact<T> c = pieces::distance(a.source(), b.source(), x_ab, options);
    remember_apart(pair.cache.proof, x_ab, c.lower);
    end_touch(pair);
    return Settled::exact;
  }
  std::vector<std::unique_ptr<Touch>> before;
  if (pair.in_pieces && pair.touching) before = std::move(*pair.pieces);
  pair.make_pieces();
  pair.has_ended = false;
  const bool sensor = (this->flags_[pair.a] | this->flags_[pair.b]) & Base::is_sensor;
  auto known = before.begin();
  for (PieceManifold<T>& m : list) {
    const auto key = std::pair(m.piece_a, m.piece_b);
    const auto key_of = [](const Touch& t) { return std::pair(t.piece_a, t.piece_b); };
    while (known != before.end() && key_of(**known) < key) ++known;
    const bool same = known != before.end() && key_of(**known) == key;
    std::unique_ptr<Touch> touch = same ? std::move(*known++) : std::make_unique<Touch>();
    touch->a = pair.id_a(), touch->b = pair.id_b();
    touch->piece_a = m.piece_a, touch->piece_b = m.piece_b;
    if (sensor) detail::make_single_point(m.manifold, m.contact);
    if (options_.centers) touch->center = this->hot_[pair.a].pose * m.contact.point();
    add_points(*touch, m.contact, m.manifold);
    pair.has_ended |= touch->points.ended_count > 0;
    pair.pieces->push_back(std::move(touch));
  }
  pair.cache.proof.apart = -infinity<float>;
  pair.touching = true;
  return Settled::exact;
}

}  // namespace tactus
