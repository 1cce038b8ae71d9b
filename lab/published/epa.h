// SPDX-License-Identifier: MIT
#pragma once
/// EPA as published in the thesis: entries in a heap, the flag b, Algorithm 11 for the first tetrahedron, Algorithm 10
/// for the silhouette, Algorithm 12 as the main loop.  [Olvång 2010, §2.5]
///
/// Known errors, kept on purpose:
/// - A segment or a triangle is extended to a tetrahedron with Algorithm 11, which counts a zero as negative. If the
///   origin lies on a face of the tetrahedron, the search may find no tetrahedron, or one that does not contain the
///   origin.
/// - A face is dropped if the nearest point of its plane lies outside the face (b is false). That is right as long as
///   the polytope is convex. Rounding can make the polytope nonconvex, and then the nearest face may be among the
///   dropped ones.
/// - "Seen" is decided without a tolerance: coplanar faces break the silhouette, and the mesh is then no longer closed.
/// - A simplex of one point is reported as a touch of depth 0, without a normal.
#include <lab/published/gjk.h>

#include <array>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

namespace tactus::lab::published {

/// Algorithm 11: is the origin in the tetrahedron?
template <Scalar T> bool origin_in_tetrahedron(const std::array<Vec3<T>, 4>& p) {
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3<T>&a = p[i], &b = p[(i + 1) % 4], &c = p[(i + 2) % 4], &d = p[(i + 3) % 4];
    const Vec3<T> n = cross(b - a, c - a);
    if ((dot(n, a) > T(0)) == (dot(n, d) > T(0))) return false;  // face and corner on the same side of the origin
  }
  return true;
}

/// One triangle of the mesh: the thesis' Entry.
template <Scalar T> struct Entry {
  std::array<int, 3> vertices{};
  std::array<int, 3> neighbours{-1, -1, -1}, their_side{};  // adj and j
  Vec3<T> v{};  // the point of its plane nearest the origin
  T length{};
  bool inside = false;  // b: is v a point of the triangle?
  bool obsolete = false;
};

template <class Pair, class T = decltype(std::declval<Pair>().size())> class Epa {
 public:
  Epa(const Pair& whole, T eps) : whole_(whole), eps_(eps) {}

  /// Algorithm 12.
  Answer<T> depth(const std::vector<Vec3<T>>& simplex) {
    if (simplex.size() == 1) return {Ending::hit, {}};
    const auto corners = first_tetrahedron(simplex);
    if (!corners || !start(*corners)) return {};
    T upper = infinity<T>;
    for (int k = 0; k < very_high_cap && !queue_.empty(); ++k) {
      const int at = queue_.top().second;
      queue_.pop();
      const Entry<T> entry = entries_[index(at)];
      if (entry.obsolete) continue;
      if (!(entry.length > T(0))) return {};  // the origin on a face: no direction to look along
      const Vec3<T> w = whole_.support(entry.v).w;
      ++expansions_;
      upper = min(upper, dot(w, entry.v) / entry.length);
      if (upper - entry.length <= eps_ * max(whole_.size(), upper)) return {Ending::hit, -entry.v};
      if (!expand(at, w)) return {};
    }
    return {};
  }

  /// How often the nearest face was pushed out, or found to be on the surface.
  int expansions() const { return expansions_; }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  /// A segment: three points around it; a triangle: one on either side.
  std::optional<std::array<Vec3<T>, 4>> first_tetrahedron(const std::vector<Vec3<T>>& s) const {
    if (s.size() == 4) return std::array<Vec3<T>, 4>{s[0], s[1], s[2], s[3]};
    std::vector<std::array<Vec3<T>, 4>> candidates;
    if (s.size() == 2) {
      const Vec3<T> d = s[1] - s[0], across = any_perpendicular(d);
      const Mat3<T> turn = from_axis_angle(unit_or_up(d), T(2) * pi<T> / T(3));
      const Vec3<T> second = turn * across;
      const Vec3<T> x = whole_.support(across).w, y = whole_.support(second).w, z = whole_.support(turn * second).w;
      candidates = {{s[0], x, y, z}, {s[1], x, y, z}};
    } else {
      const Vec3<T> n = cross(s[1] - s[0], s[2] - s[0]);
      const Vec3<T> x = whole_.support(n).w, y = whole_.support(-n).w;
      candidates = {{s[0], s[1], x, y}, {s[0], s[2], x, y}, {s[1], s[2], x, y}};
    }
    for (const auto& tetrahedron : candidates)
      if (origin_in_tetrahedron(tetrahedron)) return tetrahedron;
    return std::nullopt;
  }

  bool start(std::array<Vec3<T>, 4> p) {
    if (triple(p[1] - p[0], p[2] - p[0], p[3] - p[0]) > T(0)) std::swap(p[2], p[3]);
    vertices_.assign(p.begin(), p.end());
    constexpr int faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    for (const auto& f : faces)
      if (add(f[0], f[1], f[2]) < 0) return false;
    for (int f = 0; f < 4; ++f)
      for (int e = 0; e < 3; ++e)
        for (int g = 0; g < 4; ++g)
          for (int h = 0; h < 3; ++h)
            if (faces[f][e] == faces[g][(h + 1) % 3] && faces[f][(e + 1) % 3] == faces[g][h]) link(f, e, g, h);
    return true;
  }

  /// The thesis' make-entries, for one triangle. Returns -1 if the triangle is degenerate.
  int add(int a, int b, int c) {
    const Vec3<T>&p = vertices_[index(a)], &q = vertices_[index(b)], &r = vertices_[index(c)];
    const Vec3<T> n = cross(q - p, r - p);
    const T n_n = norm_squared(n);
    if (!(n_n > T(0)) || !is_finite(n_n)) return -1;
    Entry<T> e{.vertices = {a, b, c}};
    e.v = n * (dot(n, p) / n_n);
    e.length = norm(e.v);
    e.inside =
        triple(n, q - p, e.v - p) >= T(0) && triple(n, r - q, e.v - q) >= T(0) && triple(n, p - r, e.v - r) >= T(0);
    entries_.push_back(e);
    const int at = static_cast<int>(entries_.size()) - 1;
    if (e.inside) queue_.push({e.length, at});
    return at;
  }
  void link(int e, int i, int f, int j) {
    entries_[index(e)].neighbours[index(i)] = f, entries_[index(e)].their_side[index(i)] = j;
    entries_[index(f)].neighbours[index(j)] = e, entries_[index(f)].their_side[index(j)] = i;
  }

  /// Algorithm 10, across side i of entry e: collects the sides that border the faces visible from w, in order.
  void silhouette(int e, int i, const Vec3<T>& w, std::vector<std::array<int, 2>>& border) {
    Entry<T>& entry = entries_[index(e)];
    if (entry.obsolete) return;
    if (dot(entry.v, w) < square(entry.length)) return border.push_back({e, i});
    entry.obsolete = true;
    for (const int step : {1, 2}) {
      const auto side = index((i + step) % 3);
      silhouette(entries_[index(e)].neighbours[side], entries_[index(e)].their_side[side], w, border);
    }
  }

  bool expand(int at, const Vec3<T>& w) {
    std::vector<std::array<int, 2>> border;
    entries_[index(at)].obsolete = true;
    for (std::size_t i = 0; i < 3; ++i)
      silhouette(entries_[index(at)].neighbours[i], entries_[index(at)].their_side[i], w, border);
    if (border.size() < 3) return false;
    vertices_.push_back(w);
    const int tip = static_cast<int>(vertices_.size()) - 1, first = static_cast<int>(entries_.size());
    const int count = static_cast<int>(border.size());
    for (const auto& [e, i] : border) {
      const Entry<T>& beyond = entries_[index(e)];
      if (beyond.obsolete) return false;  // visible when reached over one side, not over another
      const int from = beyond.vertices[index((i + 1) % 3)], to = beyond.vertices[index(i)];
      if (add(from, to, tip) < 0) return false;
    }
    for (int k = 0; k < count; ++k) {
      const int next = first + (k + 1) % count;
      if (entries_[index(first + k)].vertices[1] != entries_[index(next)].vertices[0]) return false;  // no closed loop
      link(first + k, 0, border[index(k)][0], border[index(k)][1]);
      link(first + k, 1, next, 2);
    }
    return true;
  }

  const Pair& whole_;
  T eps_;
  int expansions_ = 0;
  std::vector<Vec3<T>> vertices_;
  std::vector<Entry<T>> entries_;
  using Queued = std::pair<T, int>;
  std::priority_queue<Queued, std::vector<Queued>, std::greater<Queued>> queue_;
};

/// SA-GJK, then EPA from its simplex.
template <class Pair, class T = decltype(std::declval<Pair>().size())>
Answer<T> sa_gjk_and_epa(const Pair& whole, std::type_identity_t<T> eps) {
  const Separation<T> s = sa_gjk(whole, eps);
  if (s.ending != Ending::hit) return {s.ending, {}};
  return Epa<Pair>(whole, eps).depth(s.simplex.points());
}

}  // namespace tactus::lab::published
