// SPDX-License-Identifier: MIT
/// The thesis' solver. Contacts are collisions: impulses are applied repeatedly until no contact point approaches, or a
/// number of iterations is used up. These impulses do not treat overlap: a contact graph is built from the ground up,
/// and along it each pair is projected apart by a fraction of its overlap, moving only the upper body. All velocities
/// are damped. Because contacts are collisions, bodies creep down slopes.  [Olvång 2010, §4.2]
///
/// differs from [Olvång 2010, §4.2]: the step begins with its number 2, the collisions (the same loop, cut elsewhere);
/// a point with a gap may close it, because here contacts are found before they touch; the thesis does not specify
/// friction, damping or fraction: ThesisOptions does.
#include <sim/rigid/bounces.h>
#include <sim/rigid/contact_graph.h>
#include <sim/rigid/integrate.h>
#include <sim/rigid/solver.h>
#include <tactus/core/reject.h>

namespace tactus::sim::rigid {

namespace {

template <Scalar T> class ThesisSolver final : public Solver<T> {
 public:
  explicit ThesisSolver(const ThesisOptions<T>& options) : options_(options) {
    if (options.iterations < 1) reject("ThesisOptions: iterations = ", options.iterations, "; at least 1 is required");
    if (!(options.projection >= T(0) && options.projection <= T(1)))
      reject("ThesisOptions: projection = ", options.projection, " is not in [0, 1]");
    if (!(options.damping >= T(0))) reject("ThesisOptions: damping = ", options.damping, " is negative");
  }

  void step(StepProblem<T>& problem) override {
    integrate_velocities(problem, problem.dt);
    damp(problem);
    graph_.build(problem);
    rows_.make(problem);
    for (std::size_t i = 0; i < problem.pairs.size(); ++i)
      for (PointRow<T>& p : rows_.of(problem, i)) p.normal_impulse = p.impulse_u = p.impulse_v = T(0);
    bounces_.find(problem);
    bounces_.run(problem, rows_, problem.dt);
    bool approaching = true;
    for (int i = 0; approaching && i < options_.iterations; ++i) {
      approaching = false;
      for (const std::uint32_t pair : graph_.upwards()) approaching |= collide(problem, pair);
    }
    for (const std::uint32_t pair : graph_.upwards()) project(problem, pair);
    rows_.keep(problem);
    integrate_positions(problem, problem.dt);
  }

 private:
  void damp(StepProblem<T>& problem) const {
    const T kept = max(T(0), T(1) - options_.damping * problem.dt);
    for (SolverBody<T>& body : problem.bodies)
      if (body.inverse_mass > T(0)) body.velocity *= kept, body.angular_velocity *= kept;
  }

  /// Stops the approach at each point of a pair. Returns false if no point approached.
  bool collide(StepProblem<T>& problem, std::size_t i) {
    const ContactPair<T>& pair = problem.pairs[i];
    SolverBody<T>&a = problem.bodies[pair.a], &b = problem.bodies[pair.b];
    bool approaching = false;
    for (PointRow<T>& p : rows_.of(problem, i)) {
      const Vec3<T> velocity = relative_velocity(a, b, p);
      const T allowed = max(T(0), p.separation) / problem.dt;
      const T impulse = -p.normal_mass * (dot(pair.normal, velocity) + allowed);
      if (!(impulse > T(0))) continue;
      const auto [u, v] = in_cone(-p.tangent_mass * dot(velocity, pair.tangent_u),
                                  -p.tangent_mass * dot(velocity, pair.tangent_v), pair.friction * impulse);
      apply(a, b, p, pair.normal * impulse + pair.tangent_u * u + pair.tangent_v * v);
      p.normal_impulse += impulse, p.impulse_u += u, p.impulse_v += v;
      approaching = true;
    }
    return approaching;
  }

  /// Moves the destination by a fraction of the remaining overlap; two bodies of the same level each by half of that.
  void project(StepProblem<T>& problem, std::size_t i) {
    const ContactPair<T>& pair = problem.pairs[i];
    SolverMotion<T>&a = problem.motions[pair.a], &b = problem.motions[pair.b];
    T deepest = T(0);
    for (const PointRow<T>& p : rows_.of(problem, i)) deepest = min(deepest, separation_now(a, b, p, pair.normal));
    const Vec3<T> apart = pair.normal * (-deepest * options_.projection);
    const std::uint32_t level_a = graph_.level(pair.a), level_b = graph_.level(pair.b);
    const T share_b = level_b > level_a ? T(1) : level_b < level_a ? T(0) : T(0.5);
    a.moved -= apart * (T(1) - share_b);
    b.moved += apart * share_b;
  }

  ThesisOptions<T> options_;
  ContactGraph graph_;
  Rows<T> rows_;
  Bounces<T> bounces_;
};

}  // namespace

template <Scalar T> std::unique_ptr<Solver<T>> make_thesis_solver(const ThesisOptions<T>& options) {
  return std::make_unique<ThesisSolver<T>>(options);
}
template std::unique_ptr<Solver<float>> make_thesis_solver(const ThesisOptions<float>&);
template std::unique_ptr<Solver<double>> make_thesis_solver(const ThesisOptions<double>&);

}  // namespace tactus::sim::rigid
