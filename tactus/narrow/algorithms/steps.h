// SPDX-License-Identifier: MIT
#pragma once
/// steps() of narrow/steps.h, compiled by algorithms/steps_float.cpp and algorithms/steps_double.cpp.
#include <tactus/core/reject.h>
#include <tactus/narrow/algorithms/closing_steps.h>
#include <tactus/narrow/algorithms/refusal.h>
#include <tactus/narrow/support_walk.h>
#include <tactus/narrow/swept_gjk.h>
#include <tactus/simplex/johnson.h>
#include <tactus/simplex/voronoi.h>

namespace tactus::narrow {

namespace {

/// The input of a run, and its output.
template <Scalar T> struct Recording {
  const Shape<T>&a, &b;
  const Pose<T>& x_ab;
  const Options<T>& options;
  Recorder<T> trace;
  PairCache<T>* cache = nullptr;

  MinkowskiPair<Shape<T>, Shape<T>, T> pair() const { return {a, b, x_ab}; }
};

/// The answer of `intersects`, which has no distance.
template <Scalar T> Contact<T> verdict(bool hit) {
  Contact<T> c;
  c.status = hit ? Status::overlapping : Status::separated;
  c.distance = hit ? T(0) : infinity<T>;
  c.lower = hit ? -infinity<T> : T(0), c.upper = hit ? T(0) : infinity<T>;
  return c;
}

template <template <class> class Method, Scalar T> Contact<T> record_gjk(const Recording<T>& r) {
  const Contact<T> c = gjk::distance<Method>(r.a, r.b, r.x_ab, r.options, r.cache, r.trace);
  add_end_of_gjk<Method>(r.trace.steps(), r.pair(), r.options, c);
  return c;
}

/// With the steps of EPA if the cores overlap.
template <Scalar T> Contact<T> after_epa(const Recording<T>& r, const Contact<T>& c) {
  add_end_of_gjk<simplex::Incremental>(r.trace.steps(), r.pair(), r.options, c);
  add_supports(r.trace.steps(), r.pair());
  return c;
}

template <Scalar T> Contact<T> record_vclip(const Recording<T>& r) {
  return of_polyhedra(r.a, r.b, [&](auto& a, auto& b) {
    const Contact<T> c = vclip::contact(a, b, r.x_ab, r.options, r.cache, r.trace);
    add_end_of_vclip(r.trace.steps(), vclip::distance(a, b, r.x_ab, r.options), c);
    return c;
  });
}

/// The axes tried, and GJK's steps from the best of them if it separates the shapes.
template <Scalar T> Contact<T> record_sat(const Recording<T>& r) {
  const PolytopeOf<T> of_a(r.a), of_b(r.b);
  if (of_a.empty() || of_b.empty() || !is_valid(r.x_ab)) return invalid_contact<T>();
  sat::Search<T, Recorder<T>> search(of_a.view(), of_b.view(), r.x_ab, T(0), r.trace);
  const sat::Axis<T> axis = search.minimum();
  if (axis.depth < T(0)) {
    PairCache<T> from_axis;
    from_axis.directions[0] = axis.normal, from_axis.count = 1;
    gjk::distance(r.a, r.b, r.x_ab, r.options, &from_axis, r.trace);
  }
  return sat::contact(r.a, r.b, r.x_ab, r.options);
}

template <Scalar T> struct Recorded {
  std::string_view name, question;
  Contact<T> (*run)(const Recording<T>&);
};

/// The names are those of the list of algorithms.
template <Scalar T>
constexpr Recorded<T> recorded[] = {
    {"gjk", "distance", record_gjk<simplex::Incremental, T>},
    {"gjk, signed volumes", "distance", record_gjk<simplex::SignedVolumes, T>},
    {"gjk, Johnson", "distance", record_gjk<simplex::Johnson, T>},
    {"gjk, Voronoi", "distance", record_gjk<simplex::Voronoi, T>},
    {"sa_gjk", "intersects",
     [](const auto& r) { return verdict<T>(sa_gjk::intersects(r.a, r.b, r.x_ab, r.options, r.cache, r.trace)); }},
    {"swept_gjk", "contact",
     [](const auto& r) {
       return after_epa(
           r, swept_gjk::contact(r.a, r.b, r.x_ab, r.options.max_distance / T(2), r.options, r.cache, r.trace));
     }},
    {"epa", "contact",
     [](const auto& r) { return after_epa(r, epa::contact(r.a, r.b, r.x_ab, r.options, r.cache, r.trace)); }},
    {"mpr", "contact", [](const auto& r) { return mpr::contact(r.a, r.b, r.x_ab, r.options, r.cache, r.trace); }},
    {"support_walk", "contact",
     [](const auto& r) { return support_walk::contact(r.a, r.b, r.x_ab, r.options, r.cache, true, r.trace); }},
    {"sat", "contact", record_sat<T>},
    {"vclip", "contact", record_vclip<T>},
    {"enhanced_gjk", "distance",
     [](const auto& r) {
       return enhanced_gjk::distance(hull_of(r.a), hull_of(r.b), r.x_ab, r.options, r.cache, r.trace);
     }},
    {"lin_canny", "distance",
     [](const auto& r) {
       return lin_canny::distance(hull_of(r.a), hull_of(r.b), r.x_ab, r.options, r.cache, r.trace);
     }},
};

template <Scalar T> std::string all_names() {
  std::string all;
  for (const Recorded<T>& r : recorded<T>) all += (all.empty() ? "" : "; ") + std::string(r.name);
  return all;
}

}  // namespace

template <Scalar T> std::vector<std::string_view> names_with_steps() {
  std::vector<std::string_view> names;
  for (const Recorded<T>& r : recorded<T>) names.push_back(r.name);
  return names;
}

template <Scalar T>
Steps<T> steps(std::string_view name, const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab,
               const Options<T>& options) {
  const auto* which = std::find_if(std::begin(recorded<T>), std::end(recorded<T>),
                                   [&](const Recorded<T>& r) { return r.name == name; });
  if (which == std::end(recorded<T>)) reject("steps: '", name, "' records no steps; these do: ", all_names<T>());
  const Algorithm<T>& algorithm = *find_algorithm<T>(name);
  if (!algorithm.accepts(a, b)) reject("steps: ", refusal(algorithm, a, b));
  require_valid("steps", "x_ab", x_ab);
  require_valid("steps", options);
  Steps<T> run{std::string(name), std::string(which->question), {}, {}};
  run.answer = which->run({a, b, x_ab, options, Recorder<T>(run.steps)});
  if (algorithm.domain == Domain::polyhedra || algorithm.domain == Domain::hulls) add_corners(run.steps, a, b, x_ab);
  return run;
}

}  // namespace tactus::narrow

/// Compiled for one scalar.
#define TACTUS_STEPS(T)                                                                                  \
  namespace tactus::narrow {                                                                             \
  template TACTUS_API std::vector<std::string_view> names_with_steps<T>();                               \
  template TACTUS_API Steps<T> steps(std::string_view, const Shape<T>&, const Shape<T>&, const Pose<T>&, \
                                     const Options<T>&);                                                 \
  }
