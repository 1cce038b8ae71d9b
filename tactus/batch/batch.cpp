#include <tactus/batch/driver.h>
#include <tactus/core/parallel.h>
#include <tactus/core/reject.h>

#include <memory>

namespace tactus::batch {

namespace {

using detail::Query;

constexpr const char* names[] = {"batch::intersects", "batch::distance", "batch::contact"};

/// Bodies whose numbers have been checked.
template <Scalar T> struct Table {
  const Placed<T>& placed;
  std::vector<detail::LaneShape<T>> lanes;

  Table(const char* call, const char* name, const Placed<T>& p) : placed(p) {
    const std::size_t bodies = p.at.size();
    if (p.at.poses.empty() && p.at.positions.size() != p.at.rotations.size())
      reject(call, ": ", name, " has ", p.at.positions.size(), " positions and ", p.at.rotations.size(),
             " rotations; as many are wanted");
    if (!p.at.poses.empty() && !(p.at.positions.empty() && p.at.rotations.empty()))
      reject(call, ": ", name, " has poses and positions; one of them is wanted");
    if (p.shape_of.empty()) {
      if (bodies > 0 && p.shapes.size() != 1 && p.shapes.size() != bodies)
        reject(call, ": ", name, " has ", p.shapes.size(), " shapes for ", bodies,
               " bodies and no shape_of; one shape, or one for each body, is wanted");
    } else if (p.shape_of.size() != bodies) {
      reject(call, ": ", name, ".shape_of has ", p.shape_of.size(), " entries for ", bodies, " bodies");
    }
    for (std::size_t i = 0; i < p.shape_of.size(); ++i)
      if (p.shape_of[i] >= p.shapes.size())
        reject(call, ": ", name, ".shape_of[", i, "] = ", p.shape_of[i], ", but there are ", p.shapes.size(),
               " shapes");
    lanes = detail::lane_shapes(p.shapes);
  }
  std::size_t shape_of(std::size_t body) const {
    if (!placed.shape_of.empty()) return placed.shape_of[body];
    return placed.shapes.size() == 1 ? 0 : body;
  }
};

/// The bodies of one side of all pairs exist.
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
  for (std::size_t i = 0; i < side.list.size(); ++i)
    if (side.list[i] >= bodies)
      reject(call, ": pairs.", name, ".list[", i, "] = ", side.list[i], ", but there are ", bodies, " bodies");
}

template <Scalar T> void require_room(const char* call, const Answers<T>& out, std::size_t count, Query query) {
  const auto check = [&](const char* name, std::size_t size, bool allowed) {
    if (size == 0) return;
    if (!allowed) reject(call, ": answers.", name, " is not what this query answers; touching and status are");
    if (size != count) reject(call, ": answers.", name, " has ", size, " entries for ", count, " pairs");
  };
  const bool more = query != Query::intersects;
  check("touching", out.touching.size(), true), check("status", out.status.size(), true);
  check("distance", out.distance.size(), more), check("lower", out.lower.size(), more);
  check("upper", out.upper.size(), more), check("normal", out.normal.size(), more);
  check("point_a", out.point_a.size(), more), check("point_b", out.point_b.size(), more);
  check("feature_a", out.feature_a.size(), more), check("feature_b", out.feature_b.size(), more);
  check("contact", out.contact.size(), more);
}

/// What of an answer is asked for goes to where it is wanted. Field by field: each is a short loop.
template <Scalar T> class Writer final : public detail::Sink<T> {
 public:
  Writer(const Answers<T>& out, std::size_t first) : out_(out), first_(first) {}

  void take(const detail::LaneAnswers<T>& r) override {
    put(out_.touching, r, [&](std::size_t i) { return std::uint8_t{r.status(i) == Status::overlapping}; });
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
  }
  void take(std::size_t key, const Contact<T>& c) override {
    const std::size_t k = first_ + key;
    put(out_.touching, k, std::uint8_t{c.touching() || c.status == Status::overlapping});
    put(out_.status, k, c.status);
    put(out_.distance, k, c.distance), put(out_.lower, k, c.lower), put(out_.upper, k, c.upper);
    put(out_.normal, k, c.normal), put(out_.point_a, k, c.point_a), put(out_.point_b, k, c.point_b);
    put(out_.feature_a, k, c.feature_a), put(out_.feature_b, k, c.feature_b), put(out_.contact, k, c);
  }

 private:
  template <class X> static void put(std::span<X> to, std::size_t k, const X& x) {
    if (!to.empty()) to[k] = x;
  }
  template <class X, class F> void put(std::span<X> to, const detail::LaneAnswers<T>& r, F&& value) const {
    if (to.empty()) return;
    for (std::size_t i = 0; i < r.size(); ++i) to[first_ + r.keys[i]] = value(i);
  }
  const Answers<T>& out_;
  std::size_t first_;  // pair of the chunk
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
    if (settings.threads < 0) reject(call_, ": threads = ", settings.threads, "; 0 or more are wanted");
    if (query == Query::intersects) require_valid(call_, settings.options);
  }

  Summary operator()() {
    constexpr std::size_t most = detail::Chunk<T>::most;
    std::vector<Summary> parts((pairs_.count + most - 1) / most);
    tactus::detail::parallel_for(parts.size(), settings_.threads, [&](std::size_t i) {
      parts[i] = one_chunk(i * most, std::min(pairs_.count, (i + 1) * most));
    });
    Summary sum;
    for (const Summary& s : parts) {
      sum.in_lanes += s.in_lanes, sum.one_by_one += s.one_by_one, sum.gave_up += s.gave_up, sum.invalid += s.invalid;
      sum.stopped |= s.stopped;
    }
    return sum;
  }

 private:
  struct Workspace {
    detail::Chunk<T> chunk;
    std::array<Pose<T>, detail::Chunk<T>::most> poses_a, poses_b;  // made of quaternions
  };

  Summary one_chunk(std::size_t from, std::size_t to) const {
    thread_local const auto space = std::make_unique<Workspace>();
    Writer<T> write(answers_, from);
    Summary summary;
    summary.stopped = settings_.stop.stop_requested();
    if (summary.stopped || !is_valid(settings_.options)) {
      for (std::size_t k = from; k < to; ++k) write.take(k - from, Contact<T>{});
      summary.invalid = to - from;
      return summary;
    }
    gather(*space, from, to);
    space->chunk.solve(query_, settings_.options, summary, write);
    return summary;
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
