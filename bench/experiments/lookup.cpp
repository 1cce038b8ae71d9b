/// Support look-up against the number of vertices: time, worst work, building and memory of each search, and collision
/// tests per second with it, as in Figures 6 (brute force) and 7 (tree) of [Kenwright 2015].
///   bench_lookup [most vertices = 100000] [folder for lookup.md and lookup.svg = none: the table is printed]
#include <tactus/math/counted.h>
#include <tactus/narrow/gjk.h>
#include <tactus/shape/generators.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace tactus;
using V = Vec3<double>;

struct Search {
  Lookup kind;
  std::string name, color;
};
const Search searches[] = {{Lookup::linear, "linear", "#8a8a8a"},
                           {Lookup::hill_climb, "hill climb", "#e08e2b"},
                           {Lookup::cube_map, "cube map", "#2c5fa8"},
                           {Lookup::direction_tree, "direction tree", "#27884a"},
                           {Lookup::dobkin_kirkpatrick, "Dobkin-Kirkpatrick", "#c0392b"}};

struct Row {
  std::string shape;
  std::size_t vertices;
  Search search;
  double random_ns, coherent_ns, worst_products, tests_per_second, build_ms, bytes_per_vertex;
};

/// Processor time of this thread: other programs do not count.
double seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Median time of one call over a few rounds of all inputs, each call waiting for the previous one.
template <class Inputs, class F> double nanoseconds(const Inputs& inputs, F&& f) {
  std::vector<double> rounds;
  const double start = seconds();
  for (int i = 0; i < 9 && (i < 3 || seconds() - start < 0.5); ++i) {
    double carry = 0;
    const double t = seconds();
    for (const auto& input : inputs) carry = f(input, carry);
    rounds.push_back((seconds() - t) / static_cast<double>(inputs.size()));
    if (carry > 1e300) std::cerr << carry;  // so that no call can be optimised away
  }
  std::nth_element(rounds.begin(), rounds.begin() + static_cast<long>(rounds.size() / 2), rounds.end());
  return 1e9 * rounds[rounds.size() / 2];
}

// ---- what is looked for ---------------------------------------------------------------------------------------------

/// generate::disk from its faces: from its points Qhull takes time quadratic in the corners of a face.
Hull<double> disk(int sides) {
  std::vector<V> vertices;
  std::vector<std::vector<std::uint32_t>> faces(2);
  const auto count = static_cast<std::uint32_t>(sides);
  for (std::uint32_t i = 0; i < 2 * count; ++i) {
    const double angle = 2 * pi<double> * (i % count) / sides;
    vertices.push_back({std::cos(angle), std::sin(angle), i < count ? -0.05 : 0.05});
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t next = (i + 1) % count;
    faces[0].push_back(count - 1 - i), faces[1].push_back(count + i);
    faces.push_back({i, next, count + next, count + i});
  }
  return Hull<double>::from_faces(vertices, faces);
}

Hull<double> make_hull(const std::string& shape, int n, std::uint64_t seed) {
  if (shape == "disk") return disk(n / 2);
  if (shape == "sphere") return generate::random_on_sphere<double>(n, seed);
  generate::Random random(seed);  // flat ellipsoid: a ball squeezed to a twentieth, and tilted
  std::vector<V> points;
  for (int i = 0; i < n; ++i) {
    const V p = random.on_sphere();
    points.push_back({p.x, 0.04 * p.y - 0.6 * p.z, 0.03 * p.y + 0.8 * p.z});
  }
  return Hull<double>::from_points(points);
}

std::vector<V> random_directions(std::size_t count) {
  generate::Random random(1);
  std::vector<V> directions(count);
  for (V& d : directions) d = random.on_sphere();
  return directions;
}

/// A direction that turns by one degree per step, about an axis that turns slowly.
std::vector<V> coherent_directions(std::size_t count) {
  std::vector<V> directions{{1, 0, 0}};
  while (directions.size() < count) {
    const double t = 0.01 * static_cast<double>(directions.size());
    const V axis = unit_or_up(V{std::cos(t), std::sin(0.7 * t), std::sin(t)}), d = directions.back();
    directions.push_back(unit_or_up(d + pi<double> / 180 * cross(axis, d)));
  }
  return directions;
}

/// B circles A at a small distance and turns, a degree per step.
std::vector<Pose<double>> coherent_poses(std::size_t count) {
  std::vector<Pose<double>> poses;
  for (const V& d : coherent_directions(count)) {
    const double angle = pi<double> / 180 * static_cast<double>(poses.size());
    poses.push_back({rotation_z(angle).rotation * rotation_x(0.7 * angle).rotation, 2.05 * d});
  }
  return poses;
}

// ---- measuring ------------------------------------------------------------------------------------------------------

double build_milliseconds(const Hull<double>& hull, Lookup kind) {
  std::vector<std::uint32_t> first{0}, corners;
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    corners.insert(corners.end(), hull.face_loop(f).begin(), hull.face_loop(f).end());
    first.push_back(static_cast<std::uint32_t>(corners.size()));
  }
  double least = infinity<double>;
  const double start = seconds();
  for (int i = 0; i < 5 && (i == 0 || seconds() - start < 1); ++i) {
    const double t = seconds();
    const auto tables = build_lookup(kind, hull.surface(), first, corners);
    least = std::min(least, seconds() - t + (tables.kind == kind ? 0 : 1));
  }
  return 1e3 * least;
}

/// Most products of a vertex with the direction in one look-up, over random directions and normals of faces: the
/// multiplications of the counting scalar, three to a product.
double worst_products(const Hull<double>& hull, Lookup kind) {
  const Hull<Counted<double>> counted = hull.cast<Counted<double>>().with_lookup(kind);
  std::vector<V> directions = random_directions(2000);
  for (std::size_t f = 0; f < hull.face_count(); f += hull.face_count() / 500 + 1) {
    directions.push_back(hull.plane(static_cast<std::uint32_t>(f)).normal);
  }
  std::uint64_t most = 0;
  for (const V& d : directions) {
    const Tally before = tally();
    counted.support_index(d.cast<Counted<double>>());
    most = std::max(most, (tally() - before).multiplications);
  }
  return std::ceil(static_cast<double>(most) / 3);
}

Row measure(const std::string& shape, const Hull<double>& plain_a, const Hull<double>& plain_b, const Search& search) {
  const Hull<double> a = plain_a.with_lookup(search.kind), b = plain_b.with_lookup(search.kind);
  const std::size_t n = a.vertex_count();
  const bool slow = search.kind == Lookup::linear && n > 10000;
  const std::size_t count = slow ? 200 : n > 1000 ? 5000 : 20000;
  std::uint32_t hint = 0;
  const auto look_up = [&](const V& d, double carry) {
    hint = a.support_index({d.x + 1e-30 * carry, d.y, d.z}, hint);
    return a.vertex(hint).x;
  };
  const auto test = [&](const Pose<double>& pose, double carry) { return carry + gjk::distance(a, b, pose).distance; };
  return {.shape = shape,
          .vertices = n,
          .search = search,
          .random_ns = nanoseconds(random_directions(count), look_up),
          .coherent_ns = nanoseconds(coherent_directions(count), look_up),
          .worst_products = n <= 100000 ? worst_products(plain_a, search.kind) : 0,
          .tests_per_second = 1e9 / nanoseconds(coherent_poses(count / 10), test),
          .build_ms = build_milliseconds(a, search.kind),
          .bytes_per_vertex = static_cast<double>(a.lookup_memory()) / static_cast<double>(n)};
}

// ---- writing --------------------------------------------------------------------------------------------------------

std::string number(double x) {
  std::ostringstream os;
  os.precision(x < 10 ? 2 : 3);
  if (x >= 1000)
    os << static_cast<long>(std::round(x));
  else
    os << x;
  return os.str();
}

std::string table(const std::vector<Row>& rows) {
  std::ostringstream os;
  os << "| shape | vertices | search | random ns | coherent ns | most products | tests per second | build ms | bytes "
        "per "
        "vertex |\n|---|---:|---|---:|---:|---:|---:|---:|---:|\n";
  for (const Row& r : rows) {
    os << "| " << r.shape << " | " << r.vertices << " | " << r.search.name << " | " << number(r.random_ns) << " | "
       << number(r.coherent_ns) << " | " << (r.worst_products > 0 ? number(r.worst_products) : "-") << " | "
       << number(r.tests_per_second) << " | " << number(r.build_ms) << " | " << number(r.bytes_per_vertex) << " |\n";
  }
  return os.str();
}

/// One curve per search over the number of vertices of spheres; both axes logarithmic.
std::string panel(const std::vector<Row>& rows, double left, const std::string& title,
                  const std::function<double(const Row&)>& value) {
  std::ostringstream os;
  double low = infinity<double>, high = 0;
  for (const Row& r : rows) low = std::min(low, value(r)), high = std::max(high, value(r));
  low = std::floor(std::log10(low)), high = std::ceil(std::log10(high));
  const auto x = [&](double n) { return left + 50 + 300 * (std::log10(n) - 0.9) / 5.1; };
  const auto y = [&](double v) { return 330 - 280 * (std::log10(v) - low) / (high - low); };
  os << "<text x='" << left + 50 << "' y='30' font-size='15'>" << title << "</text>\n";
  for (double e = low; e <= high; ++e) {
    os << "<path d='M" << left + 50 << ' ' << y(std::pow(10, e)) << "h300' stroke='#dddddd'/><text x='" << left + 44
       << "' y='" << y(std::pow(10, e)) + 4 << "' text-anchor='end'>1e" << e << "</text>\n";
  }
  for (int e = 1; e <= 6; ++e)
    os << "<text x='" << x(std::pow(10, e)) << "' y='350' text-anchor='middle'>1e" << e << "</text>\n";
  for (const Search& s : searches) {
    std::string path;
    for (const Row& r : rows) {
      if (r.shape != "sphere" || r.search.kind != s.kind) continue;
      path += (path.empty() ? "M" : "L") + number(x(static_cast<double>(r.vertices))) + " " + number(y(value(r)));
    }
    os << "<path d='" << path << "' fill='none' stroke-width='2' stroke='" << s.color << "'/>\n";
  }
  return os.str();
}

std::string plot(const std::vector<Row>& rows) {
  std::ostringstream os;
  os << "<svg xmlns='http://www.w3.org/2000/svg' width='760' height='420' font-family='sans-serif' font-size='12'>\n"
     << "<rect width='760' height='420' fill='white'/>\n"
     << panel(rows, 0, "ns per look-up, random directions", [](const Row& r) { return r.random_ns; })
     << panel(rows, 380, "collision tests per second", [](const Row& r) { return r.tests_per_second; })
     << "<text x='380' y='372' text-anchor='middle'>vertices on a sphere</text>\n";
  double x = 40;
  for (const Search& s : searches) {
    os << "<path d='M" << x << " 396h24' stroke-width='3' stroke='" << s.color << "'/><text x='" << x + 30
       << "' y='400'>" << s.name << "</text>\n";
    x += 60 + 7.2 * static_cast<double>(s.name.size());
  }
  os << "</svg>\n";
  return os.str();
}

}  // namespace

int main(int count, char** arguments) {
  const long most = count > 1 ? std::stol(arguments[1]) : 100000;
  std::vector<Row> rows;
  for (const std::string shape : {"sphere", "flat ellipsoid", "disk"}) {
    for (long n : {8, 32, 64, 128, 256, 1000, 10000, 100000, 1000000}) {
      if (n > most || (shape != "sphere" && (n < 64 || n > 100000))) continue;
      const double start = seconds();
      const Hull<double> a = make_hull(shape, static_cast<int>(n), 1), b = make_hull(shape, static_cast<int>(n), 2);
      std::cerr << shape << ", " << a.vertex_count() << " vertices: hull in " << (seconds() - start) / 2 << " s\n";
      for (const Search& s : searches) rows.push_back(measure(shape, a, b, s));
    }
  }
  std::ostringstream page;
  page << "# Support look-up\n\nMade by `bench_lookup`; do not edit. The scan uses " << lookup::linear_target()
       << " where it pays. Directions: random, or turning by 1° per step (the climb then starts from the last vertex). "
          "Tests: "
          "GJK distance of two such hulls, one circling the other at 1° per step.\n\n![plot](lookup.svg)\n\n"
       << table(rows);
  if (count < 3) {
    std::cout << page.str();
    return 0;
  }
  const std::string folder = arguments[2];
  std::ofstream(folder + "/lookup.md") << page.str();
  std::ofstream(folder + "/lookup.svg") << plot(rows);
}
