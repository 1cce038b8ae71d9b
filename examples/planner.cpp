// SPDX-License-Identifier: MIT
// A small motion planner: an arm of three links looks for a way from one side of some pillars to the other, by a
// rapidly growing random tree [LaValle 1998]. Every edge of the tree is checked at many configurations at a time, by
// batch::Bodies. Samples do not prove what is between them: the way that was found is certified as motions of the links,
// by time_of_impact. Draws it as planner.svg into the folder given (here, if none is).
#include <tactus/batch/bodies.h>
#include <tactus/tactus.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace tactus::f64;
using tactus::batch::Bodies;

constexpr std::size_t joints = 3;
constexpr double length = 1.0, thickness = 0.08, step = 0.15;
using Joints = std::array<double, joints>;  // angles, each relative to the link before

/// Splitmix64: the same way on every machine.
struct Random {
  std::uint64_t state = 7;
  double uniform(double low, double high) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return low + (high - low) * (static_cast<double>((z ^ z >> 31) >> 11) * 0x1p-53);
  }
};

struct Pillar {
  double x, y, half;
};
const std::vector<Pillar> pillars = {{1.9, 0.9, 0.25}, {2.3, 0.0, 0.2}, {0.3, 2.3, 0.25}, {-0.9, 1.9, 0.25}};

/// The arm turns in the plane z = 0; a link's frame is at its middle, x along it.
std::array<Pose, joints> link_poses(const Joints& q) {
  std::array<Pose, joints> poses;
  double angle = 0, x = 0, y = 0;
  for (std::size_t link = 0; link < joints; ++link) {
    angle += q[link];
    const double dx = std::cos(angle) * length, dy = std::sin(angle) * length;
    poses[link] = translation(x + dx / 2, y + dy / 2, 0.0) * rotation_z(angle);
    x += dx, y += dy;
  }
  return poses;
}
void append_poses(const Joints& q, std::vector<Pose>& poses) {
  for (const Pose& pose : link_poses(q)) poses.push_back(pose);
}

const Capsule link_shape{.radius = thickness, .half_height = length / 2};
const Pose along_link = rotation_y(std::acos(0.0));  // a capsule's axis is z; the link's is x
const HalfSpace wall{.normal = {0, 1, 0}, .offset = -1.6};  // below

Bodies<double> make_arm() {
  std::vector<tactus::batch::LinkShape<double>> shapes;
  for (std::uint32_t link = 0; link < joints; ++link) shapes.push_back({link, link_shape, along_link});
  std::vector<tactus::batch::Obstacle<double>> obstacles;
  for (const Pillar& p : pillars) obstacles.push_back({Box{.half = {p.half, p.half, 1.0}}, translation(p.x, p.y, 0.0)});
  obstacles.push_back({wall, {}});
  Bodies<double> arm(shapes, obstacles, joints);
  arm.check_all_links_but_neighbours();
  return arm;
}

double distance_between(const Joints& p, const Joints& q) {
  double sum = 0;
  for (std::size_t i = 0; i < joints; ++i) sum += (p[i] - q[i]) * (p[i] - q[i]);
  return std::sqrt(sum);
}
Joints between(const Joints& p, const Joints& q, double t) {
  Joints r;
  for (std::size_t i = 0; i < joints; ++i) r[i] = p[i] + (q[i] - p[i]) * t;
  return r;
}

class Planner {
 public:
  explicit Planner(const Bodies<double>& arm) : arm_(arm) {}

  /// All configurations of an edge in one call. (Between two of them the tip moves less than the arm is thick.)
  bool free(const Joints& from, const Joints& to) {
    constexpr std::size_t samples = 16;
    poses_.clear();
    for (std::size_t i = 1; i <= samples; ++i) append_poses(between(from, to, double(i) / samples), poses_);
    touching_.resize(samples);
    arm_.any_contact(poses_, touching_);
    checked_ += samples;
    for (const std::uint8_t hit : touching_)
      if (hit) return false;
    return true;
  }

  std::vector<Joints> path(const Joints& start, const Joints& goal) {
    nodes_ = {{start, 0}};
    Random random;
    for (int i = 0; i < 20000; ++i) {
      Joints target = goal;
      if (i % 10 != 0)
        for (double& angle : target) angle = random.uniform(-3.1, 3.1);
      std::size_t nearest = 0;
      for (std::size_t k = 1; k < nodes_.size(); ++k)
        if (distance_between(nodes_[k].at, target) < distance_between(nodes_[nearest].at, target)) nearest = k;
      const double far = distance_between(nodes_[nearest].at, target);
      const Joints next = far <= step ? target : between(nodes_[nearest].at, target, step / far);
      if (!free(nodes_[nearest].at, next)) continue;
      nodes_.push_back({next, nearest});
      if (distance_between(next, goal) == 0) return traced();
    }
    return {};
  }
  std::size_t nodes() const { return nodes_.size(); }
  std::size_t checked() const { return checked_; }

 private:
  struct Node {
    Joints at;
    std::size_t parent;
  };
  std::vector<Joints> traced() const {
    std::vector<Joints> way;
    for (std::size_t k = nodes_.size() - 1; k != 0; k = nodes_[k].parent) way.insert(way.begin(), nodes_[k].at);
    way.insert(way.begin(), nodes_[0].at);
    return way;
  }
  const Bodies<double>& arm_;
  std::vector<Node> nodes_;
  std::vector<Pose> poses_;
  std::vector<std::uint8_t> touching_;
  std::size_t checked_ = 0;
};

/// A link while all joints turn at constant speeds: a BoundedMotion. It turns about its joint, which the links before it
/// carry along, each at most as fast as its own length turns.
struct LinkMotion {
  using Scalar = double;
  Joints from, to;
  std::size_t link;
  Vec3 pivot{0, 0, -length / 2};  // the joint, in the capsule's frame

  Pose at(double t) const { return link_poses(between(from, to, t))[link] * along_link; }
  tactus::SpeedBound<double> speed(const Vec3& n, double, double) const {
    const double flat = std::hypot(n.x, n.y);  // all velocities lie in the plane, the axis is across it
    double along = 0, turning = 0;
    for (std::size_t i = 0; i <= link; ++i) {
      if (i > 0) along += std::abs(turning) * length;
      turning += to[i] - from[i];
    }
    return {along * flat, std::abs(turning) * flat};
  }
};

/// Is an edge free, every moment of it: of the pillars, the wall, and the first link of the last?
bool certified(const Joints& from, const Joints& to) {
  const auto none = [](const Impact& impact) { return impact.status == tactus::MotionStatus::none; };
  for (std::size_t link = 0; link < joints; ++link) {
    const LinkMotion motion{from, to, link};
    for (const Pillar& p : pillars)
      if (!none(time_of_impact(link_shape, motion, Box{.half = {p.half, p.half, 1.0}},
                               at_rest(translation(p.x, p.y, 0.0)))))
        return false;
    if (!none(time_of_impact(link_shape, motion, wall, at_rest(Pose{})))) return false;
  }
  return none(time_of_impact(link_shape, LinkMotion{from, to, 0}, link_shape, LinkMotion{from, to, 2}));
}

void draw(const std::vector<Joints>& way, const std::string& file) {
  std::ofstream svg(file);
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-3.2 -3.2 6.4 5.2\" width=\"800\">\n"
      << "<style>@media (prefers-color-scheme:dark){svg{filter:invert(.93) hue-rotate(180deg)}}</style>\n"
      << "<rect x=\"-3.2\" y=\"-3.2\" width=\"6.4\" height=\"5.2\" fill=\"white\"/>\n"
      << "<rect x=\"-3.2\" y=\"1.6\" width=\"6.4\" height=\"0.4\" fill=\"#999\"/>\n";
  for (const Pillar& p : pillars)
    svg << "<rect x=\"" << p.x - p.half << "\" y=\"" << -p.y - p.half << "\" width=\"" << 2 * p.half << "\" height=\""
        << 2 * p.half << "\" fill=\"#999\"/>\n";
  for (std::size_t k = 0; k < way.size(); ++k) {
    const int shade = static_cast<int>(200.0 * double(k) / double(way.size()));
    double angle = 0, x = 0, y = 0;
    svg << "<polyline fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-width=\"" << 2 * thickness
        << "\" stroke=\"rgb(" << shade << ",80," << 200 - shade << ")\" stroke-opacity=\"0.3\" points=\"0,0";
    for (const double turn : way[k]) {
      angle += turn, x += std::cos(angle) * length, y += std::sin(angle) * length;
      svg << ' ' << x << ',' << -y;
    }
    svg << "\"/>\n";
  }
  svg << "</svg>\n";
}

}  // namespace

int main(int argc, char** argv) {
  const Bodies<double> arm = make_arm();
  const Joints start{-0.5, 0.2, 0.2}, goal{2.6, 0.2, -0.2};
  Planner planner(arm);
  const std::vector<Joints> way = planner.path(start, goal);
  if (way.empty()) {
    std::cerr << "no way was found\n";
    return 1;
  }
  // How near does it come to anything?
  std::vector<Pose> poses;
  for (const Joints& q : way) append_poses(q, poses);
  std::vector<tactus::batch::NearestPair<double>> nearest(way.size());
  arm.least_distance(poses, nearest);
  double least = nearest[0].contact.distance;
  for (const auto& n : nearest) least = std::min(least, n.contact.distance);
  std::cout << "a way of " << way.size() << " configurations, after " << planner.nodes() << " nodes and "
            << planner.checked() << " checks; nothing comes nearer than " << least << '\n';
  std::size_t free_edges = 0;
  for (std::size_t k = 1; k < way.size(); ++k) free_edges += certified(way[k - 1], way[k]);
  std::cout << free_edges << " of its " << way.size() - 1 << " edges are certified free from end to end\n";
  draw(way, (argc > 1 ? std::string(argv[1]) : std::string(".")) + "/planner.svg");
  return least > 0 && free_edges + 1 == way.size() ? 0 : 1;
}

// Output:
// a way of 67 configurations, after 644 nodes and 18416 checks; nothing comes nearer than 0.0117085
// 66 of its 66 edges are certified free from end to end
// Draws planner.svg: 67 polyline
