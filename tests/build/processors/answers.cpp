// SPDX-License-Identifier: MIT
/// Prints a hash of the raw bits of 50 000 answers per query and scalar: it must be the same on every processor. Hulls
/// come from faces, poses from whole numbers by + - * / and square roots, which IEEE 754 defines to the last bit.
/// Superquadrics are left out, because each system's C library has its own pow. Batches are asked if they have lanes.
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>
#include <tests/build/processors/batches.h>

#include <cinttypes>
#include <cstdio>
#include <string_view>

#ifdef TACTUS_WITHOUT_QHULL  // no hull here is built from points
#include <tactus/shape/hull_builder.h>

#include <stdexcept>
namespace tactus {
FaceLoops qhull_facets(std::vector<Vec3<double>>, QhullMode) { throw std::logic_error("no Qhull"); }
int rank_of(std::span<const Vec3<double>>, const HullTolerance&) { return 3; }  // all are solid
HullFaces build_hull(std::span<const Vec3<double>>, const HullTolerance&, QhullMode) {
  throw std::logic_error("no Qhull");
}
}  // namespace tactus
#endif

namespace tactus {
namespace {

class Random {
 public:
  std::uint64_t bits() {  // splitmix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }

 private:
  std::uint64_t state_ = 1;
};

/// A whole number of 1024ths in [low, high), which every scalar holds.
template <Scalar T> T length(Random& random, int low = 200, int high = 1024) {
  return T(low + random.below(high - low)) / T(1024);
}
template <Scalar T> Vec3<T> lengths(Random& random, int low = 200, int high = 1024) {
  const T x = length<T>(random, low, high), y = length<T>(random, low, high);
  return {x, y, length<T>(random, low, high)};
}

/// A box, a wedge or a double pyramid, sheared: polytopes whose faces are known.
template <Scalar T> Hull<T> hull(Random& random) {
  const Vec3<T> h = lengths<T>(random), shear = lengths<T>(random, 0, 512);
  std::vector<Vec3<T>> vertices;
  std::vector<std::vector<std::uint32_t>> faces;
  if (random.below(2) == 0) {
    for (int i = 0; i < 8; ++i) vertices.push_back({i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z});
    faces = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  } else {
    vertices = {{h.x, T(0), T(0)}, {T(0), h.y, T(0)}, {-h.x, T(0), T(0)}, {T(0), -h.y, T(0)}, {T(0), T(0), h.z}};
    vertices.push_back({T(0), T(0), -h.z / T(2)});
    faces = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}, {1, 0, 5}, {2, 1, 5}, {3, 2, 5}, {0, 3, 5}};
  }
  for (Vec3<T>& v : vertices) v.x += shear.x * v.z, v.y += shear.y * v.z;
  return Hull<T>::from_faces(vertices, faces);
}

/// A prism of 48 vertices over a polygon with 24 sides: enough vertices that the width of a vector could matter.
template <Scalar T> Hull<T> prism(Random& random) {
  constexpr int steps[][2] = {{1, 0}, {3, 1}, {2, 1}, {1, 1}, {1, 2}, {1, 3}};  // a quarter of the way round
  constexpr std::uint32_t n = 24;
  const Vec3<T> h = lengths<T>(random) / T(16), lean = lengths<T>(random, 0, 512);
  std::vector<Vec3<T>> vertices(2 * n);
  std::vector<std::vector<std::uint32_t>> faces(2);
  int x = -5, y = -9;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Vec3<T> p{T(x) * h.x, T(y) * h.y, -h.z * T(8)};
    vertices[i] = p, vertices[n + i] = p + Vec3<T>{lean.x, lean.y, h.z * T(16)};
    faces[0].push_back(n - 1 - i), faces[1].push_back(n + i);
    faces.push_back({i, (i + 1) % n, n + (i + 1) % n, n + i});
    const auto& [a, b] = steps[i % 6];
    const int turned[][2] = {{a, b}, {-b, a}, {-a, -b}, {b, -a}};
    x += turned[i / 6][0], y += turned[i / 6][1];
  }
  return Hull<T>::from_faces(vertices, faces);
}

/// Hulls are made once, because that takes longer than a query.
template <Scalar T> const Hull<T>& pooled_hull(Random& random) {
  static const std::vector<Hull<T>> pool = [] {
    Random own;
    std::vector<Hull<T>> hulls;
    for (int i = 0; i < 200; ++i) hulls.push_back(i % 4 == 0 ? prism<T>(own) : hull<T>(own));
    return hulls;
  }();
  return pool[static_cast<std::size_t>(random.below(200))];
}

template <Scalar T> Shape<T> shape(Random& random, ShapeKind kind) {
  const Vec3<T> r = lengths<T>(random), s = lengths<T>(random), small = lengths<T>(random, 50, 400);
  switch (kind) {
    case ShapeKind::point: return Point<T>{s};
    case ShapeKind::segment: return Segment<T>{r.x};
    case ShapeKind::triangle: return Triangle<T>{r, -s, {s.y, -r.z, small.x}};
    case ShapeKind::rectangle: return Rectangle<T>{{r.x, r.y}};
    case ShapeKind::disc: return Disc<T>{r.x};
    case ShapeKind::ellipse: return Ellipse<T>{{r.x, r.y}};
    case ShapeKind::box: return Box<T>{r};
    case ShapeKind::ellipsoid: return Ellipsoid<T>{r};
    case ShapeKind::cylinder: return Cylinder<T>{r.x, r.y};
    case ShapeKind::cone: return Cone<T>{r.x, r.y};
    case ShapeKind::frustum: return Frustum<T>{{r.x, r.y}, {s.x, s.y}, r.z};
    case ShapeKind::conical_frustum: return ConicalFrustum<T>{r.x, s.x, r.y};
    case ShapeKind::hull: return pooled_hull<T>(random);
    case ShapeKind::sphere: return Sphere<T>{r.x};
    case ShapeKind::capsule: return Capsule<T>{small.x, r.y};
    case ShapeKind::lozenge: return Lozenge<T>{{r.x, r.y}, small.x};
    case ShapeKind::round_box: return RoundBox<T>{r, small.x};
    case ShapeKind::wheel: return Wheel<T>{r.x, small.x};
    case ShapeKind::half_space: return HalfSpace<T>{s, small.x};
    default: return Box<T>{r};
  }
}

template <Scalar T> Shape<T> any_shape(Random& random) {
  return shape<T>(random, static_cast<ShapeKind>(random.below(20)));
}

/// A rotation by a quaternion of small whole numbers: these include aligned ones, which make ties.
template <Scalar T> Pose<T> pose(Random& random) {
  const auto small = [&] { return T(random.below(9) - 4); };
  const T w = small(), x = small(), y = small(), z = small();
  const Vec3<T> translation = lengths<T>(random, -1600, 1600);
  if (w * w + x * x + y * y + z * z == T(0)) return {{}, translation};
  return from_quaternion(Quat<T>{w, x, y, z}, translation);
}

template <Scalar T> void print_hashes(const char* scalar) {
  constexpr int pairs = 50'000;  // times four queries
  Random random;
  Hash intersects, distance, contact, manifold;
  for (int i = 0; i < pairs; ++i) {
    const Shape<T> a = any_shape<T>(random), b = any_shape<T>(random);
    const Pose<T> pose_a = pose<T>(random), pose_b = pose<T>(random);
    if (!a.bounded() && !b.bounded()) continue;
    intersects.add(narrow::intersects(a, pose_a, b, pose_b, Options<T>{}, nullptr));
    distance.add(narrow::distance(a, pose_a, b, pose_b, Options<T>{}, nullptr));
    contact.add(narrow::contact(a, pose_a, b, pose_b, Options<T>{}, nullptr));
    manifold.add(contact_manifold(a, b, relative(pose_a, pose_b), manifold_options<T>, nullptr));
  }
  const auto print = [&](const char* query, const Hash& hash) {
    std::printf("%s %s %016" PRIx64 "\n", scalar, query, hash.value());
  };
  print("intersects", intersects), print("distance", distance), print("contact", contact), print("manifold", manifold);
}

/// The kinds that lanes handle, each against each.
template <Scalar T> void print_batches(const char* scalar) {
  constexpr ShapeKind kinds[] = {ShapeKind::sphere, ShapeKind::capsule,   ShapeKind::box,  ShapeKind::cylinder,
                                 ShapeKind::cone,   ShapeKind::ellipsoid, ShapeKind::hull, ShapeKind::half_space};
  constexpr int pairs = 500;  // of each two kinds, times three queries
  Random random;
  BatchHashes hashes;
  for (const ShapeKind kind_a : kinds)
    for (const ShapeKind kind_b : kinds) {
      ManyPairs<T> all;
      for (int i = 0; i < pairs; ++i) {
        all.shapes_a.push_back(shape<T>(random, kind_a)), all.shapes_b.push_back(shape<T>(random, kind_b));
        all.poses_a.push_back(pose<T>(random)), all.poses_b.push_back(pose<T>(random));
      }
      add_answers(hashes, all);
    }
  std::printf("batch %s, %zu in lanes: %016" PRIx64 " %016" PRIx64 " %016" PRIx64 "\n", scalar, hashes.in_lanes,
              hashes.intersects.value(), hashes.distance.value(), hashes.contact.value());
}

}  // namespace
}  // namespace tactus

int main() {
  tactus::print_hashes<float>("float");
  tactus::print_hashes<double>("double");
  if (std::string_view(tactus::batch::target()) == "none") return 0;
  tactus::print_batches<float>("float");
  tactus::print_batches<double>("double");
}
