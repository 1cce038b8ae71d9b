// SPDX-License-Identifier: MIT
#include <lab/mirtich/operations.h>
#include <tactus/math/counted.h>
#include <tactus/narrow/enhanced_gjk.h>
#include <tactus/narrow/lin_canny.h>
#include <tactus/narrow/vclip.h>
#include <tactus/simplex/johnson.h>

namespace tactus::lab::mirtich {

namespace {

using C = Counted<double>;
using Cache = PairCache<C>;

template <class F> double cost_of(F&& work) {
  const Tally before = tally();
  work();
  return static_cast<double>((tally() - before).with_comparisons());
}

/// Counts for `search` and `points`, started from the cache, which is not changed.
using Search = Operations (*)(const Hull<C>&, const Pose<C>&, const Cache&);

/// The walk as published: step by step, without the leap and without the detection of cycles. A walk that cycles is
/// stopped at the cap, and counted.
Operations search_vclip(const Hull<C>& hull, const Pose<C>& x, const Cache& cache) {
  Operations o;
  vclip::Walk walk(hull, hull, x);
  o.search = cost_of([&] {
    walk.start(cache.feature_a, cache.feature_b);
    auto outcome = vclip::Outcome::moved;
    for (int k = 0; outcome == vclip::Outcome::moved && k < most_steps; ++k)
      outcome = vclip::detail::step(walk.a, walk.b);
    o.capped = outcome == vclip::Outcome::moved ? 1 : 0;
  });
  o.points = o.search + cost_of([&] { (void)witness_of(walk.a, walk.b); });
  return o;
}

/// Lin-Canny's walk computes the closest points of every pair it visits.
Operations search_lin_canny(const Hull<C>& hull, const Pose<C>& x, const Cache& cache) {
  using namespace lin_canny;
  const Side<C> side_a{hull, nullptr}, side_b{hull, &x};
  const bool warm = exists(hull, cache.feature_a) && exists(hull, cache.feature_b);
  const FeaturePair first =
      warm ? FeaturePair{cache.feature_a, cache.feature_b} : FeaturePair{vertex_feature(0), vertex_feature(0)};
  Operations o;
  auto ending = Ending::closest;
  o.search = cost_of([&] { ending = walk(side_a, side_b, first, C(0), most_steps, NoTrace{}).ending; });
  o.capped = ending == Ending::cap || ending == Ending::cycle ? 1 : 0;
  o.points = o.search;
  return o;
}

/// With Johnson's sub-algorithm, as published; ours is simplex::Incremental.
Operations search_enhanced_gjk(const Hull<C>& hull, const Pose<C>& x, const Cache& cache) {
  using namespace enhanced_gjk;
  Operations o;
  const IndexedPair<Hull<C>, Hull<C>, C> pair(hull, hull, x, &cache);
  gjk::CoreDistance<C, simplex::Johnson> r{gjk::Simplex<C, simplex::Johnson>(MinkowskiVertex<C>{}, {})};
  o.search = cost_of([&] {
    r.simplex = start<simplex::Johnson>(pair, static_cast<const Cache*>(nullptr));
    NoTrace trace;
    gjk::iterate(r, pair, infinity<C>, Options<C>{}, trace);
  });
  o.points = o.search + cost_of([&] { (void)r.simplex.witness_a(), (void)r.simplex.witness_b(); });
  return o;
}

}  // namespace

std::array<Operations, paper_contestants> count_operations(const Hull<double>& hull,
                                                           std::span<const Pose<double>> poses) {
  constexpr Search searches[] = {search_vclip, search_lin_canny, search_enhanced_gjk};
  const Hull<C> counted = hull.cast<C>();
  std::array<Operations, paper_contestants> sums{};
  for (std::size_t k = 0; k < paper_contestants; ++k) {
    Cache cache;
    for (const Pose<double>& pose : poses) {
      const Pose<C> x = pose.cast<C>();
      const Operations o = searches[k](counted, x, cache);
      sums[k].search += o.search, sums[k].points += o.points, sums[k].capped += o.capped;
      sums[k].proof += cost_of([&] { contestants<C>()[k].distance(counted, counted, x, &cache); });
    }
  }
  return sums;
}

}  // namespace tactus::lab::mirtich
