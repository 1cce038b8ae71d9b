// SPDX-License-Identifier: MIT
#include <tactus/batch/bodies.h>
#include <tactus/batch/driver.h>
#include <tactus/batch/quick_contact.h>
#include <tactus/broad/aabb_tree.h>
#include <tactus/core/parallel.h>
#include <tactus/core/reject.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace tactus::batch {

namespace {

using detail::Query;

/// The ball around a body, in the body's frame: the search for pairs uses only this.
template <Scalar T> struct Ball {
  Vec3<T> center;
  T radius;
};
template <Scalar T> Ball<T> ball_of(const Shape<T>& s) { return {s.center(), s.bounding_radius()}; }

/// The number of configurations whose pairs are searched together: enough to fill the lanes.
constexpr std::size_t group = 128;

}  // namespace

template <Scalar T> struct Bodies<T>::Parts {
  std::size_t links = 0;
  std::vector<Shape<T>> shapes, obstacles;
  std::vector<detail::LaneShape<T>> lanes, obstacle_lanes;
  std::vector<std::uint32_t> link_of;
  std::vector<Pose<T>> local, obstacle_poses;
  std::vector<Ball<T>> balls, obstacle_balls;  // of obstacles: in the world
  std::vector<HalfSpace<T>> planes;  // in the world, unit normals
  std::vector<std::uint32_t> plane_of;  // the obstacle number of each plane
  std::vector<std::uint32_t> solid_of;  // the obstacle number of each box of the tree, by slot
  AabbTree<T> tree;
  detail::QuickContact<T> quick;
  std::vector<std::uint8_t> checked;  // links · links
  std::vector<std::pair<std::uint32_t, std::uint32_t>> allowed, own;  // own: the pairs of shapes that are checked
  std::vector<std::uint8_t> allowed_obstacles;  // shapes · obstacles, or empty

  struct Workspace;
  template <class Task> class Search;

  detail::BodyTables<T> tables() const {
    return {links, lanes, obstacle_lanes, link_of, local, obstacle_poses, planes, plane_of, own, allowed_obstacles};
  }

  void list_own_pairs() {
    own.clear();
    for (std::uint32_t i = 0; i < shapes.size(); ++i)
      for (std::uint32_t j = i + 1; j < shapes.size(); ++j)
        if (checked[link_of[i] * links + link_of[j]] &&
            !std::binary_search(allowed.begin(), allowed.end(), std::pair{i, j}))
          own.emplace_back(i, j);
  }
  std::size_t configurations(const char* call, std::size_t poses, const Settings<T>& settings) const {
    if (poses % links != 0) reject(call, ": ", poses, " poses do not make whole configurations of ", links, " links");
    if (settings.threads < 0) reject(call, ": threads = ", settings.threads, "; 0 or more are required");
    require_valid(call, settings.options);
    return poses / links;
  }
  /// Calls f(first configuration, end) for groups of `size`, on several threads. Returns the sum of the results.
  template <class F> Summary in_groups(std::size_t count, std::size_t size, int threads, F&& f) const {
    std::vector<Summary> parts((count + size - 1) / size);
    const auto one = [&](std::size_t i) { parts[i] = f(i * size, std::min(count, (i + 1) * size)); };
    tactus::detail::parallel_for(parts.size(), threads, one, 1);
    Summary sum;
    for (const Summary& s : parts) sum += s;
    return sum;
  }
};

/// Memory of one thread, kept from call to call.
template <Scalar T> struct Bodies<T>::Parts::Workspace {
  detail::Chunk<T> chunk;
  std::array<std::uint32_t, detail::Chunk<T>::most> configuration;
  std::array<BodyPair, detail::Chunk<T>::most> pair;
  std::vector<Pose<T>> poses;  // of the shapes of all configurations of the group
  std::vector<Vec3<T>> centers;
  std::array<T, group> limit;  // pairs farther apart than this do not matter
  std::array<BodyPair, group> seed;
  std::array<bool, group> valid;
};

/// Finds the pairs of a group of configurations, and answers them in chunks. A Task has query(), and receives each
/// answer by take(configuration, pair, status, distance, contact(), limit), which may lower the configuration's limit.
template <Scalar T> template <class Task> class Bodies<T>::Parts::Search final : public detail::Sink<T> {
 public:
  Search(const Parts& parts, Task& task, const Settings<T>& settings, std::span<const Pose<T>> link_poses, T limit)
      : parts_(parts),
        tables_(parts.tables()),
        task_(task),
        settings_(settings),
        count_(link_poses.size() / parts.links) {
    thread_local const auto space = std::make_unique<Workspace>();
    space_ = space.get();
    space_->chunk.clear();
    place(link_poses, limit);
  }

  /// Shape by shape, so that a result for the first shape saves work for the others.
  Summary run() {
    if (settings_.stop.stop_requested()) {
      summary_.stopped = true;
      for (std::size_t c = 0; c < count_; ++c) task_.invalid(c);
      return summary_;
    }
    for (std::size_t c = 0; c < count_; ++c)
      if (!space_->valid[c]) ++summary_.invalid, task_.invalid(c);
    if (Task::seeds) look_for_seeds();
    for (std::uint32_t i = 0; i < parts_.shapes.size(); ++i) {
      for (std::uint32_t c = 0; c < count_; ++c)
        if (space_->valid[c] && space_->limit[c] > -infinity<T>) meet_obstacles(c, i);
      solve();
    }
    for (std::uint32_t c = 0; c < count_; ++c)
      if (space_->valid[c])
        for (const auto& [i, j] : parts_.own)
          if (balls_apart(c, i, j) <= space_->limit[c]) add(c, {i, j, true});
    solve();
    return summary_;
  }

  void take(const detail::LaneAnswers<T>& r) override {
    for (std::size_t i = 0; i < r.size(); ++i)
      if (!r.gave_up(i)) answered(r.key(i), r.status(i), r.distance(i), [&] { return r.contact(i); });
  }
  void take(std::size_t key, const Contact<T>& c, const detail::SinglePair<T>&) override {
    answered(key, c.status, c.distance, [&] { return c; });
  }

 private:
  template <class F> void answered(std::size_t key, Status status, T distance, F&& contact) {
    const std::uint32_t c = space_->configuration[key];
    if (space_->limit[c] > -infinity<T>) task_.take(c, space_->pair[key], status, distance, contact, space_->limit[c]);
  }

  void place(std::span<const Pose<T>> link_poses, T limit) {
    const std::size_t shape_count = parts_.shapes.size();
    space_->poses.resize(count_ * shape_count), space_->centers.resize(count_ * shape_count);
    for (std::size_t c = 0; c < count_; ++c) {
      const Pose<T>* at = &link_poses[c * parts_.links];
      bool valid = true;
      for (std::size_t k = 0; k < parts_.links; ++k) valid = valid && is_valid(at[k]);
      for (std::size_t i = 0; i < shape_count && valid; ++i) {
        Pose<T>& x = space_->poses[c * shape_count + i] = at[parts_.link_of[i]] * parts_.local[i];
        space_->centers[c * shape_count + i] = x * parts_.balls[i].center;
        valid = is_finite(norm_squared(space_->centers[c * shape_count + i]));
      }
      space_->valid[c] = valid, space_->limit[c] = limit;
    }
  }

  const Vec3<T>& center(std::uint32_t c, std::uint32_t i) const {
    return space_->centers[c * parts_.shapes.size() + i];
  }
  const Pose<T>& pose(std::uint32_t c, std::uint32_t i) const { return space_->poses[c * parts_.shapes.size() + i]; }
  /// Lower bounds of the distance, to rounding.
  T balls_apart(std::uint32_t c, std::uint32_t i, std::uint32_t j) const {
    return lowered(norm(center(c, i) - center(c, j)) - parts_.balls[i].radius - parts_.balls[j].radius, center(c, i));
  }
  T plane_apart(std::uint32_t c, std::uint32_t i, const HalfSpace<T>& plane) const {
    return lowered(dot(plane.normal, center(c, i)) - plane.offset - parts_.balls[i].radius, center(c, i));
  }
  T obstacle_apart(std::uint32_t c, std::uint32_t i, std::uint32_t o) const {
    const Ball<T>& ball = parts_.obstacle_balls[o];
    return lowered(norm(center(c, i) - ball.center) - parts_.balls[i].radius - ball.radius, center(c, i));
  }
  static T lowered(T gap, const Vec3<T>& at) { return gap - T(64) * unit_roundoff<T> * (abs(gap) + norm(at) + T(1)); }

  void meet_obstacles(std::uint32_t c, std::uint32_t i) {
    const T limit = space_->limit[c];
    for (std::size_t k = 0; k < parts_.planes.size(); ++k)
      if (plane_apart(c, i, parts_.planes[k]) <= limit) add(c, {i, parts_.plane_of[k], false});
    if (parts_.solid_of.empty()) return;
    const auto meet = [&](std::uint32_t o) {
      if (obstacle_apart(c, i, o) <= limit) add(c, {i, o, false});
    };
    const T reach = parts_.balls[i].radius + max(limit, T(0));
    const Vec3<T>& at = center(c, i);
    if (reach < infinity<T>) {
      const Vec3<T> r =
          Vec3<T>{reach, reach, reach} * (T(1) + T(8) * unit_roundoff<T>)+abs(at) * (T(4) * unit_roundoff<T>);
      parts_.tree.query({at - r, at + r}, [&](BoxId id) { meet(parts_.solid_of[id.slot]); });
    } else {
      for (const std::uint32_t o : parts_.solid_of) meet(o);
    }
  }

  /// Answers, for each configuration, the pair with the nearest balls first: its distance lowers the limit for all
  /// other pairs.
  void look_for_seeds() {
    for (std::uint32_t c = 0; c < count_; ++c) {
      if (!space_->valid[c]) continue;
      T least = infinity<T>;
      const auto offer = [&](T apart, const BodyPair& pair) {
        if (apart < least && (pair.self || !tables_.allows(pair.a, pair.b))) least = apart, space_->seed[c] = pair;
      };
      for (std::uint32_t i = 0; i < parts_.shapes.size(); ++i) {
        for (const std::uint32_t o : parts_.solid_of) offer(obstacle_apart(c, i, o), {i, o, false});
        for (std::size_t k = 0; k < parts_.planes.size(); ++k)
          offer(plane_apart(c, i, parts_.planes[k]), {i, parts_.plane_of[k], false});
      }
      for (const auto& [i, j] : parts_.own) offer(balls_apart(c, i, j), {i, j, true});
      if (least <= space_->limit[c] && least < infinity<T>) add(c, space_->seed[c], true);
    }
    solve();
  }

  void add(std::uint32_t c, const BodyPair& pair, bool first = false) {
    if (Task::seeds && !first && pair == space_->seed[c]) return;
    if (!pair.self && tables_.allows(pair.a, pair.b)) return;
    const std::size_t k = space_->chunk.size();
    space_->configuration[k] = c, space_->pair[k] = pair;
    if (pair.self)
      space_->chunk.add({&parts_.lanes[pair.a], &parts_.lanes[pair.b], &pose(c, pair.a), &pose(c, pair.b)});
    else
      space_->chunk.add(
          {&parts_.lanes[pair.a], &parts_.obstacle_lanes[pair.b], &pose(c, pair.a), &parts_.obstacle_poses[pair.b]});
    if (space_->chunk.full()) solve();
  }
  void solve() {
    if (space_->chunk.size() == 0) return;
    space_->chunk.solve(Task::query, task_.options, summary_, *this);
    space_->chunk.clear();
  }

  const Parts& parts_;
  detail::BodyTables<T> tables_;
  Task& task_;
  const Settings<T>& settings_;
  std::size_t count_;
  Workspace* space_;
  Summary summary_;
};

namespace {

template <Scalar T> struct AnyContact {
  static constexpr Query query = Query::intersects;
  static constexpr bool seeds = false;
  Options<T> options;
  std::span<std::uint8_t> touching;

  void invalid(std::size_t c) { touching[c] = 1; }
  template <class F> void take(std::uint32_t c, const BodyPair&, Status status, T, F&&, T& limit) {
    if (status != Status::overlapping) return;
    touching[c] = 1;
    limit = -infinity<T>;  // nothing else matters
  }
};

template <Scalar T> struct LeastDistance {
  static constexpr Query query = Query::contact;
  static constexpr bool seeds = true;
  Options<T> options;
  std::span<NearestPair<T>> nearest;

  void invalid(std::size_t c) { nearest[c] = {}; }
  template <class F>
  void take(std::uint32_t c, const BodyPair& pair, Status status, T distance, F&& contact, T& limit) {
    if (status == Status::beyond_max) return;
    NearestPair<T>& best = nearest[c];
    if (best.contact.status != Status::beyond_max && !(distance < best.contact.distance)) return;
    best = {pair, contact()};
    limit = min(limit, distance);
  }
};

template <Scalar T> struct Within {
  static constexpr Query query = Query::contact;
  static constexpr bool seeds = false;
  Options<T> options;
  std::size_t first;
  std::vector<NearPair<T>>& found;

  void invalid(std::size_t c) { found.push_back({first + c, {}, {}}); }
  template <class F> void take(std::uint32_t c, const BodyPair& pair, Status status, T distance, F&& contact, T&) {
    if (status != Status::beyond_max && distance <= options.max_distance) found.push_back({first + c, pair, contact()});
  }
};

}  // namespace

template <Scalar T>
Bodies<T>::Bodies(std::span<const LinkShape<T>> shapes, std::span<const Obstacle<T>> obstacles, std::size_t links)
    : parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  if (links == 0) reject("batch::Bodies: links = 0; a configuration needs at least one");
  p.links = links;
  p.checked.assign(links * links, 0);
  for (const LinkShape<T>& s : shapes) {
    if (s.link >= links) reject("batch::Bodies: a shape is on link ", s.link, ", but there are ", links, " links");
    if (!s.shape.bounded()) reject("batch::Bodies: a half-space is on link ", s.link, "; it can only be an obstacle");
    require_valid("batch::Bodies", "local", s.local);
    p.shapes.push_back(s.shape), p.link_of.push_back(s.link), p.local.push_back(rigid(s.local));
    p.balls.push_back(ball_of(s.shape));
  }
  for (std::uint32_t o = 0; o < obstacles.size(); ++o) {
    const auto& [shape, pose] = obstacles[o];
    require_valid("batch::Bodies", "pose", pose);
    const Pose<T> at = rigid(pose);
    p.obstacles.push_back(shape), p.obstacle_poses.push_back(at);
    if (const auto* plane = shape.template get_if<HalfSpace<T>>()) {
      const auto [normal, offset] = normalized(*plane);
      const Vec3<T> n = at.rotation * normal;
      p.planes.push_back({n, offset + dot(n, at.translation)}), p.plane_of.push_back(o);
      p.obstacle_balls.push_back({});
    } else {
      p.obstacle_balls.push_back({at * shape.center(), shape.bounding_radius()});
      p.tree.insert(shape.aabb(at));
      p.solid_of.push_back(o);  // slots are given in order
    }
  }
  p.tree.refresh();
  p.lanes = detail::lane_shapes(std::span<const Shape<T>>(p.shapes));
  p.obstacle_lanes = detail::lane_shapes(std::span<const Shape<T>>(p.obstacles));
  p.quick = detail::QuickContact<T>(p.shapes, p.link_of, p.local, obstacles);
}
template <Scalar T> Bodies<T>::~Bodies() = default;
template <Scalar T> Bodies<T>::Bodies(Bodies&&) noexcept = default;
template <Scalar T> Bodies<T>& Bodies<T>::operator=(Bodies&&) noexcept = default;

template <Scalar T> std::size_t Bodies<T>::links() const { return parts_->links; }
template <Scalar T> std::size_t Bodies<T>::shapes() const { return parts_->shapes.size(); }
template <Scalar T> std::size_t Bodies<T>::obstacles() const { return parts_->obstacles.size(); }

template <Scalar T> void Bodies<T>::check_links(std::uint32_t link_a, std::uint32_t link_b) {
  const std::size_t n = parts_->links;
  if (link_a >= n || link_b >= n)
    reject("batch::Bodies::check_links: links ", link_a, " and ", link_b, ", but there are ", n);
  parts_->checked[link_a * n + link_b] = parts_->checked[link_b * n + link_a] = 1;
  parts_->list_own_pairs();
}
template <Scalar T> void Bodies<T>::check_all_links_but_neighbours() {
  const std::size_t n = parts_->links;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (i + 1 < j || j + 1 < i) parts_->checked[i * n + j] = 1;
  parts_->list_own_pairs();
}
template <Scalar T> void Bodies<T>::allow(std::uint32_t shape_a, std::uint32_t shape_b) {
  if (shape_a >= shapes() || shape_b >= shapes())
    reject("batch::Bodies::allow: shapes ", shape_a, " and ", shape_b, ", but there are ", shapes());
  auto& allowed = parts_->allowed;
  const auto pair = std::minmax(shape_a, shape_b);
  allowed.emplace_back(pair.first, pair.second);
  std::sort(allowed.begin(), allowed.end());
  parts_->list_own_pairs();
}

template <Scalar T> void Bodies<T>::allow_obstacle(std::uint32_t shape, std::uint32_t obstacle) {
  if (shape >= shapes() || obstacle >= obstacles())
    reject("batch::Bodies::allow_obstacle: shape ", shape, " and obstacle ", obstacle, ", but there are ", shapes(),
           " and ", obstacles());
  parts_->allowed_obstacles.resize(shapes() * obstacles(), 0);
  parts_->allowed_obstacles[shape * obstacles() + obstacle] = 1;
}

template <Scalar T>
Summary Bodies<T>::any_contact(std::span<const Pose<T>> link_poses, std::span<std::uint8_t> touching,
                               const Settings<T>& settings) const {
  constexpr const char* call = "batch::Bodies::any_contact";
  const std::size_t count = parts_->configurations(call, link_poses.size(), settings);
  if (touching.size() != count)
    reject(call, ": touching has ", touching.size(), " entries for ", count, " configurations");
  const auto poses_of = [&](std::size_t from, std::size_t to) {
    return link_poses.subspan(from * links(), (to - from) * links());
  };
  const auto search = [&](std::size_t from, std::size_t to) {
    AnyContact<T> task{settings.options, touching.subspan(from, to - from)};
    std::fill(task.touching.begin(), task.touching.end(), std::uint8_t{0});
    return typename Parts::template Search<AnyContact<T>>(*parts_, task, settings, poses_of(from, to), T(0)).run();
  };
  const detail::BodyTables<T> tables = parts_->tables();
  constexpr std::size_t quick = detail::QuickContact<T>::group;
  return parts_->in_groups(count, quick, settings.threads, [&](std::size_t from, std::size_t to) {
    thread_local std::vector<std::uint32_t> left;
    left.clear();
    Summary summary;
    if (settings.stop.stop_requested() ||
        !parts_->quick.run(tables, poses_of(from, to), touching.subspan(from, to - from), settings.options, summary,
                           left)) {
      for (std::size_t at = from; at < to; at += group) summary += search(at, std::min(to, at + group));
      return summary;
    }
    for (const std::uint32_t c : left) summary += search(from + c, from + c + 1);
    return summary;
  });
}

template <Scalar T>
Summary Bodies<T>::least_distance(std::span<const Pose<T>> link_poses, std::span<NearestPair<T>> nearest,
                                  const Settings<T>& settings) const {
  constexpr const char* call = "batch::Bodies::least_distance";
  const std::size_t count = parts_->configurations(call, link_poses.size(), settings);
  if (nearest.size() != count)
    reject(call, ": nearest has ", nearest.size(), " entries for ", count, " configurations");
  NearestPair<T> none;
  none.contact.status = Status::beyond_max;
  none.contact.distance = none.contact.lower = std::nextafter(settings.options.max_distance, infinity<T>);
  return parts_->in_groups(count, group, settings.threads, [&](std::size_t from, std::size_t to) {
    LeastDistance<T> task{settings.options, nearest.subspan(from, to - from)};
    std::fill(task.nearest.begin(), task.nearest.end(), none);
    return typename Parts::template Search<LeastDistance<T>>(*parts_, task, settings,
                                                             link_poses.subspan(from * links(), (to - from) * links()),
                                                             settings.options.max_distance)
        .run();
  });
}

template <Scalar T>
Summary Bodies<T>::within(std::span<const Pose<T>> link_poses, T margin, std::vector<NearPair<T>>& found,
                          const Settings<T>& settings) const {
  constexpr const char* call = "batch::Bodies::within";
  require_not_negative(call, "margin", margin);
  const std::size_t count = parts_->configurations(call, link_poses.size(), settings);
  std::vector<std::vector<NearPair<T>>> parts((count + group - 1) / group);
  Options<T> options = settings.options;
  options.max_distance = min(options.max_distance, margin);
  const Summary summary = parts_->in_groups(count, group, settings.threads, [&](std::size_t from, std::size_t to) {
    std::vector<NearPair<T>>& part = parts[from / group];
    Within<T> task{options, from, part};
    const Summary s =
        typename Parts::template Search<Within<T>>(
            *parts_, task, settings, link_poses.subspan(from * links(), (to - from) * links()), options.max_distance)
            .run();
    const auto key = [](const NearPair<T>& n) { return std::tuple{n.configuration, n.pair.self, n.pair.a, n.pair.b}; };
    std::sort(part.begin(), part.end(), [&](const auto& x, const auto& y) { return key(x) < key(y); });
    return s;
  });
  for (const auto& part : parts) found.insert(found.end(), part.begin(), part.end());
  return summary;
}

template class Bodies<float>;
template class Bodies<double>;

}  // namespace tactus::batch
