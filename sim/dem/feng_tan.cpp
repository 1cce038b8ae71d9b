#include <sim/dem/feng_tan.h>
#include <sim/dem/sizes.h>
#include <tactus/core/reject.h>
#include <tactus/shape/generators.h>

#include <cmath>

namespace tactus::sim::dem {

namespace {

constexpr double packing = 0.5;  // solid part of a loose heap, for the size of the box
constexpr double drop = 1.0;  // metres per second, downwards
constexpr double injection_period = 0.1;

void check(const FengTanOptions& o, int particles) {
  if (particles < 1 || particles > 10'000'000)
    reject("feng_tan: ", particles, " particles; 1 to ten million are wanted");
  if (!(o.seconds > 0) || !std::isfinite(o.seconds)) reject("feng_tan: ", o.seconds, " s; a positive time is wanted");
  if (!(o.size > 0) || !std::isfinite(o.size)) reject("feng_tan: size ", o.size, " m; it must be positive");
  if (!(o.least > 0 && o.least <= 1)) reject("feng_tan: least = ", o.least, "; above 0 and at most 1 is wanted");
}

/// A floor, four walls, and above them the region of injection.
void add_box(Simulation<double>& s, double half, double height) {
  const double t = half;  // thick: nobody comes out on the other side
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

std::unique_ptr<Simulation<double>> make(const FengTanOptions& o, bool spheres) {
  const int particles = o.particles > 0 ? o.particles : o.particles == 0 ? (spheres ? 5500 : 5000) : o.particles;
  check(o, particles);
  SimulationOptions<double> options;
  options.time_step = o.time_step, options.step_part = 0.2, options.threads = o.threads;
  options.law = LinearLaw<double>{
      .stiffness = o.stiffness, .restitution = o.restitution, .friction = o.friction, .deepest_only = o.deepest_only};
  auto s = std::make_unique<Simulation<double>>(options);
  const auto sizes = uniform_sizes(o.least * o.size, o.size, 8);
  const auto kind = [&](const char* name, const Shape<double>& unit) {
    s->add_kind({.name = name, .sizes = sized(unit, sizes), .density = o.density});
  };
  kind("P5", Shape<double>(generate::square_pyramid(0.9, 1.6)));
  kind("P16", Shape<double>(generate::octagonal_prism(1.0, 1.6)));
  if (spheres)
    kind("S", Shape<double>(Sphere<double>{0.9}));
  else
    kind("F16", Shape<double>(generate::octagonal_frustum(1.0, 0.6, 1.6)));
  const std::vector<double> weights = spheres ? std::vector{0.3, 0.4, 0.3} : std::vector{0.35, 0.35, 0.3};

  double volume = 0, total_weight = 0;  // of a particle, in the mean
  for (std::uint32_t g = 0; g < s->grains().size(); ++g) {
    const Grain<double>& grain = s->grains()[g];
    volume += weights[grain.kind] * grain.mass / grain.density, total_weight += weights[grain.kind];
  }
  volume /= total_weight;
  const double half = std::max(4 * o.size, std::cbrt(particles * volume / packing) / 2);
  const double top = 2 * half + 4 * o.size;  // of the heap, and some room
  // Those of one period must find room: in a region that is filled to a fiftieth.
  const double periods = std::max(1.0, std::round(o.seconds * 0.98 / injection_period));
  const int per_period = static_cast<int>(std::ceil(particles / periods));
  const double region = std::max(4 * o.size, per_period * volume * 50 / (4 * half * half));
  add_box(*s, half, (top + region) / 2 + o.size);
  s->add_injection({.region = {{-half, -half, top}, {half, half, top + region}},
                    .kind_weights = weights,
                    .per_period = per_period,
                    .period = injection_period,
                    .end = o.seconds,
                    .most = static_cast<std::uint64_t>(particles),
                    .velocity = {0, 0, -drop},
                    .spread = 0.3,
                    .spin = 3,
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
  return {{"sizes", text("radius ", o.least * o.size, " to ", o.size, " m, evenly, in 8 classes")},
          {"box", text(-2 * wall.max.x, " m wide, ", wall.max.z, " m high")},
          {"injection", text("every ", injection_period, " s, falling at ", drop, " m/s, random rotations")},
          {"density", text(o.density, " kg/m3")},
          {"stiffness",
           text(o.stiffness, " N/m at each ", o.deepest_only ? "pair" : "contact point", ", 2/7 of it across")},
          {"damping", text("restitution ", o.restitution, " of two spheres")},
          {"friction", text(o.friction)},
          {"time step", text(step, " s; critical: ", critical, " s")},
          {"integrator", "leapfrog"},
          {"stages",
           text("at ", o.seconds * 0.25, ", ", o.seconds * 0.5, ", ", o.seconds * 0.75, " and ", o.seconds, " s")}};
}

}  // namespace tactus::sim::dem
