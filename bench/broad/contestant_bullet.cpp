// SPDX-License-Identifier: MIT
/// Bullet's dynamic trees and its sweep and prune, in the double-precision build. Both keep pairs of enlarged or
/// coarser boxes; to get the pairs of the given boxes, these are tested again, as is done here.
#include <bench/broad/contestant.h>

#include <BulletCollision/BroadphaseCollision/btAxisSweep3.h>
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

namespace tactus::bench {
namespace {

btVector3 to_bullet(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

Worker start(const Scene& scene, std::shared_ptr<btBroadphaseInterface> broad_phase) {
  std::vector<btBroadphaseProxy*> proxies;
  for (const Box& box : scene.boxes())
    proxies.push_back(
        broad_phase->createProxy(to_bullet(box.min), to_bullet(box.max), BOX_SHAPE_PROXYTYPE, nullptr, 1, -1, nullptr));
  for (std::size_t i = 0; i < proxies.size(); ++i)  // btAxisSweep3 notes a proxy's bounds only here
    broad_phase->setAabb(proxies[i], to_bullet(scene.boxes()[i].min), to_bullet(scene.boxes()[i].max), nullptr);
  const auto frame = [&scene, broad_phase, proxies] {
    for (const int m : scene.moving()) {
      const auto i = static_cast<std::size_t>(m);
      const Box& box = scene.boxes()[i];
      broad_phase->setAabb(proxies[i], to_bullet(box.min), to_bullet(box.max), nullptr);
    }
    broad_phase->calculateOverlappingPairs(nullptr);
    const btBroadphasePairArray& pairs = broad_phase->getOverlappingPairCache()->getOverlappingPairArray();
    std::size_t count = 0;
    for (int i = 0; i < pairs.size(); ++i) {
      const btBroadphaseProxy &a = *pairs[i].m_pProxy0, &b = *pairs[i].m_pProxy1;
      count += TestAabbAgainstAabb2(a.m_aabbMin, a.m_aabbMax, b.m_aabbMin, b.m_aabbMax) ? 1 : 0;
    }
    return count;
  };
  return {.frame = frame};
}

}  // namespace

std::vector<Contestant> bullet_contestants() {
  return {
      {"Bullet btDbvtBroadphase", true, 100'000,
       [](const Scene& scene) { return start(scene, std::make_shared<btDbvtBroadphase>()); }},
      {names::axis_sweep, true, 10'000,
       [](const Scene& scene) {
         const double far = scene.side() + 2;
         // Without its additional tree for rays.
         return start(scene, std::make_shared<btAxisSweep3>(btVector3(-2, -2, -2), btVector3(far, far, far), 16000,
                                                            nullptr, true));
       }},
  };
}

}  // namespace tactus::bench
