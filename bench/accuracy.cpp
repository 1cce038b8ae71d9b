// SPDX-License-Identifier: MIT
// Writes docs/accuracy.md: how far the default queries are from the truth, for every two families of shapes. The truth
// is the oracle of the tests, which shares no code with tactus and computes in long double.
#include <tactus/narrow/default.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/smooth_distance.h>

#include <cstdio>
#include <functional>
#include <iostream>
#include <string>

namespace tactus::testing {
namespace {

constexpr int families = static_cast<int>(Family::mixed);

/// The results of the pairs of one cell. Lengths are relative to max(size, |distance|).
struct Cell {
  int pairs = 0, hits = 0, wrong_booleans = 0, broken_bounds = 0, stalled = 0;
  double error = 0, gap = 0, oracle_gap = 0;

  void add(const Cell& c) {
    pairs += c.pairs, hits += c.hits, wrong_booleans += c.wrong_booleans;
    broken_bounds += c.broken_bounds, stalled += c.stalled;
    error = std::max(error, c.error), gap = std::max(gap, c.gap), oracle_gap = std::max(oracle_gap, c.oracle_gap);
  }
  friend std::ostream& operator<<(std::ostream& os, const Cell& c) {
    return os << c.wrong_booleans << " wrong booleans, " << c.broken_bounds << " broken bounds, " << c.stalled
              << " stalled";
  }
  double hit_rate() const { return 100.0 * hits / pairs; }
};

template <Scalar T> Cell measure(const RandomPair& pair) {
  const Shape<T> a = pair.a.cast<T>(), b = pair.b.cast<T>();
  const Pose<T> x_ab = pair.x_ab.cast<T>();
  const Contact<T> contact = narrow::contact(a, b, x_ab), gap = narrow::distance(a, b, x_ab);
  const bool hit = narrow::intersects(a, b, x_ab);
  const oracle::Effort effort{.gap_tolerance = 1e-15L, .depth_tolerance = std::same_as<T, float> ? 1e-9L : 1e-10L};
  const oracle::Answer truth = oracle::smooth_distance(to_oracle(a), to_oracle(b), to_oracle(x_ab), effort);

  const double size = 2 * std::min(double(a.bounding_radius()), double(b.bounding_radius()));
  const double nearness = std::abs(double(truth.distance)), scale = std::max(size, nearness);
  const double tolerance = double(default_tolerance<T>) * size, sharp = std::same_as<T, float> ? 2e-5 : 1e-9;
  const long double own = 1e-17L * scale;  // possible error of the oracle's last digits
  const bool apart = truth.distance > 0;
  Cell c{.pairs = 1, .hits = !apart};
  c.wrong_booleans = (nearness > sharp * size && hit == apart) +
                     (nearness > 2 * tolerance && (contact.touching() == apart || gap.touching() == apart));
  c.broken_bounds = contact.lower > truth.upper + own || contact.upper < truth.lower - own ||
                    gap.lower > truth.upper + own || (truth.lower > 0 && gap.upper < truth.lower - own);
  c.stalled = contact.status == Status::stalled || gap.status == Status::stalled;
  c.error = double(std::max({0.0L, contact.distance - truth.upper, truth.lower - contact.distance})) / scale;
  c.gap = (double(contact.upper) - double(contact.lower)) / scale;
  c.oracle_gap = double(truth.upper - truth.lower) / scale;
  return c;
}

std::uint64_t seed(int f, int g) { return static_cast<std::uint64_t>(1000 + families * f + g); }

/// The upper triangle: cell (f, g) with f ≤ g.
template <Scalar T> class Matrix {
 public:
  explicit Matrix(int pairs) {
    for (int f = 0; f < families; ++f)
      for (int g = f; g < families; ++g) {
        const auto first = static_cast<Family>(f), second = static_cast<Family>(g);
        Random random(seed(f, g));
        for (int i = 0; i < pairs; ++i) {
          const Shape<double> a = random_shape(random, first), b = random_shape(random, second);
          const Cell c = measure<T>({a, b, random.pose((spread(first) + spread(second)) / 2)});
          at(f, g).add(c);
          if (c.wrong_booleans + c.broken_bounds + c.stalled > 0)
            std::cerr << (std::same_as<T, float> ? "float " : "double ") << name(first) << ", " << name(second)
                      << ", pair " << i << ": " << c << '\n';
        }
      }
  }

  const Cell& cell(int f, int g) const { return cells_[index(f, g)]; }
  Cell total() const {
    Cell t;
    for_each([&](int, int, const Cell& c) { t.add(c); });
    return t;
  }
  template <class F> void for_each(F&& visit) const {
    for (int f = 0; f < families; ++f)
      for (int g = f; g < families; ++g) visit(f, g, cell(f, g));
  }

 private:
  static std::size_t index(int f, int g) { return static_cast<std::size_t>(f * families + g); }
  Cell& at(int f, int g) { return cells_[index(f, g)]; }
  std::array<Cell, families * families> cells_{};
};

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0e", x);
  std::string s(text);
  if (const auto e = s.find("e-0"); e != std::string::npos) s.erase(e + 2, 1);
  return x == 0 ? "0" : s;
}
std::string whole(double x) { return std::to_string(std::lround(x)); }
std::string title(int f) { return std::string(name(static_cast<Family>(f))); }

template <Scalar T>
void table(const Matrix<T>& matrix, const std::string& heading, const std::function<std::string(const Cell&)>& entry) {
  std::cout << "\n### " << heading << "\n\n|";
  for (int g = 0; g < families; ++g) std::cout << " | " << title(g);
  std::cout << " |\n|---|";
  for (int g = 0; g < families; ++g) std::cout << "---|";
  std::cout << '\n';
  for (int f = 0; f < families; ++f) {
    std::cout << "| " << title(f);
    for (int g = 0; g < families; ++g) std::cout << " | " << (g < f ? "" : entry(matrix.cell(f, g)));
    std::cout << " |\n";
  }
}

template <Scalar T> void summary(const Matrix<T>& matrix, const char* scalar) {
  const Cell t = matrix.total();
  double low = 100, high = 0;
  matrix.for_each(
      [&](int, int, const Cell& c) { low = std::min(low, c.hit_rate()), high = std::max(high, c.hit_rate()); });
  std::cout << "| " << scalar << " | " << t.pairs << " | " << number(t.error) << " | " << number(t.gap) << " | "
            << t.wrong_booleans << " | " << t.broken_bounds << " | " << t.stalled << " | " << whole(low) << " to "
            << whole(high) << " % | " << number(t.oracle_gap) << " |\n";
}

/// Cells with unexpected results, one line each. Counts those that break a promise: a stalled query reports itself.
template <Scalar T> int exceptions(const Matrix<T>& matrix, const char* scalar) {
  int listed = 0, broken = 0;
  matrix.for_each([&](int f, int g, const Cell& c) {
    const bool one_sided = c.hit_rate() < 20 || c.hit_rate() > 80;
    if (c.wrong_booleans + c.broken_bounds + c.stalled == 0 && !one_sided) return;
    broken += c.wrong_booleans + c.broken_bounds > 0 || one_sided;
    std::cout << (listed++ == 0 ? "\n" : "") << "- " << scalar << ", " << title(f) << " and " << title(g) << ": " << c
              << ", " << whole(c.hit_rate()) << " % hit\n";
  });
  return broken;
}

int write(int pairs) {
  const Matrix<double> in_double(pairs);
  const Matrix<float> in_float(pairs);
  std::cout
      << "# Accuracy\n\n"
      << "The default `contact`, `distance` and `intersects` on random pairs, against an oracle in long double that\n"
      << "shares no code with tactus (`tests/oracle/smooth_distance.h`). Written by a program; do not edit:\n\n"
      << "```sh\ncmake --build --preset release --target tactus_accuracy\n"
      << "build/release/bench/tactus_accuracy " << pairs << " > docs/accuracy.md\n```\n\n"
      << pairs << " pairs per cell, with centers drawn so that about half of them intersect; seed " << seed(0, 0)
      << " + " << families << "·row + column. Default options: tolerance " << number(default_tolerance<double>)
      << " in double, " << number(double(default_tolerance<float>)) << " in float.\n\n"
      << "- **Error**: how far `contact().distance` lies outside the oracle's bounds; 0 is within them.\n"
      << "- **Gap**: `upper - lower`, what the answer itself claims to be uncertain by, rounding included.\n"
      << "- Both are the worst of the cell, relative to max(size, |distance|) as in [the contract](contract.md).\n"
      << "- **Wrong booleans**: `intersects` wrong where the true distance exceeds 1e-9 of the size (float: 2e-5),\n"
      << "  or the sign of `distance` or `contact` where it exceeds twice the tolerance.\n"
      << "- **Broken bounds**: the truth not between `lower` and `upper`.\n"
      << "- **Stalled**: the query itself says that its bounds have not met; its error is in the tables like any "
         "other.\n\n"
      << "| scalar | pairs | worst error | worst gap | wrong booleans | broken bounds | stalled | hits per cell | "
         "oracle's own gap |\n"
      << "|---|---|---|---|---|---|---|---|---|\n";
  summary(in_double, "double");
  summary(in_float, "float");
  const int broken = exceptions(in_double, "double") + exceptions(in_float, "float");
  if (broken == 0) std::cout << "\nNo cell has a wrong boolean or a broken bound.\n";
  const auto error = [](const Cell& c) { return number(c.error); };
  const auto gap = [](const Cell& c) { return number(c.gap); };
  table(in_double, "Worst error, double", error);
  table(in_double, "Worst certified gap, double", gap);
  table(in_float, "Worst error, float", error);
  table(in_float, "Worst certified gap, float", gap);
  return broken == 0 ? 0 : 1;
}

}  // namespace
}  // namespace tactus::testing

int main(int argc, char** argv) {
  const int pairs = argc > 1 ? std::atoi(argv[1]) : 300;
  if (argc > 2 || pairs < 1) {
    std::cerr << "usage: tactus_accuracy [pairs per cell = 300] > docs/accuracy.md\n";
    return 2;
  }
  return tactus::testing::write(pairs);
}
