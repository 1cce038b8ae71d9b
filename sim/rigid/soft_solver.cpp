/// Soft contacts with sub-steps. A contact is a spring and damper so stiff that it is solved implicitly: it removes an
/// overlap at its own rate. That would leave the bodies with the speed of this correction, so each sub-step ends with
/// passes without springs, which remove that speed again (relaxation). Small steps help stiff heaps more than
/// iterations. [Catto, Soft constraints, GDC 2011; Macklin et al., Small steps in physics simulation, 2019]
#include <sim/rigid/bounces.h>
#include <sim/rigid/integrate.h>
#include <sim/rigid/solver.h>
#include <tactus/core/reject.h>

namespace tactus::sim::rigid {

namespace {

/// With ω = 2πf, a = 2ζ + hω and c = hω·a: an overlap is removed at the rate ω/a, by the part c/(1 + c) of the mass,
/// and the part 1/(1 + c) of the impulse is released.
template <Scalar T> struct Softness {
  T rate{}, mass_scale{1}, impulse_scale{};

  static Softness of(T frequency, T damping_ratio, T h) {
    const T omega = T(2) * pi<T> * frequency, a = T(2) * damping_ratio + h * omega, c = h * omega * a;
    return {omega / a, c / (T(1) + c), T(1) / (T(1) + c)};
  }
};

template <Scalar T> class SoftSolver final : public Solver<T> {
 public:
  explicit SoftSolver(const SoftOptions<T>& options) : options_(options) {
    if (options.sub_steps < 1) reject("SoftOptions: sub_steps = ", options.sub_steps, "; at least 1 is required");
    if (options.relaxations < 1) reject("SoftOptions: relaxations = ", options.relaxations, "; at least 1 is required");
    if (options.rounds < 1) reject("SoftOptions: rounds = ", options.rounds, "; at least 1 is required");
    if (!(options.frequency > T(0))) reject("SoftOptions: frequency = ", options.frequency, " is not positive");
    if (!(options.damping_ratio >= T(0)))
      reject("SoftOptions: damping_ratio = ", options.damping_ratio, " is negative");
    if (!(options.push_out > T(0))) reject("SoftOptions: push_out = ", options.push_out, " is not positive");
  }

  void step(StepProblem<T>& problem) override {
    const T h = problem.dt / T(options_.sub_steps);
    const T frequency = min(options_.frequency, T(0.25) / h);
    const Softness<T> soft = Softness<T>::of(frequency, options_.damping_ratio, h), rigid{};
    for (int i = 0; i < options_.sub_steps; ++i) {
      integrate_velocities(problem, h);
      bounce_all(problem, h);
      for (const ContactPair<T>& pair : problem.pairs)
        for (const PointRow<T>& p : problem.points_of(pair))
          warm_start(problem.bodies[pair.a], problem.bodies[pair.b], pair, p);
      solve_all(problem, h, soft);
      integrate_positions(problem, h);
      measure_gaps(problem);
      for (int k = 0; k < options_.relaxations; ++k) solve_all(problem, h, rigid);
      for (PointRow<T>& p : problem.points) p.total += p.normal_impulse;
    }
  }

 private:
  static void measure_gaps(StepProblem<T>& problem) {
    for (const ContactPair<T>& pair : problem.pairs)
      for (PointRow<T>& p : problem.points_of(pair))
        p.gap = separation_now(problem.motions[pair.a], problem.motions[pair.b], p, pair.normal);
  }

  /// One pass over all contacts; contacts with many points get several rounds while the two bodies are in the cache.
  /// Friction comes first, so that the non-penetration constraints are solved last.
  void solve_all(StepProblem<T>& problem, T h, const Softness<T>& soft) const {
    for (const ContactPair<T>& pair : problem.pairs) {
      SolverBody<T> a = problem.bodies[pair.a], b = problem.bodies[pair.b];
      const T fastest = options_.push_out * pair.size;
      const int rounds = pair.count > 2 ? options_.rounds : 1;
      for (int round = 0; round < rounds; ++round) {
        for (PointRow<T>& p : problem.points_of(pair)) solve_friction(a, b, pair, p);
        for (PointRow<T>& p : problem.points_of(pair)) solve_normal(a, b, pair, p, h, soft, fastest);
      }
      keep_velocities(problem.bodies[pair.a], a), keep_velocities(problem.bodies[pair.b], b);
    }
  }

  static void solve_normal(SolverBody<T>& a, SolverBody<T>& b, const ContactPair<T>& pair, PointRow<T>& p, T h,
                           const Softness<T>& soft, T fastest) {
    const T gap = p.gap;
    const T speed = normal_speed(a, b, p, pair.normal);
    T impulse;
    if (gap > T(0)) {  // it may be closed, but not more
      impulse = p.normal_impulse - p.normal_mass * (speed + gap / h);
    } else {
      const T bias = max(soft.rate * gap, -fastest);
      impulse = p.normal_impulse * (T(1) - soft.impulse_scale) - p.normal_mass * soft.mass_scale * (speed + bias);
    }
    impulse = max(T(0), impulse);
    if (impulse == p.normal_impulse) return;  // true for most separated points
    apply_normal(a, b, p, pair.normal, impulse - p.normal_impulse);
    p.normal_impulse = impulse;
  }

  static void keep_velocities(SolverBody<T>& body, const SolverBody<T>& solved) {
    body.velocity = solved.velocity, body.angular_velocity = solved.angular_velocity;
  }

  SoftOptions<T> options_;
};

}  // namespace

template <Scalar T> std::unique_ptr<Solver<T>> make_soft_solver(const SoftOptions<T>& options) {
  return std::make_unique<SoftSolver<T>>(options);
}
template std::unique_ptr<Solver<float>> make_soft_solver(const SoftOptions<float>&);
template std::unique_ptr<Solver<double>> make_soft_solver(const SoftOptions<double>&);

}  // namespace tactus::sim::rigid
