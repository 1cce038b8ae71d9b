// SPDX-License-Identifier: MIT
#include <tactus/batch/cover.h>
#include <tactus/batch/quick_contact.h>

#include <algorithm>
#include <memory>

namespace tactus::batch::detail {

template <Scalar T>
QuickContact<T>::QuickContact(std::span<const Shape<T>> shapes, std::span<const std::uint32_t> link_of,
                              std::span<const Pose<T>> local, std::span<const Obstacle<T>> obstacles) {
  for (std::uint32_t i = 0; i < shapes.size(); ++i) cover(shapes[i], local[i], link_of[i], i, balls_);
  std::stable_sort(balls_.begin(), balls_.end(), [](const auto& a, const auto& b) { return a.link < b.link; });
  first_.assign(shapes.size(), 0), last_.assign(shapes.size(), 0);
  T largest = T(0);
  for (std::uint32_t k = 0; k < balls_.size(); ++k) {
    const LinkBall<T>& ball = balls_[k];
    if (k == 0 || balls_[k - 1].shape != ball.shape) first_[ball.shape] = k;
    last_[ball.shape] = k + 1;
    reach_ = max(reach_, norm(ball.center)), largest = max(largest, ball.radius);
  }
  field_ = Field<T>(obstacles, largest * (T(1) + T(1) / T(64)));
  constexpr T longest = sizeof(T) == 4 ? T(1e6) : T(1e70);
  in_range_ = largest > T(1) / longest && largest + reach_ + field_.extent() < longest;
  // A center carries at most a dozen rounding errors of numbers that are not larger than these; finding its cell adds
  // two more.
  const T slack = T(64) * unit_roundoff<T> * (field_.extent() + reach_);
  for (LinkBall<T>& ball : balls_) {
    ball.radius += slack, ball.inner = max(T(0), ball.inner - slack);
    units_.push_back(field_.units(ball.radius));
  }
}

/// Memory of one thread, kept from call to call.
template <Scalar T> struct QuickContact<T>::Workspace {
  struct Open {
    std::uint32_t configuration, shape, other;
    bool self;
    friend bool operator==(const Open&, const Open&) = default;
  };
  static constexpr std::size_t memory = 1024;

  std::vector<Located<T>> at;  // of each ball, in a part of the configurations
  alignas(64) T doubt[Located<T>::most];
  std::array<std::uint8_t, group> done;  // known to be in contact, or left to the other method
  std::vector<Open> open;  // pairs to be tested exactly
  std::array<Open, memory> lately;  // recently opened pairs, by a hash: balls of one shape find the same obstacles
  Chunk<T> chunk;
  std::array<std::uint32_t, Chunk<T>::most> configuration;
  std::array<Pose<T>, 2 * Chunk<T>::most> poses;
};

template <Scalar T> class QuickContact<T>::Group final : public Sink<T> {
 public:
  Group(const QuickContact& quick, const BodyTables<T>& tables, std::span<const Pose<T>> link_poses,
        std::span<std::uint8_t> touching, Summary& summary, Workspace& space)
      : quick_(quick), tables_(tables), link_poses_(link_poses), touching_(touching), summary_(summary), space_(space) {
    space_.open.clear();
    space_.lately.fill({~0u, ~0u, ~0u, false});
  }

  /// `count` configurations from `first` on, as placed in the workspace.
  void by_balls(std::uint32_t first, std::uint32_t count) {
    first_ = first, count_ = count;
    for (std::uint32_t k = 0; k < quick_.balls_.size(); ++k) {
      if (quick_.field_.cells().total() > 0) meet_field(k);
      for (std::size_t p = 0; p < tables_.planes.size(); ++p) meet_plane(k, tables_.planes[p], tables_.plane_of[p]);
    }
    for (const auto& [i, j] : tables_.own) meet_each_other(i, j);
  }
  /// One pair of each configuration first: a hit saves the others.
  void exactly(const Options<T>& options) {
    const auto solve = [&] {
      space_.chunk.solve(Query::intersects, options, summary_, *this);
      space_.chunk.clear();
    };
    space_.chunk.clear();
    std::array<std::uint8_t, group> asked{};
    for (const bool first : {true, false}) {
      std::size_t later = 0;
      for (const Open& open : space_.open) {
        if (space_.done[open.configuration]) continue;
        if (first && asked[open.configuration]++ > 0) {
          space_.open[later++] = open;
          continue;
        }
        add(open);
        if (space_.chunk.full()) solve();
      }
      if (space_.chunk.size() > 0) solve();
      space_.open.resize(later);
    }
  }

  void take(const LaneAnswers<T>& r) override {
    for (std::size_t i = 0; i < r.size(); ++i)
      if (r.status(i) == Status::overlapping && !r.gave_up(i)) hit(space_.configuration[r.key(i)]);
  }
  void take(std::size_t key, const Contact<T>& c, const SinglePair<T>&) override {
    if (c.status == Status::overlapping) hit(space_.configuration[key]);
  }

 private:
  using Open = typename Workspace::Open;

  void hit(std::uint32_t c) { touching_[c] = 1, space_.done[c] = 1; }
  void hit_by_balls(std::uint32_t c) { hit(c), ++summary_.in_lanes; }
  void leave_open(const Open& open) {
    Open& lately = space_.lately[(open.configuration * 31 + open.other) % Workspace::memory];
    if (lately == open) return;
    lately = open;
    space_.open.push_back(open);
  }
  Vec3<T> center(std::uint32_t ball, std::uint32_t c) const {
    const auto& at = space_.at[ball].center;
    return {at[0][c], at[1][c], at[2][c]};
  }

  void meet_field(std::uint32_t k) {
    const LinkBall<T>& ball = quick_.balls_[k];
    const Located<T>& at = space_.at[k];
    const std::uint8_t units = quick_.units_[k];
    std::array<std::uint8_t, Located<T>::most> open;
    std::size_t not_free = 0, count = 0;  // (without branches, which would be hard to predict)
    for (std::uint32_t c = 0; c < count_; ++c) {
      open[not_free] = static_cast<std::uint8_t>(c);
      not_free += quick_.field_.clear(at.cell[c]) < units;
    }
    for (std::size_t n = 0; n < not_free; ++n) {
      open[count] = open[n];
      count += space_.done[first_ + open[n]] == 0;
    }
    for (std::size_t n = 0; n < count; ++n) {
      const std::uint32_t c = open[n];
      const T off = at.off[c], far = ball.radius + off, close = ball.inner - off;
      for (const auto& near : quick_.field_.near(at.cell[c])) {
        if (near.least > far || tables_.allows(ball.shape, near.obstacle)) continue;
        if (near.most < close) {
          hit_by_balls(first_ + c);
          break;
        }
        leave_open({first_ + c, ball.shape, near.obstacle, false});
      }
    }
  }
  void meet_plane(std::uint32_t k, const HalfSpace<T>& plane, std::uint32_t obstacle) {
    const LinkBall<T>& ball = quick_.balls_[k];
    if (tables_.allows(ball.shape, obstacle)) return;
    for (std::uint32_t c = 0; c < count_; ++c) {
      if (space_.done[first_ + c]) continue;
      const Vec3<T> p = center(k, c);
      const T gap = dot(plane.normal, p) - plane.offset, off = slack(p) + T(8) * unit_roundoff<T> * abs(plane.offset);
      if (gap - off > ball.radius) continue;
      if (gap + off < ball.inner)
        hit_by_balls(first_ + c);
      else
        leave_open({first_ + c, ball.shape, obstacle, false});
    }
  }
  /// Two shapes on links: the least gap of their balls, configuration by configuration (a loop without branches).
  void meet_each_other(std::uint32_t i, std::uint32_t j) {
    std::array<std::uint8_t, Located<T>::most> near{}, sure{};
    for (std::uint32_t k = quick_.first_[i]; k < quick_.last_[i]; ++k)
      for (std::uint32_t l = quick_.first_[j]; l < quick_.last_[j]; ++l) {
        const auto &p = space_.at[k].center, &q = space_.at[l].center;
        const T outer = quick_.balls_[k].radius + quick_.balls_[l].radius;
        const T inner = quick_.balls_[k].inner + quick_.balls_[l].inner;
        for (std::size_t c = 0; c < count_; ++c) {
          const T x = p[0][c] - q[0][c], y = p[1][c] - q[1][c], z = p[2][c] - q[2][c];
          const T apart2 = x * x + y * y + z * z;
          const T off = T(2) * slack({p[0][c], p[1][c], p[2][c]}), far = outer + off, close = inner - off;
          near[c] |= std::uint8_t(apart2 <= far * far);
          sure[c] |= std::uint8_t((close > T(0)) & (apart2 < close * close));
        }
      }
    for (std::uint32_t c = 0; c < count_; ++c) {
      if (!near[c] || space_.done[first_ + c]) continue;
      if (sure[c])
        hit_by_balls(first_ + c);
      else
        leave_open({first_ + c, i, j, true});
    }
  }
  /// What rounding did to the center of a ball.
  T slack(const Vec3<T>& p) const {
    return T(64) * unit_roundoff<T> * (abs(p.x) + abs(p.y) + abs(p.z) + quick_.reach_);
  }

  void add(const Open& open) {
    const std::size_t k = space_.chunk.size();
    space_.configuration[k] = open.configuration;
    const auto place = [&](std::uint32_t shape, Pose<T>& to) {
      to = link_poses_[open.configuration * tables_.links + tables_.link_of[shape]] * tables_.local[shape];
      return &to;
    };
    const Pose<T>* a = place(open.shape, space_.poses[2 * k]);
    if (open.self)
      space_.chunk.add(
          {&tables_.lanes[open.shape], &tables_.lanes[open.other], a, place(open.other, space_.poses[2 * k + 1])});
    else
      space_.chunk.add(
          {&tables_.lanes[open.shape], &tables_.obstacle_lanes[open.other], a, &tables_.obstacle_poses[open.other]});
  }

  const QuickContact& quick_;
  const BodyTables<T>& tables_;
  std::span<const Pose<T>> link_poses_;
  std::span<std::uint8_t> touching_;
  Summary& summary_;
  Workspace& space_;
  std::uint32_t first_ = 0, count_ = 0;  // the configurations in the workspace
};

template <Scalar T>
bool QuickContact<T>::run(const BodyTables<T>& tables, std::span<const Pose<T>> link_poses,
                          std::span<std::uint8_t> touching, const Options<T>& options, Summary& summary,
                          std::vector<std::uint32_t>& left) const {
  thread_local const auto space = std::make_unique<Workspace>();
  if (!in_range_ || !field_.usable()) return false;
  if (space->at.size() < balls_.size()) space->at.resize(balls_.size());
  const bool centers = !tables.planes.empty() || !tables.own.empty();
  Group group_of(*this, tables, link_poses, touching, summary, *space);
  for (std::uint32_t first = 0; first < touching.size(); first += Located<T>::most) {
    const auto count = static_cast<std::uint32_t>(std::min(touching.size() - first, Located<T>::most));
    if (!locate(&link_poses[first * tables.links], tables.links, count, balls_, field_.cells(), centers,
                space->at.data(), space->doubt))
      return false;
    for (std::uint32_t c = first; c < first + count; ++c) {
      touching[c] = 0;
      space->done[c] = !(space->doubt[c - first] <= T(1));
      if (space->done[c]) left.push_back(c);
    }
    group_of.by_balls(first, count);
  }
  group_of.exactly(options);
  return true;
}

template class QuickContact<float>;
template class QuickContact<double>;

}  // namespace tactus::batch::detail
