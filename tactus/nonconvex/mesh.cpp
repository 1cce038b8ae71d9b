// SPDX-License-Identifier: MIT
/// How a mesh is made: its triangles linked to their neighbours, its sides found, its tree built.
#include <tactus/core/reject.h>
#include <tactus/nonconvex/mesh_data.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tactus {

namespace pieces {

template <Scalar T> MeshData<T>::MeshData(const TriangleList<T>& list, const MeshOptions& options) {
  check(list, options);
  vertices_ = list.vertices;
  corners_.reserve(list.triangles.size());
  for (const auto& [a, b, c] : list.triangles)
    corners_.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(c)});
  user_data_ = options.user_data;
  link();
  find_representatives();
  choose_sides(options.sides);
  if (is_solid()) find_vertex_normals();
  build_tree();
}

template <Scalar T> void MeshData<T>::check(const TriangleList<T>& list, const MeshOptions& options) const {
  if (list.triangles.empty()) reject("Mesh: there must be at least one triangle");
  if (list.triangles.size() >= Ref::most_names) reject("Mesh: ", list.triangles.size(), " triangles are too many");
  for (std::size_t i = 0; i < list.vertices.size(); ++i)
    if (!is_finite(list.vertices[i]) || !is_finite(T(4) * square(max_abs(list.vertices[i]))))
      reject("Mesh: vertex ", i, " = ", list.vertices[i], " is not finite, or too far away to be squared");
  const auto known = static_cast<long long>(list.vertices.size());
  for (std::size_t i = 0; i < list.triangles.size(); ++i)
    for (const int k : list.triangles[i])
      if (k < 0 || k >= known) reject("Mesh: triangle ", i, " uses vertex ", k, ", but there are only ", known);
  if (!options.user_data.empty() && options.user_data.size() != list.triangles.size())
    reject("Mesh: ", options.user_data.size(), " user data for ", list.triangles.size(),
           " triangles; give one each, or none");
}

/// Neighbours share an edge with no third triangle, and pass it in opposite directions. The surface is closed if every
/// edge is passed as often one way as the other.
template <Scalar T> void MeshData<T>::link() {
  struct Side {
    std::uint64_t edge;  // its vertices, the lower first
    std::uint32_t triangle;
    std::uint8_t side;
    bool upward;
  };
  std::vector<Side> sides;
  sides.reserve(3 * corners_.size());
  neighbours_.assign(corners_.size(), {nothing, nothing, nothing});
  for (std::uint32_t i = 0; i < corners_.size(); ++i) {
    for (std::size_t e = 0; e < 3; ++e) {
      const std::uint32_t from = corners_[i][e], to = corners_[i][(e + 1) % 3];
      const std::uint64_t edge = std::uint64_t{std::min(from, to)} << 32 | std::max(from, to);
      if (from != to) sides.push_back({edge, i, static_cast<std::uint8_t>(e), from < to});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& x, const Side& y) {
    return std::tie(x.edge, x.triangle, x.side) < std::tie(y.edge, y.triangle, y.side);
  });
  closed_ = true;
  for (std::size_t k = 0, end = 0; k < sides.size(); k = end) {
    long long balance = 0;
    for (end = k; end < sides.size() && sides[end].edge == sides[k].edge; ++end) balance += sides[end].upward ? 1 : -1;
    if (balance != 0) closed_ = false;
    if (end - k != 2 || balance != 0) continue;
    neighbours_[sides[k].triangle][sides[k].side] = sides[k + 1].triangle;
    neighbours_[sides[k + 1].triangle][sides[k + 1].side] = sides[k].triangle;
  }
}

/// One vertex of each connected part.
template <Scalar T> void MeshData<T>::find_representatives() {
  std::vector<std::uint32_t> leader(vertices_.size());
  std::iota(leader.begin(), leader.end(), 0u);
  const auto find = [&](std::uint32_t v) {
    while (leader[v] != v) v = leader[v] = leader[leader[v]];
    return v;
  };
  for (const auto& [a, b, c] : corners_) {
    const std::uint32_t least = std::min({find(a), find(b), find(c)});
    leader[find(a)] = leader[find(b)] = leader[find(c)] = least;
  }
  std::vector<bool> used(vertices_.size());
  for (const auto& [a, b, c] : corners_) used[find(a)] = true;
  for (std::uint32_t v = 0; v < vertices_.size(); ++v)
    if (used[v]) representatives_.push_back(vertices_[v]);
}

template <Scalar T> T MeshData<T>::signed_volume() const {
  const Vec3<double> reference = vertices_[corners_[0][0]].template cast<double>();
  double six_volumes = 0;
  for (std::uint32_t i = 0; i < count(); ++i) {
    const Triangle<T> t = triangle(i);
    six_volumes += triple(t.a.template cast<double>() - reference, t.b.template cast<double>() - reference,
                          t.c.template cast<double>() - reference);
  }
  return T(six_volumes / 6);
}

template <Scalar T> void MeshData<T>::choose_sides(Sides asked) {
  if (asked == Sides::front || asked == Sides::both) {
    sides_ = asked;
    return;
  }
  if (!closed_) {
    if (asked == Sides::solid)
      reject(
          "Mesh: Sides::solid was requested, but the surface is not closed: some edges have one triangle, or more than "
          "two");
    sides_ = Sides::both;
    return;
  }
  const T volume = signed_volume();
  if (volume < T(0))
    reject("Mesh: the surface is closed, but its triangles face inward (volume ", volume,
           "); swap two corners of each, or ask for Sides::both");
  if (volume == T(0) && asked == Sides::solid)
    reject("Mesh: Sides::solid was requested, but the surface encloses no volume");
  sides_ = volume > T(0) ? Sides::solid : Sides::both;
}

/// The sum of the normals around a vertex, each weighted by its triangle's angle there. A point whose nearest point of
/// the mesh is that vertex is outside if it lies on the side of this vector.  [Bærentzen & Aanæs 2005]
template <Scalar T> void MeshData<T>::find_vertex_normals() {
  std::vector<Vec3<T>> sums(vertices_.size());
  for (std::uint32_t i = 0; i < count(); ++i) {
    const Triangle<T> t = triangle(i);
    const Vec3<T> n = unit_or_zero(area_vector(i));
    for (int k = 0; k < 3; ++k) {
      const Vec3<T> u = t.vertex((k + 1) % 3) - t.vertex(k), v = t.vertex((k + 2) % 3) - t.vertex(k);
      const T angle = T(std::atan2(static_cast<double>(norm(cross(u, v))), static_cast<double>(dot(u, v))));
      sums[corners_[i][static_cast<std::size_t>(k)]] += n * angle;
    }
  }
  vertex_normals_.reserve(sums.size());
  for (const Vec3<T>& sum : sums) vertex_normals_.push_back(sum.template cast<float>());
}

template <Scalar T> void MeshData<T>::build_tree() {
  std::vector<Aabb<T>> boxes;
  std::vector<Triangle<T>> triangles;
  std::vector<std::uint32_t> kept;
  for (std::uint32_t i = 0; i < count(); ++i) {
    if (area_vector(i) == Vec3<T>{}) continue;
    const Triangle<T> t = triangle(i);
    boxes.push_back({min(t.a, min(t.b, t.c)), max(t.a, max(t.b, t.c))});
    triangles.push_back(t), kept.push_back(i);
  }
  dropped_ = corners_.size() - kept.size();
  if (kept.empty()) reject("Mesh: none of its ", corners_.size(), " triangles has an area");
  tree_ = WideTree<T>(boxes, Ref::most_pieces);
  tree_.add_slabs(triangles);
  tree_.rename(kept);
}

template <Scalar T> MassProperties<T> MeshData<T>::mass() const {
  const Aabb<T> box = bounds();
  if (!closed_) return {.centroid = box.center()};
  SolidIntegral<T> integral(box.center());
  for (std::uint32_t i = 0; i < count(); ++i) {
    const Triangle<T> t = triangle(i);
    integral.add_triangle(t.a, t.b, t.c);
  }
  return integral.result();
}

template <Scalar T> TriangleList<T> MeshData<T>::list() const {
  TriangleList<T> list{.vertices = vertices_, .triangles = {}};
  list.triangles.reserve(corners_.size());
  for (const auto& [a, b, c] : corners_)
    list.triangles.push_back({static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)});
  return list;
}

template <Scalar T> std::size_t MeshData<T>::bytes() const {
  return tree_.bytes() + (corners_.size() + neighbours_.size()) * sizeof(corners_[0]) +
         vertex_normals_.size() * sizeof(Vec3<float>) + representatives_.size() * sizeof(Vec3<T>);
}

template class MeshData<float>;
template class MeshData<double>;

namespace {

template <Scalar T> const MeshData<T>& data(const PieceSource<T>& source) {
  return static_cast<const MeshData<T>&>(source);
}

}  // namespace
}  // namespace pieces

template <Scalar T>
Mesh<T>::Mesh(const TriangleList<T>& list, const MeshOptions& options)
    : data_(std::make_shared<const pieces::MeshData<T>>(list, options)) {}
template <Scalar T> std::size_t Mesh<T>::size() const { return data_->count(); }
template <Scalar T> std::size_t Mesh<T>::dropped() const { return pieces::data(*data_).dropped(); }
template <Scalar T> Triangle<T> Mesh<T>::triangle(std::size_t i) const {
  return data_->triangle(static_cast<std::uint32_t>(i));
}
template <Scalar T> std::uint32_t Mesh<T>::user_data(std::size_t i) const { return pieces::data(*data_).user_data(i); }
template <Scalar T> TriangleList<T> Mesh<T>::list() const { return pieces::data(*data_).list(); }
template <Scalar T> MeshOptions Mesh<T>::options() const { return pieces::data(*data_).options(); }
template <Scalar T> bool Mesh<T>::closed() const { return pieces::data(*data_).closed(); }
template <Scalar T> MassProperties<T> Mesh<T>::mass_properties() const { return pieces::data(*data_).mass(); }
template <Scalar T> SurfacePoint<T> Mesh<T>::nearest(const Vec3<T>& point) const { return data_->nearest(point); }
template <Scalar T> double Mesh<T>::bytes_per_triangle() const {
  return static_cast<double>(pieces::data(*data_).bytes()) / static_cast<double>(size());
}

template class Mesh<float>;
template class Mesh<double>;

}  // namespace tactus
