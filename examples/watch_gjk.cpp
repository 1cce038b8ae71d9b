// SPDX-License-Identifier: MIT
// Watch an algorithm work: every step on two shapes of yours, printed and drawn as SVG.
//   watch_gjk [ALGORITHM [FILE.svg [NEARER]]]     ALGORITHM: gjk (default), epa, mpr, sa_gjk, sat, vclip, lin_canny, ...
// NEARER multiplies the distance of B: at 0.5 these shapes overlap. EPA, which measures overlaps, expands only then.
// V-Clip takes boxes and hulls, Lin-Canny hulls. In a project of your own, link tactus::study.
// Each panel shows the Minkowski difference A - B (grey), the origin (+), and in it the simplex, portal or polytope of
// that step (blue), its point or triangle nearest the origin (green), and the support point or direction tried next (red).
// The shapes intersect if the origin lies in the difference. Panels of V-Clip and Lin-Canny, which walk over features, show
// A and B instead, and the feature of each (red). The answer's normal lies in the plane of the picture, so a gap can be seen.
#include <tactus/narrow/steps.h>
#include <tactus/tactus.h>

#include <fstream>
#include <iostream>
#include <sstream>

using namespace tactus::f64;

// Your own shapes: change these lines.
const Shape shape_a = Box{.half = {1.0, 0.7, 0.5}};
const Shape shape_b = Cylinder{.radius = 0.5, .half_height = 0.8};
const Pose pose_b = translation(1.9, 1.2, 0.6) * rotation_x(0.7);  // in the frame of A

namespace {

constexpr double panel = 240;

// The point of a shape that is farthest along a direction, with its ball.
Vec3 farthest(const Shape& s, const Pose& pose, const Vec3& d) {
  const Vec3 own = transposed_times(pose.rotation, d);
  return pose * (s.support(own) + own * (s.radius() / norm(own)));
}

class Drawing {
 public:
  Drawing(std::ostream& svg, std::size_t panels, const Pose& x_ab, const Vec3& normal)
      : svg_(svg), across_(normal), up_(tactus::tangent_frame(normal).u) {
    constexpr int directions = 180;
    for (int i = 0; i < directions; ++i) {
      const double angle = 2 * pi * i / directions;
      const Vec3 d = across_ * std::cos(angle) + up_ * std::sin(angle);
      a_.push_back(farthest(shape_a, Pose{}, d)), b_.push_back(farthest(shape_b, x_ab, d));
      difference_.push_back(a_.back() - farthest(shape_b, x_ab, -d));
    }
    const std::size_t rows = (panels + 3) / 4;
    svg_ << "<svg xmlns='http://www.w3.org/2000/svg' width='" << 4 * panel << "' height='"
         << panel * static_cast<double>(rows) << "' font-family='sans-serif' font-size='12'>\n"
         << "<style>@media (prefers-color-scheme:dark){svg{filter:invert(.93) hue-rotate(180deg)}}</style>\n"
         << "<rect width='100%' height='100%' fill='white'/>\n";
  }
  ~Drawing() { svg_ << "</svg>\n"; }

  void add(const tactus::narrow::Step<double>& step, std::size_t number) {
    svg_ << "<g transform='translate(" << panel * static_cast<double>(number % 4) << ' '
         << panel * static_cast<double>(number / 4) << ")'>\n";
    if (!step.corners_a.empty())
      draw_features(step);
    else
      draw_in_difference(step);
    svg_ << "<text x='8' y='16'>" << number + 1 << ": " << step.stage << "</text>\n</g>\n";
  }

 private:
  void draw_features(const tactus::narrow::Step<double>& step) {
    look_at({a_, b_});
    for (const auto* outline : {&a_, &b_}) polygon(*outline, "#eeeeee", "#999999");
    for (const auto* corners : {&step.corners_a, &step.corners_b}) {
      polygon(*corners, "#cc331144", "#cc3311");
      for (const Vec3& p : *corners) dot_at(p, "#cc3311");
    }
  }
  void draw_in_difference(const tactus::narrow::Step<double>& step) {
    look_at({difference_, {Vec3{}}});
    polygon(difference_, "#eeeeee", "#999999");
    for (const auto& t : step.triangles) {
      const bool nearest = step.nearest_triangle && &t == &at(step.triangles, *step.nearest_triangle);
      polygon({at(step.points, t[0]), at(step.points, t[1]), at(step.points, t[2])},
              nearest ? "#22883366" : "#4477aa22", "#4477aa");
    }
    if (step.triangles.empty())
      for (const Vec3& p : step.points)
        for (const Vec3& q : step.points) line(p, q, "#4477aa");
    for (const Vec3& p : step.points) dot_at(p, "#4477aa");
    if (step.nearest) line({}, *step.nearest, "#228833"), dot_at(*step.nearest, "#228833");
    if (step.support) dot_at(*step.support, "#cc3311");
    if (step.points.empty() && step.direction) line({}, *step.direction * (reach_ / 4), "#cc3311");
    svg_ << "<text x='" << x_of({}) << "' y='" << y_of({}) + 4 << "' text-anchor='middle'>+</text>";
  }
  // Fits the points into the panel.
  void look_at(std::initializer_list<std::vector<Vec3>> all) {
    Vec3 low = Vec3{1, 1, 1} * tactus::infinity<double>, high = -low;
    for (const auto& points : all)
      for (const Vec3& p : points) {
        const Vec3 flat{dot(p, across_), dot(p, up_), 0.0};
        low = min(low, flat), high = max(high, flat);
      }
    middle_ = (low + high) * 0.5;
    reach_ = std::max(high.x - low.x, high.y - low.y);
  }
  template <class T> static const T& at(const std::vector<T>& list, int i) { return list[static_cast<std::size_t>(i)]; }
  double scaled(double x) const { return x / reach_ * 0.8 * panel; }
  double x_of(const Vec3& p) const { return panel / 2 + scaled(dot(p, across_) - middle_.x); }
  double y_of(const Vec3& p) const { return panel / 2 - scaled(dot(p, up_) - middle_.y); }
  void polygon(const std::vector<Vec3>& points, const char* fill, const char* stroke) {
    svg_ << "<polygon fill='" << fill << "' stroke='" << stroke << "' points='";
    for (const Vec3& p : points) svg_ << x_of(p) << ',' << y_of(p) << ' ';
    svg_ << "'/>\n";
  }
  void line(const Vec3& p, const Vec3& q, const char* stroke) {
    svg_ << "<line x1='" << x_of(p) << "' y1='" << y_of(p) << "' x2='" << x_of(q) << "' y2='" << y_of(q) << "' stroke='"
         << stroke << "'/>\n";
  }
  void dot_at(const Vec3& p, const char* fill) {
    svg_ << "<circle cx='" << x_of(p) << "' cy='" << y_of(p) << "' r='3' fill='" << fill << "'/>\n";
  }

  std::ostream& svg_;
  Vec3 across_, up_;  // the plane of the picture
  std::vector<Vec3> a_, b_, difference_;  // outlines
  Vec3 middle_{};
  double reach_ = 1;
};

}  // namespace

int main(int argc, char** argv) try {
  double nearer = 1;
  if (argc > 3 && !(std::istringstream(argv[3]) >> nearer))
    throw std::invalid_argument(std::string("NEARER must be a number, not ") + argv[3]);
  const Pose x_ab{pose_b.rotation, pose_b.translation * nearer};
  const auto run = tactus::narrow::steps<double>(argc > 1 ? argv[1] : "gjk", shape_a, shape_b, x_ab);
  std::cout.precision(4);
  for (std::size_t i = 0; i < run.steps.size(); ++i)
    std::cout << i + 1 << ' ' << run.steps[i].stage << ": " << run.steps[i].words << '\n';
  std::cout << run.answer.status;
  if (run.question != "intersects") std::cout << ", distance " << run.answer.distance;
  std::cout << '\n';
  if (argc <= 2) return 0;
  std::ofstream file(argv[2]);
  {
    Drawing drawing(file, run.steps.size(), x_ab, run.answer.normal);
    for (std::size_t i = 0; i < run.steps.size(); ++i) drawing.add(run.steps[i], i);
  }
  if (!file.flush()) throw std::runtime_error(std::string("cannot write ") + argv[2]);
} catch (const std::exception& e) {
  std::cerr << e.what() << '\n';
  return 1;
}

// Output of gjk gjk.svg:
// 1 gjk: The simplex is a point, 0.756384 from the origin (upper bound); the support plane is at -0.858379 (lower bound).
// 2 gjk: The simplex is a segment, 0.614927 from the origin (upper bound); the support plane is at 0.206073 (lower bound).
// 3 gjk: The simplex is a segment, 0.516382 from the origin (upper bound); the support plane is at 0.490348 (lower bound).
// 4 gjk: The simplex is a segment, 0.510351 from the origin (upper bound); the support plane is at 0.502251 (lower bound).
// 5 gjk: The simplex is a triangle, 0.508263 from the origin (upper bound); the support plane is at 0.498425 (lower bound).
// 6 gjk: The simplex is a segment, 0.505316 from the origin (upper bound); the support plane is at 0.504749 (lower bound).
// 7 gjk: The simplex is a triangle, 0.505173 from the origin (upper bound); the support plane is at 0.504074 (lower bound).
// 8 gjk: The simplex is a segment, 0.504855 from the origin (upper bound); the support plane is at 0.504793 (lower bound).
// 9 gjk: The simplex is a segment, 0.504841 from the origin (upper bound); the support plane is at 0.504795 (lower bound).
// 10 gjk: The simplex is a triangle, 0.504829 from the origin (upper bound); the support plane is at 0.504818 (lower bound).
// 11 gjk: The simplex is a segment, 0.504823 from the origin (upper bound); the support plane is at 0.504822 (lower bound).
// separated, distance 0.5048
// Draws gjk.svg: 11 g

// Output of epa epa.svg 0.5:
// 1 gjk: The simplex is a point, 0.978905 from the origin (upper bound); the support plane is at -2.99716 (lower bound).
// 2 gjk: The simplex is a segment, 0.238006 from the origin (upper bound); the support plane is at -1.7749 (lower bound).
// 3 gjk: The simplex is a triangle, 0.0131626 from the origin (upper bound); the support plane is at -2.00609 (lower bound).
// 4 gjk: The tetrahedron contains the origin: the shapes overlap.
// 5 epa: The polytope has 4 faces. The nearest is 0.0131626 from the origin; the best support plane is 1.15022 away.
// 6 epa: The polytope has 6 faces. The nearest is 0.213857 from the origin; the best support plane is 1.05012 away.
// 7 epa: The polytope has 8 faces. The nearest is 0.361954 from the origin; the best support plane is 1.05012 away.
// 8 epa: The polytope has 10 faces. The nearest is 0.456326 from the origin; the best support plane is 0.85027 away.
// 9 epa: The polytope has 12 faces. The nearest is 0.46861 from the origin; the best support plane is 0.669144 away.
// 10 epa: The polytope has 14 faces. The nearest is 0.511456 from the origin; the best support plane is 0.600785 away.
// 11 epa: The polytope has 16 faces. The nearest is 0.54357 from the origin; the best support plane is 0.599314 away.
// 12 epa: The polytope has 18 faces. The nearest is 0.544986 from the origin; the best support plane is 0.558789 away.
// 13 epa: The polytope has 20 faces. The nearest is 0.546734 from the origin; the best support plane is 0.553749 away.
// 14 epa: The polytope has 22 faces. The nearest is 0.549643 from the origin; the best support plane is 0.553073 away.
// 15 epa: The polytope has 24 faces. The nearest is 0.549988 from the origin; the best support plane is 0.550005 away.
// 16 epa: The polytope has 26 faces. The nearest is 0.54999 from the origin; the best support plane is 0.550005 away.
// 17 epa: The polytope has 28 faces. The nearest is 0.549994 from the origin; the best support plane is 0.550005 away.
// 18 epa: The polytope has 30 faces. The nearest is 0.549999 from the origin; the best support plane is 0.550005 away.
// 19 epa: The polytope has 32 faces. The nearest is 0.55 from the origin; the best support plane is 0.55 away.
// overlapping, distance -0.55
// Draws epa.svg: 19 g
