// SPDX-License-Identifier: MIT
/// Hulls as text:
///
///     tactus-hull 1
///     rank 3
///     precision 53                  bits of the coordinates; the tolerances go with it
///     vertices 8
///     1p0 -3p-1 5p-2                each number exactly, as integer times power of two: 1, -1.5, 1.25
///     ...
///     faces 6
///     4 0 1 3 2                     number of corners, then vertices counter-clockwise seen from outside
///     ...
///
/// Integers only, so that locales and decimal rounding play no role.
#include <tactus/math/instantiate.h>
#include <tactus/math/refuse.h>
#include <tactus/shape/hull.h>
#include <tactus/shape/no_polytope.h>

#include <charconv>
#include <cmath>
#include <istream>
#include <set>
#include <tuple>

namespace tactus {
namespace {

constexpr const char* magic = "tactus-hull";
constexpr const char* version = "1";

[[noreturn]] void fail(const std::string& problem) { refuse("Hull::load: " + problem); }

// ---- numbers ----

std::string to_text(long double value) {
  constexpr int bits = 64;  // the longest significand, that of long double
  int exponent = 0;
  auto significand = static_cast<std::uint64_t>(std::ldexp(std::frexp(std::abs(value), &exponent), bits));
  exponent -= bits;
  for (; significand != 0 && significand % 2 == 0; significand /= 2) ++exponent;
  return (std::signbit(value) ? "-" : "") + std::to_string(significand) + "p" +
         std::to_string(significand ? exponent : 0);
}

template <class Integer> const char* parse(const char* first, const char* last, Integer& value) {
  const auto [end, error] = std::from_chars(first, last, value);
  return error == std::errc{} ? end : nullptr;
}

std::string next_token(std::istream& is, const std::string& what) {
  std::string token;
  if (!(is >> token)) fail("the text ends where " + what + " should be");
  return token;
}

long double read_number(std::istream& is, const std::string& what) {
  const std::string token = next_token(is, what);
  const char *at = token.data(), *end = at + token.size();
  const bool negative = *at == '-';
  std::uint64_t significand = 0;
  int exponent = 0;
  at = parse(negative ? at + 1 : at, end, significand);
  if (at && at != end && *at == 'p') at = parse(at + 1, end, exponent);
  if (at != end) fail(what + " is '" + token + "', not an integer times a power of two such as -3p-1");
  const long double value = std::ldexp(static_cast<long double>(significand), exponent);
  return negative ? -value : value;
}

std::uint32_t read_count(std::istream& is, const std::string& what) {
  const std::string token = next_token(is, what);
  std::uint32_t value = 0;
  if (parse(token.data(), token.data() + token.size(), value) != token.data() + token.size()) {
    fail(what + " is '" + token + "', not a count");
  }
  return value;
}

void expect(std::istream& is, const std::string& word) {
  const std::string token = next_token(is, "'" + word + "'");
  if (token != word) fail("'" + word + "' expected, found '" + token + "'");
}

// ---- parts ----

/// Grows with the data read: a count in a file must not cause an allocation.
template <Scalar T> std::vector<Vec3<T>> read_vertices(std::istream& is) {
  expect(is, "vertices");
  const std::uint32_t count = read_count(is, "the number of vertices");
  std::vector<Vec3<T>> vertices;
  for (std::uint32_t v = 0; v < count; ++v) {
    Vec3<T> p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = T(read_number(is, "vertex " + std::to_string(v)));
    if (!is_finite(p) || !(max_abs(p.template cast<double>()) <= HullTolerance::largest_coordinate)) {
      fail("vertex " + std::to_string(v) + " is out of range");
    }
    vertices.push_back(p);
  }
  return vertices;
}

FaceLoops read_faces(std::istream& is) {
  expect(is, "faces");
  const std::uint32_t count = read_count(is, "the number of faces");
  FaceLoops faces;
  std::vector<std::uint32_t> loop;
  for (std::uint32_t f = 0; f < count; ++f) {
    const std::string face = "face " + std::to_string(f);
    const std::uint32_t corners = read_count(is, "the number of corners of " + face);
    loop.clear();
    for (std::uint32_t i = 0; i < corners; ++i) loop.push_back(read_count(is, "a corner of " + face));
    faces.add(loop);
  }
  return faces;
}

double read_roundoff(std::istream& is) {
  constexpr int least = 1, most = std::numeric_limits<double>::digits;
  expect(is, "precision");
  const std::uint32_t bits = read_count(is, "the precision");
  if (bits < least || bits > most) fail("the precision is " + std::to_string(bits) + ", not 1 to 53 bits");
  return std::ldexp(1.0, -static_cast<int>(bits));
}

/// The corners of each face, by their coordinates, in any order.
template <Scalar T> using FaceSet = std::multiset<std::set<std::tuple<T, T, T>>>;
template <Scalar T> FaceSet<T> face_set(std::span<const Vec3<T>> vertices, const FaceLoops& faces) {
  FaceSet<T> all;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    std::set<std::tuple<T, T, T>> corners;
    for (const std::uint32_t v : faces[f]) corners.insert({vertices[v].x, vertices[v].y, vertices[v].z});
    all.insert(std::move(corners));
  }
  return all;
}

/// Fewer digits than float's belong to a needle, for which from_points found no hull with more digits. Such a precision
/// would permit any dent, so the file is not trusted: its vertices must give the same faces again.
template <Scalar T> void check_few_digits(std::span<const Vec3<T>> vertices, const FaceLoops& faces, double roundoff) {
  if (roundoff <= hull_roundoff<float> || faces.size() == 0) return;
  const Hull<T> again = Hull<T>::from_points(vertices);
  FaceLoops loops;
  for (std::uint32_t f = 0; f < again.face_count(); ++f) loops.add(again.face_loop(f));
  if (face_set(again.vertices(), loops) != face_set(vertices, faces))
    fail("the faces are not those of the hull of the vertices; a precision of " +
         std::to_string(-std::ilogb(roundoff)) + " bits does not excuse them");
}

}  // namespace

template <Scalar T> void Hull<T>::save(std::ostream& os) const {
  os << magic << ' ' << version << "\nrank " << std::to_string(rank()) << "\nprecision "
     << std::to_string(-std::ilogb(data_->roundoff)) << "\nvertices " << std::to_string(vertex_count()) << '\n';
  for (const Vec3<T>& v : vertices()) {
    for (int axis = 0; axis < 3; ++axis) os << to_text(static_cast<long double>(v[axis])) << (axis < 2 ? ' ' : '\n');
  }
  os << "faces " << std::to_string(face_count()) << '\n';
  for (std::uint32_t f = 0; f < face_count(); ++f) {
    os << std::to_string(face_loop(f).size());
    for (std::uint32_t v : face_loop(f)) os << ' ' << std::to_string(v);
    os << '\n';
  }
}

template <Scalar T> Hull<T> Hull<T>::load(std::istream& is) {
  expect(is, magic);
  if (const std::string found = next_token(is, "the version"); found != version) fail("unknown version " + found);
  expect(is, "rank");
  const std::uint32_t rank = read_count(is, "the rank");
  if (rank > 3) fail("the rank is " + std::to_string(rank) + ", not 0 to 3");
  const double roundoff = std::max(read_roundoff(is), hull_roundoff<T>);
  std::vector<Vec3<T>> vertices = read_vertices<T>(is);
  FaceLoops faces = read_faces(is);

  const bool has_faces = rank >= 2;
  if (!has_faces && (vertices.size() != rank + 1 || faces.size() != 0)) fail("wrong number of vertices or faces");
  if (has_faces) {
    const std::string problem = problem_of_loops(faces, vertices.size());
    if (!problem.empty()) fail(problem);
  }
  try {
    check_few_digits(std::span<const Vec3<T>>(vertices), faces, roundoff);
    HullData<T> data = make_hull_data(static_cast<int>(rank), std::move(vertices), std::move(faces), roundoff);
    if (const std::string problem = problem_of(data); !problem.empty()) fail(problem);
    return Hull(std::move(data));
  } catch (const NoPolytope& error) {
    fail(error.what());
  }
}

#define TACTUS_INSTANTIATE(T)                       \
  template void Hull<T>::save(std::ostream&) const; \
  template Hull<T> Hull<T>::load(std::istream&);
TACTUS_FOR_EACH_SCALAR(TACTUS_INSTANTIATE)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
