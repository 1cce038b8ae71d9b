#pragma once
/// steps() of narrow/steps.h, compiled by algorithms/steps_float.cpp and algorithms/steps_double.cpp.
#include <tactus/core/reject.h>
#include <tactus/narrow/algorithms/polyhedra.h>
#include <tactus/narrow/algorithms/recorder.h>
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
  return gjk::distance<Method>(r.a, r.b, r.x_ab, r.options, r.cache, r.trace);
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
       return swept_gjk::contact(r.a, r.b, r.x_ab, r.options.max_distance / T(2), r.options, r.cache, r.trace);
     }},
    {"epa", "contact", [](const auto& r) { return epa::contact(r.a, r.b, r.x_ab, r.options, r.cache, r.trace); }},
    {"mpr", "contact", [](const auto& r) { return mpr::contact(r.a, r.b, r.x_ab, r.options, r.cache, r.trace); }},
    {"support_walk", "contact",
     [](const auto& r) { return support_walk::contact(r.a, r.b, r.x_ab, r.options, r.cache, true, r.trace); }},
    {"sat", "contact", record_sat<T>},
    {"vclip", "contact",
     [](const auto& r) {
       return of_polyhedra(r.a, r.b,
                           [&](auto& a, auto& b) { return vclip::contact(a, b, r.x_ab, r.options, r.cache, r.trace); });
     }},
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
  if (!find_algorithm<T>(name)->accepts(a, b)) reject("steps: ", name, " does not take these shapes");
  require_valid("steps", "x_ab", x_ab);
  require_valid("steps", options);
  Steps<T> run{std::string(name), std::string(which->question), {}, {}};
  run.answer = which->run({a, b, x_ab, options, Recorder<T>(run.steps)});
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
