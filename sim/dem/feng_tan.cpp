// SPDX-License-Identifier: MIT
#include <sim/dem/feng_tan.h>
#include <sim/dem/sizes.h>
#include <tactus/core/reject.h>
#include <tactus/shape/generators.h>

#include <cmath>

namespace tactus::sim::dem {

namespace {

constexpr double packing = 0.5;  // assumed solid share of a loose heap; it sets the size of the box
constexpr double drop = 1.0;  // metres per second, downwards
constexpr double injection_period = 0.1;
constexpr double gravity = 9.81;
constexpr double step_part = 0.5;  // of the critical step
constexpr double spread = 0.3, spin = 3;  // of a new particle: metres per second, radians per second

/// A kind: its shape of circumscribed radius 1, and its share.
struct KindChoice {
  const char *name, *proportions;
  double share_1, share_2;  // in Simulation I and II; 0: not in it
  Shape<double> (*unit)();
};
const KindChoice kind_choices[] = {
    {"P5", "square pyramid, half width 0.9, height 1.6", 0.35, 0.3,
     [] { return Shape<double>(generate::square_pyramid(0.9, 1.6)); }},
    {"P16", "octagonal prism, radius 1, height 1.6", 0.35, 0.4,
     [] { return Shape<double>(generate::octagonal_prism(1.0, 1.6)); }},
    {"F16", "octagonal frustum, radii 1 and 0.6, height 1.6", 0.3, 0,
     [] { return Shape<double>(generate::octagonal_frustum(1.0, 0.6, 1.6)); }},
    {"S", "sphere, radius 0.9", 0, 0.3, [] { return Shape<double>(Sphere<double>{0.9}); }}};

void check(const FengTanOptions& o, int particles) {
  if (particles < 1 || particles > 10'000'000)
    reject("feng_tan: ", particles, " particles; 1 to ten million are required");
  if (!(o.seconds > 0) || !std::isfinite(o.seconds)) reject("feng_tan: ", o.seconds, " s; a positive time is required");
  if (!(o.size > 0) || !std::isfinite(o.size)) reject("feng_tan: size ", o.size, " m; it must be positive");
  if (!(o.least > 0 && o.least <= 1)) reject("feng_tan: least = ", o.least, "; above 0 and at most 1 is required");
  if (!(o.overlap > 0 && o.overlap < 1))
    reject("feng_tan: overlap = ", o.overlap, " of a radius; above 0 and below 1 is required; 0.05 is usual");
}

/// A floor, four walls, and above them the region of injection.
void add_box(Simulation<double>& s, double half, double height) {
  const double t = half;  // so thick that no particle comes out on the other side
  s.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}, .name = "floor"});
  for (const double side : {-1., 1.}) {
    s.add_wall({.shape = Box<double>{{t, half + 2 * t, height}},
                .pose = translation(side * (half + t), 0., height),
                .name = "wall"});
    s.add_wall({.shape = Box<double>{{half + 2 * t, t, height}},
                .pose = translation(0., side * (half + t), height),
                .name = "wall"});
  }
}

/// Values that follow from the options, computed before the simulation is made.
struct Design {
  int particles = 0, per_period = 0;
  std::vector<ParticleKind<double>> kinds;
  std::vector<double> weights;  // of the kinds
  double half = 0, top = 0, region = 0;  // of the box: half its width, where the region of injection begins, its height
  double impact = 0;  // metres per second, of a particle that falls from the top to the floor
  double stiffness = 0;
  double at_rest = 0;  // overlap of a particle under the weight of the column above it, relative to its radius
};

/// How far a damped spring is compressed, in units of v sqrt(m/k).
double damped_part(double restitution) {
  const double ratio = damping_ratio(restitution);
  return ratio < 1 ? std::exp(-ratio / std::sqrt(1 - ratio * ratio) * std::acos(ratio)) : std::exp(-1.);
}

Design design(const FengTanOptions& o, bool spheres) {
  Design d;
  d.particles = o.particles != 0 ? o.particles : spheres ? 5500 : 5000;
  check(o, d.particles);
  const auto sizes = uniform_sizes(o.least * o.size, o.size, 8);
  for (const KindChoice& kind : kind_choices) {
    const double share = spheres ? kind.share_2 : kind.share_1;
    if (!(share > 0)) continue;
    d.kinds.push_back({.name = kind.name, .sizes = sized(kind.unit(), sizes), .density = o.density});
    d.weights.push_back(share);
  }

  double volume = 0, total = 0, largest = 0;  // volume: the mean of a particle; largest: radius
  for (std::uint32_t k = 0; k < d.kinds.size(); ++k)
    for (const auto& [shape, share] : d.kinds[k].sizes) {
      const Grain<double> grain = make_grain(shape, o.density, k, share);
      volume += d.weights[k] * share * grain.mass / grain.density, total += d.weights[k] * share;
      largest = std::max(largest, grain.radius);
    }
  volume /= total;
  d.half = std::max(4 * o.size, std::cbrt(2 * d.particles * volume / packing) / 2);
  const double heap = d.particles * volume / packing / (4 * d.half * d.half);
  d.top = heap + 4 * o.size;
  // The particles of one period must find room, so the region is so large that they fill a fiftieth of it.
  const double periods = std::max(1.0, std::round(o.seconds * 0.98 / injection_period));
  d.per_period = static_cast<int>(std::ceil(d.particles / periods));
  d.region = std::max(4 * o.size, d.per_period * volume * 50 / (4 * d.half * d.half));

  // m/r² of a grain is density 4/3 π r: the largest grain needs the stiffest spring.
  d.impact = std::sqrt(drop * drop + 2 * gravity * (d.top + d.region));
  const double mass_by_square = o.density * 4 / 3 * pi<double> * largest;
  const double wanted = mass_by_square * square(d.impact * damped_part(o.restitution) / o.overlap);
  d.stiffness = o.stiffness != 0 ? o.stiffness : wanted;
  d.at_rest = o.density * packing * gravity * heap * pi<double> * largest / d.stiffness;
  return d;
}

std::unique_ptr<Simulation<double>> make(const FengTanOptions& o, bool spheres) {
  const Design d = design(o, spheres);
  SimulationOptions<double> options;
  options.gravity = {0, 0, -gravity};
  options.time_step = o.time_step, options.step_part = step_part, options.threads = o.threads;
  options.law = LinearLaw<double>{
      .stiffness = d.stiffness, .restitution = o.restitution, .friction = o.friction, .deepest_only = o.deepest_only};
  auto s = std::make_unique<Simulation<double>>(options);
  for (const ParticleKind<double>& kind : d.kinds) s->add_kind(kind);
  add_box(*s, d.half, (d.top + d.region) / 2 + o.size);
  s->add_injection({.region = {{-d.half, -d.half, d.top}, {d.half, d.half, d.top + d.region}},
                    .kind_weights = d.weights,
                    .per_period = d.per_period,
                    .period = injection_period,
                    .end = o.seconds,
                    .most = static_cast<std::uint64_t>(d.particles),
                    .velocity = {0, 0, -drop},
                    .spread = spread,
                    .spin = spin,
                    .seed = o.seed});
  return s;
}

}  // namespace

std::unique_ptr<Simulation<double>> feng_tan_1(const FengTanOptions& options) { return make(options, false); }
std::unique_ptr<Simulation<double>> feng_tan_2(const FengTanOptions& options) { return make(options, true); }

std::vector<double> feng_tan_stages(const FengTanOptions& o) {
  return {o.seconds * 0.25, o.seconds * 0.5, o.seconds * 0.75, o.seconds};
}

std::vector<std::pair<std::string, std::string>> feng_tan_choices(const Simulation<double>& s,
                                                                  const FengTanOptions& o) {
  const auto text = [](auto... parts) {
    std::ostringstream out;
    (out << ... << parts);
    return out.str();
  };
  const double critical = s.critical_step();
  const double step = s.time_step() > 0 ? s.time_step() : s.options().step_part * critical;
  const Aabb<double> wall = s.wall(1).shape.aabb(s.wall_pose(1));
  const bool spheres = s.kind_name(2) == "S";
  const Design d = design(o, spheres);
  std::string kinds;
  for (const KindChoice& kind : kind_choices)
    if (const double share = spheres ? kind.share_2 : kind.share_1; share > 0)
      kinds += text(kinds.empty() ? "" : "; ", kind.name, " ", 100 * share, " %: ", kind.proportions);
  return {
      {"kinds", kinds + ", times the size"},
      {"sizes", text("", o.least * o.size, " to ", o.size, " m, evenly, in 8 classes")},
      {"box", text(-2 * wall.max.x, " m wide, ", wall.max.z, " m high")},
      {"injection", text("every ", injection_period, " s, falling at ", drop, " m/s, random rotations")},
      {"velocity spread", text("up to ", spread, " m/s more, in any direction")},
      {"spin", text("up to ", spin, " rad/s, about any axis")},
      {"seed", text(o.seed)},
      {"density", text(o.density, " kg/m3")},
      {"stiffness",
       text(d.stiffness, " N/m at each ", o.deepest_only ? "pair" : "contact point", ", 2/7 of it across")},
      {"overlap", text("a fall to ", d.impact, " m/s ends ", o.stiffness != 0 ? "as the stiffness says" : "within ",
                       o.stiffness != 0 ? "" : text(o.overlap, " of the radius"), "; at rest about ", d.at_rest,
                       " under the heap")},
      {"damping", text("restitution ", o.restitution, " of two spheres")},
      {"friction", text(o.friction)},
      {"time step", text(step, " s; critical: ", critical, " s")},
      {"integrator", "leapfrog"},
      {"broad phase", "the world's automatic choice; a pair is counted if its boxes overlap"},
      {"first direction", "the line of centres; as published: random"},
      {"EPA tolerance", text(default_tolerance<double>, " of the size; polyhedra: until the support point repeats")},
      {"update", "a support point that GJK asks for, the first one not counted; as published: with the first"},
      {"EPA iteration", "a face at which EPA asks for a support point, the last one included"},
      {"stages",
       text("at ", o.seconds * 0.25, ", ", o.seconds * 0.5, ", ", o.seconds * 0.75, " and ", o.seconds, " s")}};
}

}  // namespace tactus::sim::dem
