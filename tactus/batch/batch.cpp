// SPDX-License-Identifier: MIT
#include <tactus/batch/driver.h>
#include <tactus/core/parallel.h>
#include <tactus/core/reject.h>

#include <algorithm>
#include <memory>

namespace tactus::batch {

namespace {

using detail::Query;

constexpr const char* names[] = {"batch::intersects", "batch::distance", "batch::contact"};

/// Bodies whose arrays have been checked.
template <Scalar T> struct Table {
  const Placed<T>& placed;
  std::vector<detail::LaneShape<T>> lanes;
  bool one_kind;  // all shapes are of one kind

  Table(const char* call, const char* name, const Placed<T>& p) : placed(p) {
    const std::size_t bodies = p.at.size();
    if (p.at.poses.empty() && p.at.positions.size() != p.at.rotations.size())
      reject(call, ": ", name, " has ", p.at.positions.size(), " positions and ", p.at.rotations.size(),
             " rotations; the counts must be equal");
    if (!p.at.poses.empty() && !(p.at.positions.empty() && p.at.rotations.empty()))
      reject(call, ": ", name, " has both poses and positions; give only one of them");
    if (p.shape_of.empty()) {
      if (bodies > 0 && p.shapes.size() != 1 && p.shapes.size() != bodies)
        reject(call, ": ", name, " has ", p.shapes.size(), " shapes for ", bodies,
               " bodies and no shape_of; one shape, or one for each body, is required");
    } else if (p.shape_of.size() != bodies) {
      reject(call, ": ", name, ".shape_of has ", p.shape_of.size(), " entries for ", bodies, " bodies");
    }
    const bool bad = !p.shape_of.empty() && detail::largest(p.shape_of) >= p.shapes.size();
    for (std::size_t i = 0; bad && i < p.shape_of.size(); ++i)
      if (p.shape_of[i] >= p.shapes.size())
        reject(call, ": ", name, ".shape_of[", i, "] = ", p.shape_of[i], ", but there are ", p.shapes.size(),
               " shapes");
    lanes = detail::lane_shapes(p.shapes);
    one_kind = !lanes.empty() &&
               std::all_of(lanes.begin(), lanes.end(), [&](const auto& s) { return s.kind == lanes[0].kind; });
  }
  std::size_t shape_of(std::size_t body) const {
    if (!placed.shape_of.empty()) return placed.shape_of[body];
    return placed.shapes.size() == 1 ? 0 : body;
  }
};

/// Throws unless the bodies of one side of all pairs exist.
void require_bodies(const char* call, const char* name, const Side& side, const Pairs& pairs, std::size_t bodies) {
  if (pairs.count == 0) return;
  const std::size_t row = pairs.row == 0 ? pairs.count : pairs.row;
  const std::size_t rows = (pairs.count - 1) / row, across = std::min(row, pairs.count) - 1;
  const std::size_t there = side.list.empty() ? bodies : side.list.size();
  const auto too_far = [&] {
    std::size_t down = 0, along = 0, last = 0;
    return __builtin_mul_overflow(rows, side.per_row, &down) || __builtin_mul_overflow(across, side.per_pair, &along) ||
           __builtin_add_overflow(down, along, &last) || __builtin_add_overflow(last, side.first, &last) ||
           last >= there;
  };
  if (too_far())
    reject(call, ": pairs.", name, " with its strides goes beyond the ", there,
           side.list.empty() ? " bodies" : " entries of its list");
  const bool bad = !side.list.empty() && detail::largest(side.list) >= bodies;
  for (std::size_t i = 0; bad && i < side.list.size(); ++i)
    if (side.list[i] >= bodies)
      reject(call, ": pairs.", name, ".list[", i, "] = ", side.list[i], ", but there are ", bodies, " bodies");
}

template <Scalar T> void require_room(const char* call, const Answers<T>& out, std::size_t count, Query query) {
  const auto check = [&](const char* name, std::size_t size, bool allowed) {
    if (size == 0) return;
    if (!allowed) reject(call, ": answers.", name, " must be empty: this query only answers touching and status");
    if (size != count) reject(call, ": answers.", name, " has ", size, " entries for ", count, " pairs");
  };
  const bool more = query != Query::intersects;
  check("touching", out.touching.size(), true), check("status", out.status.size(), true);
  check("distance", out.distance.size(), more), check("lower", out.lower.size(), more);
  check("upper", out.upper.size(), more), check("normal", out.normal.size(), more);
  check("point_a", out.point_a.size(), more), check("point_b", out.point_b.size(), more);
  check("feature_a", out.feature_a.size(), more), check("feature_b", out.feature_b.size(), more);
  check("contact", out.contact.size(), more), check("gradient", out.gradient.size(), more);
  check("derivative", out.derivative.size(), more);
}

/// Writes the requested fields of the answers to the caller's arrays. Field by field: each is a short loop.
template <Scalar T> class Writer final : public detail::Sink<T> {
 public:
  Writer(const Answers<T>& out, std::size_t first, Query query) : out_(out), first_(first), query_(query) {}

  void take(const detail::LaneAnswers<T>& r) override {
    // (Bytes may alias anything. So what the loop reads is copied first, and the compiler can use vectors.)
    put(out_.touching, r, [code = r.block.code](std::size_t i) { return std::uint8_t{code[i] == touch}; });
    put(out_.status, r, [&](std::size_t i) { return r.status(i); });
    put(out_.distance, r, [&](std::size_t i) { return r.distance(i); });
    put(out_.lower, r, [&](std::size_t i) { return r.lower(i); });
    put(out_.upper, r, [&](std::size_t i) { return r.upper(i); });
    put(out_.normal, r, [&](std::size_t i) { return r.normal(i); });
    put(out_.point_a, r, [&](std::size_t i) { return r.point_a(i); });
    put(out_.point_b, r, [&](std::size_t i) { return r.point_b(i); });
    put(out_.feature_a, r, [&](std::size_t i) { return r.feature(i, true); });
    put(out_.feature_b, r, [&](std::size_t i) { return r.feature(i, false); });
    put(out_.contact, r, [&](std::size_t i) { return r.contact(i); });
    put(out_.gradient, r,
        [&](std::size_t i) { return r.gave_up(i) ? ByPoses<Gradient<T>>{} : gradient_of(r.measured(i), r.pair(i)); });
    put(out_.derivative, r,
        [&](std::size_t i) { return r.gave_up(i) ? Derivative<T>{} : derivative_of(r.measured(i), r.pair(i)); });
  }
  void take(std::size_t key, const Contact<T>& c, const detail::SinglePair<T>& pair) override {
    const std::size_t k = first_ + key;
    put(out_.touching, k, std::uint8_t{c.touching() || c.status == Status::overlapping});
    put(out_.status, k, c.status);
    put(out_.distance, k, c.distance), put(out_.lower, k, c.lower), put(out_.upper, k, c.upper);
    put(out_.normal, k, c.normal), put(out_.point_a, k, c.point_a), put(out_.point_b, k, c.point_b);
    put(out_.feature_a, k, c.feature_a), put(out_.feature_b, k, c.feature_b), put(out_.contact, k, c);
    if (!out_.gradient.empty()) out_.gradient[k] = gradient_of(c, pair);
    if (!out_.derivative.empty()) out_.derivative[k] = derivative_of(c, pair);
  }
  /// The answers of pairs that were not reached.
  void take_none(std::size_t key) { take(key, Contact<T>{}, {}); }

 private:
  /// An overlap that was not measured has no derivative, nor has the unbounded overlap of two half-spaces.
  bool smooth(const Contact<T>& c) const {
    return c.status != Status::invalid && is_finite(c.distance) &&
           !(query_ == Query::distance && c.status == Status::overlapping);
  }
  ByPoses<Gradient<T>> gradient_of(const Contact<T>& c, const detail::SinglePair<T>& p) const {
    return smooth(c) ? distance_derivative(c, p.pose_a, p.pose_b) : ByPoses<Gradient<T>>{};
  }
  Derivative<T> derivative_of(const Contact<T>& c, const detail::SinglePair<T>& p) const {
    return smooth(c) ? contact_derivative(c, *p.a, p.pose_a, *p.b, p.pose_b) : Derivative<T>{};
  }
  template <class X> static void put(std::span<X> to, std::size_t k, const X& x) {
    if (!to.empty()) to[k] = x;
  }
  template <class X, class F> void put(std::span<X> to, const detail::LaneAnswers<T>& r, F&& value) const {
    if (to.empty()) return;
    X* at = to.data() + first_;
    const std::size_t n = r.size();
    if (r.keys) {
      for (std::size_t i = 0; i < n; ++i) at[r.keys[i]] = value(i);
    } else {
      at += r.first;
      for (std::size_t i = 0; i < n; ++i) at[i] = value(i);
    }
  }
  static constexpr T touch = T(Status::overlapping);
  const Answers<T>& out_;
  std::size_t first_;  // number of the chunk's first pair
  Query query_;
};

/// Goes through the pairs of a side from any pair on, without dividing by the row each time.
class Walk {
 public:
  Walk(const Side& side, const Pairs& pairs, std::size_t pair)
      : side_(side), row_(pairs.row ? pairs.row : pairs.count) {
    column_ = pair % row_;
    at_ = side.first + pair / row_ * side.per_row + column_ * side.per_pair;
  }
  std::size_t body() const { return side_.list.empty() ? at_ : side_.list[at_]; }
  void step() {
    at_ += side_.per_pair;
    if (++column_ < row_) return;
    at_ = at_ - row_ * side_.per_pair + side_.per_row;
    column_ = 0;
  }

 private:
  const Side& side_;
  std::size_t row_, column_, at_;
};

template <Scalar T> class Run {
 public:
  Run(Query query, const Placed<T>& a, const Placed<T>& b, const Pairs& pairs, const Answers<T>& answers,
      const Settings<T>& settings)
      : query_(query),
        pairs_(pairs),
        settings_(settings),
        call_(names[static_cast<int>(query)]),
        a_(call_, "a", a),
        b_(call_, "b", b),
        answers_(answers) {
    require_bodies(call_, "a", pairs.a, pairs, a.at.size());
    require_bodies(call_, "b", pairs.b, pairs, b.at.size());
    require_room(call_, answers, pairs.count, query);
    if (settings.threads < 0) reject(call_, ": threads = ", settings.threads, "; 0 or more are required");
    if (query == Query::intersects) require_valid(call_, settings.options);
  }

  Summary operator()() {
    constexpr std::size_t most = detail::Chunk<T>::most;
    std::vector<Summary> parts((pairs_.count + most - 1) / most);
    const auto chunk = [&](std::size_t i) { parts[i] = one_chunk(i * most, std::min(pairs_.count, (i + 1) * most)); };
    tactus::detail::parallel_for(parts.size(), settings_.threads, chunk, 1);
    Summary sum;
    for (const Summary& s : parts) sum += s;
    return sum;
  }

 private:
  static constexpr std::size_t capacity = detail::Block<T>::capacity;
  struct Workspace {
    detail::Chunk<T> chunk;
    std::array<Pose<T>, detail::Chunk<T>::most> poses_a, poses_b;  // made of quaternions
  };
  /// For batches in which each side has one kind of shape.
  struct UniformSpace {
    struct Side {
      std::array<std::uint32_t, capacity> body, number;
    };
    detail::Block<T> block;
    Side a, b;
  };

  Summary one_chunk(std::size_t from, std::size_t to) const {
    Writer<T> write(answers_, from, query_);
    Summary summary;
    summary.stopped = settings_.stop.stop_requested();
    if (summary.stopped || !is_valid(settings_.options)) {
      for (std::size_t k = from; k < to; ++k) write.take_none(k - from);
      summary.invalid = to - from;
      return summary;
    }
    if (a_.one_kind && b_.one_kind) {
      uniform_chunk(from, to, summary, write);
      return summary;
    }
    thread_local const auto space = std::make_unique<Workspace>();
    gather(*space, from, to);
    space->chunk.solve(query_, settings_.options, summary, write);
    return summary;
  }

  /// All pairs have the same kinds: block by block straight from the caller's arrays, without sorting.
  void uniform_chunk(std::size_t from, std::size_t to, Summary& summary, Writer<T>& write) const {
    thread_local const auto space = std::make_unique<UniformSpace>();
    detail::Block<T>& block = space->block;
    const detail::BlockPlan<T> plan(a_.lanes[0].kind, b_.lanes[0].kind, query_, settings_.options);
    auto &side_a = plan.swapped ? block.b : block.a, &side_b = plan.swapped ? block.a : block.b;
    side_a.all_are = side_b.all_are = nullptr;
    for (std::size_t k = from; k < to; k += capacity) {
      block.count = std::min(to - k, capacity);
      point_to(side_a, a_, pairs_.a, k, block.count, space->a);
      point_to(side_b, b_, pairs_.b, k, block.count, space->b);
      detail::answer(block, nullptr, k - from, plan, summary, write);
    }
  }
  /// Where the poses and shapes of one side are, `count` pairs from pair k on.
  void point_to(detail::BlockSide<T>& to, const Table<T>& table, const Side& side, std::size_t k, std::size_t count,
                typename UniformSpace::Side& space) const {
    const Placed<T>& placed = table.placed;
    const bool one_shape = placed.shapes.size() == 1;
    const std::size_t row = pairs_.row ? pairs_.row : pairs_.count;
    to.shapes = table.lanes.data();
    Walk at(side, pairs_, k);
    const auto begin_at = [&](std::size_t first) {
      const auto from = [&](const auto& all) { return all.empty() ? nullptr : all.data() + first; };
      to.poses = from(placed.at.poses), to.positions = from(placed.at.positions),
      to.rotations = from(placed.at.rotations);
    };
    if (side.list.empty() && side.per_pair <= 1 && k % row + count <= row) {  // in order, or one body
      const std::size_t first = at.body();
      begin_at(first);
      to.body = nullptr, to.step = side.per_pair;
      if (one_shape || side.per_pair == 0) {
        to.shapes += table.shape_of(first), to.number = nullptr;
      } else if (!placed.shape_of.empty()) {
        to.number = &placed.shape_of[first];
      } else {
        for (std::size_t i = 0; i < count; ++i) space.number[i] = static_cast<std::uint32_t>(first + i);
        to.number = space.number.data();
      }
      return;
    }
    for (std::size_t i = 0; i < count; ++i, at.step()) {
      const std::size_t body = at.body();
      space.body[i] = static_cast<std::uint32_t>(body);
      space.number[i] = static_cast<std::uint32_t>(table.shape_of(body));
    }
    begin_at(0);
    to.body = space.body.data(), to.step = 1;
    to.number = one_shape ? nullptr : space.number.data();
  }

  void gather(Workspace& space, std::size_t from, std::size_t to) const {
    const auto fill = [&](const Table<T>& table, const Side& side, auto columns, auto& made) {
      const Placed<T>& placed = table.placed;
      const std::span<const Pose<T>> poses = placed.at.poses;
      Walk at(side, pairs_, from);
      for (std::size_t k = 0; k < to - from; ++k, at.step()) {
        const std::size_t body = at.body();
        columns.shape[k] = &table.lanes[table.shape_of(body)];
        if (poses.empty()) made[k] = placed.at[body];
        columns.pose[k] = poses.empty() ? &made[k] : &poses[body];
      }
    };
    fill(a_, pairs_.a, space.chunk.side_a(), space.poses_a);
    fill(b_, pairs_.b, space.chunk.side_b(), space.poses_b);
    space.chunk.filled(to - from);
  }

  Query query_;
  const Pairs& pairs_;
  const Settings<T>& settings_;
  const char* call_;
  Table<T> a_, b_;
  const Answers<T>& answers_;
};

}  // namespace

template <Scalar T>
Summary intersects(const Placed<T>& a, const Placed<T>& b, const Pairs& pairs, const Answers<T>& answers,
                   const Settings<std::type_identity_t<T>>& settings) {
  return Run<T>(Query::intersects, a, b, pairs, answers, settings)();
}
template <Scalar T>
Summary distance(const Placed<T>& a, const Placed<T>& b, const Pairs& pairs, const Answers<T>& answers,
                 const Settings<std::type_identity_t<T>>& settings) {
  return Run<T>(Query::distance, a, b, pairs, answers, settings)();
}
template <Scalar T>
Summary contact(const Placed<T>& a, const Placed<T>& b, const Pairs& pairs, const Answers<T>& answers,
                const Settings<std::type_identity_t<T>>& settings) {
  return Run<T>(Query::contact, a, b, pairs, answers, settings)();
}

const char* target() { return detail::lane_target(); }

#define TACTUS_INSTANTIATE(T)                                                                                         \
  template Summary intersects(const Placed<T>&, const Placed<T>&, const Pairs&, const Answers<T>&,                    \
                              const Settings<T>&);                                                                    \
  template Summary distance(const Placed<T>&, const Placed<T>&, const Pairs&, const Answers<T>&, const Settings<T>&); \
  template Summary contact(const Placed<T>&, const Placed<T>&, const Pairs&, const Answers<T>&, const Settings<T>&);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::batch
