// SPDX-License-Identifier: MIT
/// Meshes of 10 000 and 100 000 triangles against hulls, meshes and rays, beside their peers, in one process and
/// interleaved: of seven rounds over the same questions the median. Prints a table in Markdown.
#include <bench/mesh/peer.h>
#include <tactus/query.h>
#include <tests/helpers/meshes.h>
#include <tests/helpers/random_pairs.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <numeric>

namespace tactus::mesh_bench {
namespace {

using testing::Random;
/// Of the processor, in microseconds: other programs on the machine disturb that least. All peers answer in one thread.
double processor_time() { return static_cast<double>(std::clock()) * 1e6 / CLOCKS_PER_SEC; }

/// A torus with bumps of about n triangles.
List bumpy_torus(int n) {
  const int across = static_cast<int>(std::sqrt(n / 6.0)), around = 3 * across;
  List l = testing::torus_mesh(2, 0.7, around, across);
  for (Vec& v : l.vertices) v = v * (1 + 0.03 * std::sin(9 * v.x) * std::cos(11 * v.y + 5 * v.z));
  return l;
}

Peer tactus_peer(const List& list, const Hull<double>* hull, const List* other) {
  const double start = processor_time();
  const auto mesh = std::make_shared<Mesh<double>>(list, MeshOptions{.sides = Sides::both});
  Peer peer{"tactus"};
  peer.build_milliseconds = (processor_time() - start) / 1000;
  peer.bytes_per_triangle = mesh->bytes_per_triangle();
  const auto with = [&](const auto& body) {
    peer.intersects = [=](const Pose& pose) { return intersects(*mesh, Pose{}, body, pose); };
    peer.distance = [=](const Pose& pose) { return distance(*mesh, Pose{}, body, pose).distance; };
    peer.contact = [=](const Pose& pose) {
      int count = 0;
      for (const auto& m : manifolds(*mesh, Pose{}, body, pose)) count += m.manifold.count;
      return count;
    };
  };
  if (hull) with(Shape<double>(*hull));
  if (other) with(Mesh<double>(*other, {.sides = Sides::both}));
  peer.ray = [=](const Vec& o, const Vec& d) {
    const auto hit = ray_cast(*mesh, Pose{}, o, d);
    return hit.hit() ? hit.t : infinity<double>;
  };
  return peer;
}

/// Poses within `reach` of the torus' tube: about half of them touch.
std::vector<Pose> poses_near(Random& random, int n, double reach) {
  std::vector<Pose> poses;
  for (int i = 0; i < n; ++i) {
    const double u = random.uniform(0, 2 * pi<double>);
    Pose p = from_quaternion(random.rotation(), Vec{2 * std::cos(u), 2 * std::sin(u), 0});
    p.translation += random.vector(0.5, 0.7 + reach);
    poses.push_back(p);
  }
  return poses;
}

/// Microseconds of processor time per question of each, the median of rounds; the answers of the last round.
template <class Answer, class Ask>
std::vector<std::pair<double, std::vector<Answer>>> race(std::size_t peers, std::size_t questions, Ask&& ask) {
  std::vector<std::pair<double, std::vector<Answer>>> results(peers);
  std::vector<std::vector<double>> times(peers);
  for (int round = 0; round < 7; ++round) {
    for (std::size_t p = 0; p < peers; ++p) {
      results[p].second.clear();
      const double start = processor_time();
      for (std::size_t q = 0; q < questions; ++q) results[p].second.push_back(ask(p, q));
      times[p].push_back((processor_time() - start) / static_cast<double>(questions));
    }
  }
  for (std::size_t p = 0; p < peers; ++p) {
    std::sort(times[p].begin(), times[p].end());
    results[p].first = times[p][times[p].size() / 2];
  }
  return results;
}

void row(const char* what, const char* peer, double ours, double theirs, double target, const std::string& note) {
  std::printf("| %s | %.2f | %s %.2f | %.2f | %.2f | %s |\n", what, ours, peer, theirs, ours / theirs, target,
              note.c_str());
}

/// How many answers differ by more than the tolerance, and by how much any two differ at most.
template <class A> std::string differing(const std::vector<A>& x, const std::vector<A>& y, double tolerance) {
  int n = 0;
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d = static_cast<double>(x[i]) - static_cast<double>(y[i]);
    const double difference = x[i] == y[i] ? 0 : std::abs(d);
    n += difference > tolerance, worst = std::max(worst, difference);
  }
  char text[120];
  std::snprintf(text, sizeof text, "%d of %zu differ by more than %.0e; the largest difference is %.1e", n, x.size(),
                tolerance, worst);
  return text;
}

void against_bodies(const char* name, const Peer& ours, const Peer& fcl, const Peer& contacts,
                    const std::vector<Pose>& poses) {
  char what[100];
  const Peer* both[] = {&ours, &fcl};
  const auto hits =
      race<char>(2, poses.size(), [&](std::size_t p, std::size_t q) { return char(both[p]->intersects(poses[q])); });
  const double touching = static_cast<double>(std::count(hits[0].second.begin(), hits[0].second.end(), 1)) * 100.0 /
                          static_cast<double>(poses.size());
  std::snprintf(what, sizeof what, "%s: intersects (%.0f %% touch)", name, touching);
  row(what, "FCL", hits[0].first, hits[1].first, 0.4, differing(hits[0].second, hits[1].second, 0));
  const auto gaps =
      race<double>(2, poses.size(), [&](std::size_t p, std::size_t q) { return both[p]->distance(poses[q]); });
  std::snprintf(what, sizeof what, "%s: distance", name);
  row(what, "FCL", gaps[0].first, gaps[1].first, 0.4, differing(gaps[0].second, gaps[1].second, 1e-6));
  const Peer* pair[] = {&ours, &contacts};
  const auto points =
      race<int>(2, poses.size(), [&](std::size_t p, std::size_t q) { return pair[p]->contact(poses[q]); });
  int missed_by_us = 0, missed_by_them = 0;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    missed_by_us += points[0].second[i] == 0 && hits[0].second[i];
    missed_by_them += points[1].second[i] == 0 && hits[0].second[i];
  }
  const auto sum = [](const std::vector<int>& all) { return std::accumulate(all.begin(), all.end(), 0); };
  char note[160];
  std::snprintf(note, sizeof note, "touching pairs without a point: %d of ours, %d of theirs; points: %d and %d",
                missed_by_us, missed_by_them, sum(points[0].second), sum(points[1].second));
  std::snprintf(what, sizeof what, "%s: contacts", name);
  row(what, contacts.name.c_str(), points[0].first, points[1].first, 0.5, note);
}

void run(int triangles) {
  Random random(7);
  const List list = bumpy_torus(triangles), other = bumpy_torus(triangles / 10);
  std::vector<Vec> cloud;
  for (int i = 0; i < 30; ++i) cloud.push_back(random.direction() * 0.15);
  const auto hull = Hull<double>::from_points(cloud);
  const Peer ours = tactus_peer(list, &hull, nullptr), fcl = fcl_peer(list, &hull, nullptr);
  const Peer bullet = bullet_peer(list, hull), embree = embree_peer(list);
  char name[60];
  std::snprintf(name, sizeof name, "%zu triangles, hull of 30", list.triangles.size());
  against_bodies(name, ours, fcl, bullet, poses_near(random, 300, 0.3));
  const Peer our_mesh = tactus_peer(list, nullptr, &other), fcl_mesh = fcl_peer(list, nullptr, &other);
  std::snprintf(name, sizeof name, "%zu triangles, mesh of %zu", list.triangles.size(), other.triangles.size());
  auto poses = poses_near(random, 60, 0.3);
  for (Pose& p : poses) p.translation = p.translation * random.uniform(1.8, 2.6);
  against_bodies(name, our_mesh, fcl_mesh, fcl_mesh, poses);
  std::vector<std::pair<Vec, Vec>> rays;
  for (int i = 0; i < 3000; ++i) {
    const Vec o = random.direction() * 5;
    rays.push_back({o, random.direction() * 2 - o});
  }
  const Peer* both[] = {&ours, &embree};
  const auto hits = race<double>(
      2, rays.size(), [&](std::size_t p, std::size_t q) { return both[p]->ray(rays[q].first, rays[q].second); });
  std::snprintf(name, sizeof name, "%zu triangles: rays", list.triangles.size());
  row(name, "Embree", hits[0].first, hits[1].first, 2.5, differing(hits[0].second, hits[1].second, 1e-5));
  std::printf("| %zu triangles: build, ms | %.1f | FCL %.1f, Bullet %.1f, Embree %.1f | | | |\n", list.triangles.size(),
              ours.build_milliseconds, fcl.build_milliseconds, bullet.build_milliseconds, embree.build_milliseconds);
  std::printf("| %zu triangles: bytes per triangle | %.1f | FCL %.0f, Bullet %.0f | | 48 bytes | |\n",
              list.triangles.size(), ours.bytes_per_triangle, fcl.bytes_per_triangle, bullet.bytes_per_triangle);
}

}  // namespace
}  // namespace tactus::mesh_bench

int main() {
  std::printf("# Meshes beside their peers: the table\n\n");
  std::printf("Made by `bench_mesh`, compiled with %s; what it shows: [mesh.md](mesh.md).\n", TACTUS_BENCH_FLAGS);
  std::printf(
      "Microseconds of processor time per question, medians of seven interleaved rounds; ratio: tactus over the peer.\n"
      "tactus, FCL and Bullet compute in double, Embree in float. Bullet has no contacts of two meshes. FCL's have "
      "one\n"
      "point or more for each pair of triangles that cross, without normals of the surface.\n\n");
  std::printf("| question | tactus | peer | ratio | target | answers |\n|---|---|---|---|---|---|\n");
  for (const int triangles : {10000, 100000}) tactus::mesh_bench::run(triangles);
}
