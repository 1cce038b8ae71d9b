// SPDX-License-Identifier: MIT
/// Soft contacts with sub-steps. A contact is a spring and damper so stiff that it is solved implicitly: it removes an
/// overlap at a rate of its own. That would leave the bodies with the speed of this correction, so each sub-step ends
/// with passes without springs, which take that speed away again (relaxation). Small steps do more for stiff heaps than
/// iterations. [Catto, Soft constraints, GDC 2011; Macklin et al., Small steps in physics simulation, 2019]
///
/// Contacts are solved four or eight at a time (soft/kernels.h) in the order of their colours (soft/colors.h): so any number of
/// threads gives the same bytes.
#include <sim/rigid/bounces.h>
#include <sim/rigid/integrate.h>
#include <sim/rigid/soft/kernels.h>
#include <sim/rigid/solver.h>
#include <tactus/core/parallel.h>
#include <tactus/core/reject.h>

#include <algorithm>

#ifdef TACTUS_HAVE_WIDE_SOFT
extern "C" const tactus::sim::rigid::SoftKernels<double, 4> tactus_wide_soft_double;
extern "C" const tactus::sim::rigid::SoftKernels<double, 8> tactus_widest_soft_double;
#endif

namespace tactus::sim::rigid {

namespace {

SoftVectors widest_soft_vectors() {
#ifdef TACTUS_HAVE_WIDE_SOFT
  if (__builtin_cpu_supports("avx512f")) return SoftVectors::avx512;
  if (__builtin_cpu_supports("avx2")) return SoftVectors::avx2;
#endif
  return SoftVectors::plain;
}
SoftVectors allowed_soft_vectors = SoftVectors::avx512;  // less only in tests

/// W contacts side by side.
template <Scalar T, std::uint32_t W> class SoftSolver final : public Solver<T> {
 public:
  SoftSolver(const SoftOptions<T>& options, const SoftKernels<T, W>& kernels) : options_(options), kernels_(kernels) {
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
    const SoftPass<T> soft{h, Softness<T>::of(frequency, options_.damping_ratio, h), options_.rounds};
    begin(problem);
    for (int i = 0; i < options_.sub_steps; ++i) {
      for_each_body(problem, [&](std::size_t k) { accelerate(problem, k, h); });
      bounces_.run(problem, bounce_rows_, h);
      for_each_body(problem, [&](std::size_t k) { push_again(problem, k); });
      if (i == 0) for_each_contact(problem, [&](auto& c, auto* p) { kernels_.warm_start(problem, c, p); });
      for_each_contact(problem, [&](auto& c, auto* p) { kernels_.solve(problem, soft, c, p, roll_of(c)); });
      move(problem, h);
      for (int k = 0; k < options_.relaxations; ++k) {
        const SoftPass<T> pass{h, {}, options_.rounds, k == 0, k + 1 == options_.relaxations};
        for_each_contact(problem, [&](auto& c, auto* p) { kernels_.solve(problem, pass, c, p, roll_of(c)); });
      }
    }
    keep(problem);
  }

 private:
  struct Speeds {
    Vec3<T> linear{}, angular{};

    Speeds() = default;
    explicit Speeds(const SolverBody<T>& body) : linear(body.velocity), angular(body.angular_velocity) {}
    Speeds& operator+=(const Speeds& s) { return linear += s.linear, angular += s.angular, *this; }
    Speeds& operator-=(const Speeds& s) { return linear -= s.linear, angular -= s.angular, *this; }
  };

  void begin(StepProblem<T>& problem) {
    pushed_.assign(problem.bodies.size(), {});
    for (std::size_t i = 0; i < pushed_.size(); ++i) pushed_[i] -= Speeds(problem.bodies[i]);
    bounces_.find(problem);
    bounce_rows_.make(problem, bounces_.pairs());
    colors_.build(problem, W);
    const auto groups = colors_.groups();
    contacts_.resize(groups.size());
    std::uint32_t points = 0, rolls = 0;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      contacts_[i].first_point = points, contacts_[i].count = groups[i].count;
      contacts_[i].roll = resists_rolling(problem, groups[i]) ? ++rolls : 0;
      points += groups[i].count;
    }
    points_.resize(points), rolls_.resize(rolls);
    tactus::detail::parallel_for(groups.size(), threads_for(groups.size(), 512 / W, problem.threads),
                                 [&](std::size_t i) {
                                   kernels_.prepare(problem, groups[i], options_.push_out, contacts_[i],
                                                    &points_[contacts_[i].first_point], roll_of(contacts_[i]));
                                 });
  }

  static bool resists_rolling(const StepProblem<T>& problem, const PairGroup& group) {
    bool some = false;
    for (std::uint32_t lane = 0; lane < group.size; ++lane) some |= problem.pairs[group.pairs[lane]].rolling_arm > T(0);
    return some;
  }
  RollLanes<T, W>* roll_of(const ContactLanes<T, W>& c) { return c.roll > 0 ? &rolls_[c.roll - 1] : nullptr; }

  template <class F> void for_each_body(const StepProblem<T>& problem, F&& f) const {
    const std::size_t count = problem.bodies.size() - 1;
    tactus::detail::parallel_for(count, threads_for(count, 2048, problem.threads), [&](std::size_t i) { f(i + 1); });
  }
  /// One colour after the other; contacts of one colour in any order.
  template <class F> void for_each_contact(const StepProblem<T>& problem, F&& f) {
    const auto starts = colors_.starts();
    for (std::size_t color = 0; color + 1 < starts.size(); ++color) {
      const std::size_t count = starts[color + 1] - starts[color];
      tactus::detail::parallel_for(count, threads_for(count, 512 / W, problem.threads), [&](std::size_t i) {
        ContactLanes<T, W>& c = contacts_[starts[color] + i];
        f(c, &points_[c.first_point]);
      });
    }
  }

  void accelerate(StepProblem<T>& problem, std::size_t k, T h) {
    SolverBody<T>& body = problem.bodies[k];
    pushed_[k] += Speeds(body);
    body.velocity += problem.motions[k].acceleration * h;
    body.angular_velocity += problem.motions[k].angular_acceleration * h;
  }
  /// Applies all impulses of the last sub-step again, as the recorded change of each body's velocity.
  void push_again(StepProblem<T>& problem, std::size_t k) {
    SolverBody<T>& body = problem.bodies[k];
    body.velocity += pushed_[k].linear, body.angular_velocity += pushed_[k].angular;
    pushed_[k] -= Speeds(body);
  }
  void move(StepProblem<T>& problem, T h) {
    constexpr std::size_t block = 16;
    const std::size_t count = problem.bodies.size();
    tactus::detail::parallel_for(
        (count + block - 1) / block, threads_for(count, 2048, problem.threads), [&](std::size_t i) {
          const std::size_t first = std::max<std::size_t>(1, i * block), end = std::min(count, (i + 1) * block);
          for (std::size_t k = first; k < end; ++k) pushed_[k] += Speeds(problem.bodies[k]);
          kernels_.move(problem, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end), h);
          for (std::size_t k = first; k < end; ++k) pushed_[k] -= Speeds(problem.bodies[k]);
        });
  }

  /// Copies the impulses back into the points.
  void keep(StepProblem<T>& problem) {
    const auto groups = colors_.groups();
    tactus::detail::parallel_for(
        groups.size(), threads_for(groups.size(), 512 / W, problem.threads),
        [&](std::size_t i) { kernels_.keep(problem, groups[i], contacts_[i], &points_[contacts_[i].first_point]); });
    for (const std::uint32_t i : bounces_.pairs())
      for (std::size_t k = 0; k < problem.pairs[i].count; ++k)
        problem.points_of(i)[k].impulse.total += bounce_rows_.of(problem, i)[k].total;
  }

  SoftOptions<T> options_;
  const SoftKernels<T, W>& kernels_;
  Colors colors_;
  std::vector<ContactLanes<T, W>> contacts_;  // one for each group of the colours
  std::vector<PointLanes<T, W>> points_;
  std::vector<RollLanes<T, W>> rolls_;
  /// The change of each body's velocities by all contacts in the last sub-step. Within a sub-step: the velocities at its
  /// start.
  std::vector<Speeds> pushed_;
  Bounces<T> bounces_;
  Rows<T> bounce_rows_;
};

}  // namespace

SoftVectors use_soft_vectors(SoftVectors most) {
  allowed_soft_vectors = most;
  return std::min(most, widest_soft_vectors());
}

/// With the loops for the widest vectors that the processor has. All give the same answers, bit by bit (soft/vectors.h).
template <Scalar T> std::unique_ptr<Solver<T>> make_soft_solver(const SoftOptions<T>& options) {
#ifdef TACTUS_HAVE_WIDE_SOFT
  if constexpr (std::same_as<T, double>) {
    const SoftVectors vectors = std::min(allowed_soft_vectors, widest_soft_vectors());
    if (vectors == SoftVectors::avx512)
      return std::make_unique<SoftSolver<double, 8>>(options, tactus_widest_soft_double);
    if (vectors == SoftVectors::avx2) return std::make_unique<SoftSolver<double, 4>>(options, tactus_wide_soft_double);
  }
#endif
  return std::make_unique<SoftSolver<T, width<T>>>(options, soft_kernels<T>);
}
template std::unique_ptr<Solver<float>> make_soft_solver(const SoftOptions<float>&);
template std::unique_ptr<Solver<double>> make_soft_solver(const SoftOptions<double>&);

}  // namespace tactus::sim::rigid
