/// Soft contacts with sub-steps. A contact is a spring and damper so stiff that it is solved implicitly: it undoes an
/// overlap at a rate of its own, and its bias would leave a body with the speed of that motion; so each sub-step ends
/// with a pass without bias, which takes that speed away again. Small steps do more for stiff heaps than iterations.
/// [Catto, Soft constraints, GDC 2011; Macklin et al., Small steps in physics simulation, 2019]
#include <sim/rigid/bounces.h>
#include <sim/rigid/integrate.h>
#include <sim/rigid/solver.h>
#include <tactus/core/reject.h>

namespace tactus::sim::rigid {

namespace {

/// With a = 2ζ + hω and c = hω·a: bias rate ω/a, mass scale c/(1 + c), impulse scale 1/(1 + c).
template <Scalar T> struct Softness {
  T bias_rate, mass_scale, impulse_scale;

  Softness(T frequency, T damping_ratio, T h) {
    const T omega = T(2) * pi<T> * frequency, a = T(2) * damping_ratio + h * omega, c = h * omega * a;
    bias_rate = omega / a, mass_scale = c / (T(1) + c), impulse_scale = T(1) / (T(1) + c);
  }
};

template <Scalar T> class SoftSolver final : public Solver<T> {
 public:
  explicit SoftSolver(const SoftOptions<T>& options) : options_(options) {
    if (options.sub_steps < 1) reject("SoftOptions: sub_steps = ", options.sub_steps, "; at least 1 is wanted");
    if (!(options.frequency > T(0))) reject("SoftOptions: frequency = ", options.frequency, " is not positive");
    if (!(options.damping_ratio >= T(0)))
      reject("SoftOptions: damping_ratio = ", options.damping_ratio, " is negative");
    if (!(options.push_out > T(0))) reject("SoftOptions: push_out = ", options.push_out, " is not positive");
  }

  void step(StepProblem<T>& problem) override {
    const T h = problem.dt / T(options_.sub_steps);
    const T frequency = min(options_.frequency, T(0.25) / h);
    // Against what cannot give way, twice as stiff: it carries all that lies above.
    const Softness<T> among_bodies(frequency, options_.damping_ratio, h),
        on_ground(T(2) * frequency, options_.damping_ratio, h);
    for (int i = 0; i < options_.sub_steps; ++i) {
      integrate_velocities(problem, h);
      bounce_all(problem, h);
      for (const ContactPair<T>& pair : problem.pairs)
        for (const PointRow<T>& p : problem.points_of(pair))
          warm_start(problem.bodies[pair.a], problem.bodies[pair.b], pair, p);
      solve<true>(problem, h, among_bodies, on_ground);
      integrate_positions(problem, h);
      solve<false>(problem, h, among_bodies, on_ground);
      for (PointRow<T>& p : problem.points) p.total += p.normal_impulse;
    }
  }

 private:
  /// One pass over all contacts: friction first, since what must not overlap has the last word.
  template <bool with_bias>
  void solve(StepProblem<T>& problem, T h, const Softness<T>& among_bodies, const Softness<T>& on_ground) {
    for (const ContactPair<T>& pair : problem.pairs) {
      SolverBody<T> a = problem.bodies[pair.a], b = problem.bodies[pair.b];
      const bool grounded = a.inverse_mass == T(0) || b.inverse_mass == T(0);
      const Softness<T>& soft = grounded ? on_ground : among_bodies;
      for (PointRow<T>& p : problem.points_of(pair)) solve_friction(a, b, pair, p);
      for (PointRow<T>& p : problem.points_of(pair)) {
        const T gap = separation_now(a, b, p, pair.normal);
        T bias = T(0), mass_scale = T(1), impulse_scale = T(0);
        if (gap > T(0)) {
          bias = gap / h;  // it may close the gap, and no more
        } else if (with_bias) {
          bias = max(soft.bias_rate * gap, -options_.push_out * pair.size);
          mass_scale = soft.mass_scale, impulse_scale = soft.impulse_scale;
        }
        const T speed = dot(pair.normal, relative_velocity(a, b, p));
        const T wanted =
            p.normal_impulse - p.normal_mass * mass_scale * (speed + bias) - impulse_scale * p.normal_impulse;
        const T impulse = max(T(0), wanted);
        apply(a, b, p, pair.normal * (impulse - p.normal_impulse));
        p.normal_impulse = impulse;
      }
      store(problem.bodies[pair.a], a), store(problem.bodies[pair.b], b);
    }
  }

  static void store(SolverBody<T>& body, const SolverBody<T>& solved) {
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
