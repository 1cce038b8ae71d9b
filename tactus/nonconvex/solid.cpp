// SPDX-License-Identifier: MIT
#include <tactus/core/reject.h>
#include <tactus/nonconvex/solid.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace tactus {
namespace {

using Vec = Vec3<double>;

double distance_squared_to(const Aabb<double>& box, const Vec& p) {
  return norm_squared(max(max(box.min - p, p - box.max), Vec{}));
}

/// The point of a triangle nearest to p, by the region p lies in.  [Ericson 2005, §5.1.5]
Vec nearest_on_triangle(const Vec& p, const Vec& a, const Vec& b, const Vec& c) {
  const Vec ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return a;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + ab * (d1 / (d1 - d3));
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + ac * (d2 / (d2 - d6));
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) return b + (c - b) * ((d4 - d3) / ((d4 - d3) + (d5 - d6)));
  const double whole = va + vb + vc;
  return whole > 0 ? a + ab * (vb / whole) + ac * (vc / whole) : a;
}

/// Directions for rays: the next one is used if a ray grazes an edge. None is parallel to an axis or a common diagonal.
constexpr std::array<Vec, 9> ray_directions{{{0.7643, 0.5017, 0.4051},
                                             {-0.4219, 0.8163, 0.3947},
                                             {0.3361, -0.4513, 0.8267},
                                             {-0.6131, -0.5843, 0.5317},
                                             {0.1279, 0.2311, 0.9643},
                                             {0.9437, -0.1877, 0.2729},
                                             {-0.2153, 0.9511, -0.2221},
                                             {0.5087, 0.3719, -0.7763},
                                             {-0.8893, 0.1423, -0.4349}}};

bool ray_meets(const Aabb<double>& box, const Vec& p, const Vec& inverse) {
  double from = 0, to = infinity<double>;
  for (int i = 0; i < 3; ++i) {
    const double u = (box.min[i] - p[i]) * inverse[i], v = (box.max[i] - p[i]) * inverse[i];
    from = max(from, min(u, v)), to = min(to, max(u, v));
  }
  return from <= to * (1 + 8 * unit_roundoff<double>);
}

}  // namespace

bool is_closed(const TriangleList<double>& list) {
  std::vector<std::array<int, 3>> edges;  // lower vertex, higher vertex, +1 if it goes up
  edges.reserve(3 * list.triangles.size());
  for (const auto& t : list.triangles)
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      if (a != b) edges.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
    }
  std::sort(edges.begin(), edges.end());
  for (std::size_t i = 0; i < edges.size();) {
    int balance = 0;
    const auto first = edges[i];
    for (; i < edges.size() && edges[i][0] == first[0] && edges[i][1] == first[1]; ++i) balance += edges[i][2];
    if (balance != 0) return false;
  }
  return !edges.empty();
}

Solid::Solid(TriangleList<double> list) : list_(std::move(list)) {
  check();
  measure();
  closed_ = is_closed(list_);
  if (closed_ && volume_ < 0) {
    turned_ = true;
    for (auto& t : list_.triangles) std::swap(t[1], t[2]);
    measure();
  }
  for (int i = 0; i < static_cast<int>(list_.triangles.size()); ++i)
    if (plane(i).normal != Vec{}) order_.push_back(i);
  if (order_.empty()) refuse("Solid: no triangle has an area; a surface is required");
  nodes_.reserve(order_.size());
  build(order_);
}

void Solid::check() const {
  for (std::size_t i = 0; i < list_.vertices.size(); ++i)
    if (!is_finite(list_.vertices[i]) || max_abs(list_.vertices[i]) > 1e70)  // docs/contract.md, Range
      reject("Solid: vertex ", i, " = ", list_.vertices[i], " is not finite, or beyond 1e70");
  const int count = static_cast<int>(list_.vertices.size());
  for (std::size_t i = 0; i < list_.triangles.size(); ++i)
    for (const int v : list_.triangles[i])
      if (v < 0 || v >= count) reject("Solid: triangle ", i, " uses vertex ", v, ", but there are only ", count);
}

/// Planes, box, volume.
void Solid::measure() {
  planes_.clear(), box_ = {}, volume_ = 0;
  for (int i = 0; i < static_cast<int>(list_.triangles.size()); ++i) box_ = merged(box_, box_of(i));
  const Vec middle = box_.center();
  for (int i = 0; i < static_cast<int>(list_.triangles.size()); ++i) {
    const Vec &a = corner(i, 0), &b = corner(i, 1), &c = corner(i, 2);
    const Vec normal = unit_or_zero(cross(b - a, c - a));
    planes_.push_back({normal, max(max(dot(normal, a), dot(normal, b)), dot(normal, c))});
    volume_ += triple(a - middle, b - middle, c - middle) / 6;
  }
  rounding_ = 16 * unit_roundoff<double> * (max_abs(box_.min) + max_abs(box_.max));
}

Aabb<double> Solid::box_of(int triangle) const {
  Aabb<double> box;
  for (int k = 0; k < 3; ++k) box = merged(box, corner(triangle, k));
  return box;
}

/// Median splits along the longest side of the middles' box.
std::uint32_t Solid::build(std::span<int> part) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  Aabb<double> box, middles;
  for (const int t : part) {
    const Aabb<double> b = box_of(t);
    box = merged(box, b), middles = merged(middles, b.center());
  }
  nodes_.push_back(
      {box, static_cast<std::uint32_t>(part.data() - order_.data()), static_cast<std::uint32_t>(part.size())});
  if (part.size() <= 4) return index;
  const Vec sides = middles.max - middles.min;
  const int axis = sides.x >= sides.y && sides.x >= sides.z ? 0 : sides.y >= sides.z ? 1 : 2;
  const auto half = part.begin() + static_cast<std::ptrdiff_t>(part.size() / 2);
  std::nth_element(part.begin(), half, part.end(), [&](int a, int b) {
    const double x = box_of(a).center()[axis], y = box_of(b).center()[axis];
    return x < y || (x == y && a < b);
  });
  build(part.first(part.size() / 2));
  const std::uint32_t second = build(part.subspan(part.size() / 2));
  nodes_[index].first = second, nodes_[index].count = 0;
  return index;
}

Solid::Nearest Solid::nearest(const Vec& p, double within) const {
  Nearest best{infinity<double>, {}, -1};
  double best_squared = square(within * (1 + 1e-9) + rounding_);
  struct Open {
    std::uint32_t node;
    double distance_squared;
  };
  Open stack[64];  // the tree is balanced: its height is below 32
  int open = 0;
  stack[open++] = {0, distance_squared_to(nodes_[0].box, p)};
  while (open > 0) {
    const Open next = stack[--open];
    if (next.distance_squared > best_squared) continue;
    const Node& node = nodes_[next.node];
    if (node.count == 0) {
      Open near{next.node + 1, distance_squared_to(nodes_[next.node + 1].box, p)};
      Open far{node.first, distance_squared_to(nodes_[node.first].box, p)};
      if (far.distance_squared < near.distance_squared) std::swap(near, far);
      stack[open++] = far, stack[open++] = near;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const int t = order_[i];
      const Vec q = nearest_on_triangle(p, corner(t, 0), corner(t, 1), corner(t, 2));
      const double d2 = norm_squared(q - p);
      if (d2 < best_squared || (d2 == best_squared && t < best.triangle)) best_squared = d2, best = {0, q, t};
    }
  }
  if (best.triangle < 0) return nearest(p);  // the caller's `within` was too small
  best.distance = sqrt(best_squared);
  return best;
}

bool Solid::touching(const Aabb<double>& box, std::size_t limit, std::vector<int>& found) const {
  found.clear();
  std::uint32_t stack[64];
  int open = 0;
  stack[open++] = 0;
  while (open > 0) {
    const std::uint32_t index = stack[--open];
    const Node& node = nodes_[index];
    if (!overlaps(node.box, box)) continue;
    if (node.count == 0) {
      stack[open++] = node.first, stack[open++] = index + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      if (!overlaps(box_of(order_[i]), box)) continue;
      if (found.size() == limit) return false;
      found.push_back(order_[i]);
    }
  }
  return true;
}

/// How often a ray from p leaves the solid, minus how often it enters. `doubtful`: it passes an edge so closely that
/// rounding decides, or p lies on the surface.
int Solid::crossings(const Vec& p, const Vec& along, bool& doubtful) const {
  const Vec inverse{1 / along.x, 1 / along.y, 1 / along.z};
  int sum = 0;
  std::uint32_t stack[64];
  int open = 0;
  stack[open++] = 0;
  while (open > 0) {
    const std::uint32_t index = stack[--open];
    const Node& node = nodes_[index];
    if (!ray_meets(expanded(node.box, rounding_), p, inverse)) continue;
    if (node.count == 0) {
      stack[open++] = node.first, stack[open++] = index + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const Vec a = corner(order_[i], 0) - p, b = corner(order_[i], 1) - p, c = corner(order_[i], 2) - p;
      const double u = triple(along, b, c), v = triple(along, c, a), w = triple(along, a, b);
      const double reach = max(max(max_abs(a), max_abs(b)), max_abs(c));
      const double doubt = 32 * unit_roundoff<double> * reach * (reach + rounding_ / (8 * unit_roundoff<double>));
      const double least = min(min(u, v), w), most = max(max(u, v), w);
      if (least < -doubt && most > doubt) continue;  // passes by
      const double whole = u + v + w;
      const double t = whole != 0 ? dot(a * u + b * v + c * w, along) / whole : 0.0;
      if (least <= doubt && most >= -doubt) {
        if (t >= -8 * reach * 1e-8 || whole == 0 || abs(whole) <= 3 * doubt) doubtful = true;
        continue;
      }
      if (abs(t) <= rounding_) doubtful = true;
      if (t > 0) sum += whole > 0 ? 1 : -1;
    }
  }
  return sum;
}

/// The solid angle of the surface as seen from p, in whole spheres.  [van Oosterom & Strackee 1983]
double Solid::winding(const Vec& p) const {
  double sum = 0;
  for (const int t : order_) {
    const Vec a = corner(t, 0) - p, b = corner(t, 1) - p, c = corner(t, 2) - p;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    sum += atan2(triple(a, b, c), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (2 * pi<double>);
}

bool Solid::inside(const Vec& p) const {
  if (!contains(box_, p)) return false;
  int votes = 0;
  for (const Vec& along : ray_directions) {
    bool doubtful = false;
    const int sum = crossings(p, along, doubtful);
    if (doubtful) continue;
    if (closed_) return sum > 0;
    votes += sum > 0 ? 1 : -1;
  }
  return closed_ || votes == 0 ? winding(p) > 0.5 : votes > 0;
}

double Solid::signed_distance(const Vec& p) const {
  const double d = nearest(p).distance;
  return inside(p) ? -d : d;
}

}  // namespace tactus
