#pragma once
/// Shared by the experiments of [Mirtich 1997, §6]: his four objects, his motion, the contestants, and small tools.
#include <tactus/narrow/default.h>
#include <tactus/narrow/enhanced_gjk.h>
#include <tactus/narrow/lin_canny.h>
#include <tactus/narrow/vclip.h>
#include <tactus/shape/generators.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::experiments {

using generate::Random;

// ---- objects and motion ---------------------------------------------------------------------------------------------

inline constexpr std::array<const char*, 4> object_names = {"cube", "icosahedron", "disk", "sphere"};
/// Two units wide each: the cube, the icosahedron, the disk of 60 sides and 10:1, the sphere of 642 vertices.
template <Scalar T> std::array<Hull<T>, 4> objects() {
  return {generate::cube<T>(), generate::icosahedron<T>(), generate::disk<T>(), generate::tessellated_sphere<T>()};
}

/// The moving object's path in Algorithm 9: each coordinate of its centre swings at its own phase, and it turns about a
/// fixed axis, all at ω degrees per step.
struct Path {
  double amplitude = 0;
  Vec3<double> phases, axis;

  Pose<double> at(double angle) const {
    const auto swing = [&](double phase) { return amplitude * std::cos(angle + phase); };
    return {from_axis_angle(axis, angle), {swing(phases.x), swing(phases.y), swing(phases.z)}};
  }
};

/// "A is chosen to avoid penetration" [ibid., Algorithm 9], which no amplitude does for all phases: with equal phases
/// the path runs through the origin. The centre comes as near as A √((3 - |Σ exp 2iδ|)/2); phases that make this root
/// less than 0.8 are drawn again, and A is chosen so that the bounding balls then just never meet.
inline Path random_path(Random& random, double bounding_radius) {
  for (;;) {
    Path path;
    path.phases = {random.uniform(0, 2 * pi<double>), random.uniform(0, 2 * pi<double>),
                   random.uniform(0, 2 * pi<double>)};
    path.axis = random.on_sphere();
    double real = 0, imaginary = 0;
    for (int i = 0; i < 3; ++i) real += std::cos(2 * path.phases[i]), imaginary += std::sin(2 * path.phases[i]);
    path.amplitude = 1.01 * (2 * bounding_radius) / 0.8;
    if (3 - std::hypot(real, imaginary) >= 1.28) return path;  // the root is at least 0.8
  }
}

/// `count` poses of the moving object, ω degrees apart.
inline std::vector<Pose<double>> poses_along(const Path& path, double degrees, int count) {
  std::vector<Pose<double>> poses;
  for (int i = 1; i <= count; ++i) poses.push_back(path.at(degrees * pi<double> / 180 * i));
  return poses;
}

// ---- contestants ----------------------------------------------------------------------------------------------------

template <Scalar T> struct Contestant {
  using Distance = Contact<T> (*)(const Hull<T>&, const Hull<T>&, const Pose<T>&, PairCache<T>*);
  const char* name;
  Distance distance;
};

/// First the three of the paper, then this library's GJK and its default.
template <Scalar T>
inline constexpr Contestant<T> contestants[] = {
    {"V-Clip", [](auto& a, auto& b, auto& x, auto* c) { return vclip::distance(a, b, x, Options<T>{}, c); }},
    {"Lin-Canny", [](auto& a, auto& b, auto& x, auto* c) { return lin_canny::distance(a, b, x, Options<T>{}, c); }},
    {"Enhanced GJK",
     [](auto& a, auto& b, auto& x, auto* c) { return enhanced_gjk::distance(a, b, x, Options<T>{}, c); }},
    {"GJK, warm", [](auto& a, auto& b, auto& x, auto* c) { return gjk::distance(a, b, x, Options<T>{}, c); }},
    {"GJK, cold", [](auto& a, auto& b, auto& x,
                     auto*) { return gjk::distance(a, b, x, Options<T>{}, static_cast<PairCache<T>*>(nullptr)); }},
    {"default", [](auto& a, auto& b, auto& x, auto* c) { return narrow::distance(a, b, x, Options<T>{}, c); }},
};
inline constexpr std::size_t paper_contestants = 3;

/// The distance and certified bounds of it.
struct Truth {
  double distance, lower, upper;
};
/// GJK in long double, no cache. If two kinds of features are equally near, its normal is only right to the square root
/// of the rounding, and so are its lower bound and this proof of 1e-8; its distance comes from the witness points and
/// is far better.
inline Truth true_distance(const Hull<long double>& a, const Hull<long double>& b, const Pose<double>& x) {
  const Contact<long double> c = gjk::distance(a, b, x.cast<long double>());
  if (!(c.upper - c.lower <= 1e-8L * std::max(1.0L, c.upper)))
    throw std::runtime_error("the reference did not converge");
  return {static_cast<double>(c.distance), static_cast<double>(c.lower), static_cast<double>(c.upper)};
}

// ---- tools ----------------------------------------------------------------------------------------------------------

/// Thread time: an interruption does not count as slowness.
inline double now_ns() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The number after an option such as --trials; the default if it is missing. Unknown options are reported.
class Arguments {
 public:
  Arguments(int count, char** values) : values_(values + 1, values + count) {}
  double number(std::string_view option, double otherwise) {
    known_.push_back(option);
    for (std::size_t i = 0; i + 1 < values_.size(); i += 2)
      if (values_[i] == option) return std::stod(values_[i + 1]);
    return otherwise;
  }
  std::string text(std::string_view option) {
    known_.push_back(option);
    for (std::size_t i = 0; i + 1 < values_.size(); i += 2)
      if (values_[i] == option) return values_[i + 1];
    return "";
  }
  void check() const {
    for (std::size_t i = 0; i < values_.size(); i += 2) {
      if (std::find(known_.begin(), known_.end(), values_[i]) != known_.end() && i + 1 < values_.size()) continue;
      std::string message = "unknown or incomplete option " + values_[i] + "; there are:";
      for (std::string_view o : known_) message += ' ' + std::string(o) + " N";
      throw std::invalid_argument(message);
    }
  }

 private:
  std::vector<std::string> values_;
  std::vector<std::string_view> known_;
};

/// On stderr, overwriting itself: stdout is the table.
inline void progress(const std::string& what, double done) {
  std::fprintf(stderr, "\r%s %3.0f %%%s", what.c_str(), 100 * done, done >= 1 ? "\n" : "");
  std::fflush(stderr);
}

inline std::string decimal(double x, int digits) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}
inline std::string scientific(double x) {
  char text[48];
  std::snprintf(text, sizeof text, "%.1e", x);
  return x == 0 ? "0" : text;
}

/// A row of a Markdown table.
inline void print_row(const std::vector<std::string>& cells) {
  std::cout << '|';
  for (const std::string& cell : cells) std::cout << ' ' << cell << " |";
  std::cout << '\n';
}
inline void print_header(const std::vector<std::string>& cells) {
  print_row(cells);
  std::cout << "|---";
  for (std::size_t i = 1; i < cells.size(); ++i) std::cout << "|---:";
  std::cout << "|\n";
}

/// main() of an experiment: an invalid option ends with one line.
template <class F> int run(int count, char** values, F&& experiment) try {
  Arguments arguments(count, values);
  experiment(arguments);
  return 0;
} catch (const std::exception& e) {
  std::cerr << e.what() << '\n';
  return 1;
}

}  // namespace tactus::experiments
