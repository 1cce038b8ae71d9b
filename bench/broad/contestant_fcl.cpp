// SPDX-License-Identifier: MIT
/// FCL's dynamic tree and its sweep and prune. Their objects are boxes without rotation, so that their bounds are the
/// boxes of the scene to the last bit.
#include <bench/broad/contestant.h>

#include <fcl/broadphase/broadphase_SaP.h>
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/geometry/shape/box.h>

namespace tactus::bench {
namespace {

template <class Manager> struct Fcl {
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> objects;
  std::vector<fcl::CollisionObjectd*> moving;
  Manager manager;
};

bool count_pair(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* count) {
  *static_cast<std::size_t*>(count) += a->getAABB().overlap(b->getAABB()) ? 1 : 0;
  return false;
}

template <class Manager> Worker start(const Scene& scene) {
  const auto fcl = std::make_shared<Fcl<Manager>>();
  std::vector<fcl::CollisionObjectd*> all;
  for (std::size_t i = 0; i < scene.boxes().size(); ++i) {
    const Vec3<double> side = scene.half(i) * 2.0, c = scene.center(i);
    fcl->objects.push_back(std::make_unique<fcl::CollisionObjectd>(
        std::make_shared<fcl::Boxd>(side.x, side.y, side.z), fcl::Matrix3d::Identity(), fcl::Vector3d(c.x, c.y, c.z)));
    all.push_back(fcl->objects.back().get());
  }
  for (const int m : scene.moving()) fcl->moving.push_back(all[static_cast<std::size_t>(m)]);
  fcl->manager.registerObjects(all);
  fcl->manager.setup();
  const auto frame = [&scene, fcl] {
    for (const int m : scene.moving()) {
      const Vec3<double> c = scene.center(static_cast<std::size_t>(m));
      fcl::CollisionObjectd& object = *fcl->objects[static_cast<std::size_t>(m)];
      object.setTranslation(fcl::Vector3d(c.x, c.y, c.z));
      object.computeAABB();
    }
    if (fcl->moving.size() == fcl->objects.size()) {
      fcl->manager.update();
    } else {
      fcl->manager.update(fcl->moving);
    }
    std::size_t count = 0;
    fcl->manager.collide(&count, count_pair);
    return count;
  };
  return {.frame = frame};
}

}  // namespace

std::vector<Contestant> fcl_contestants() {
  return {{"FCL dynamic AABB tree", true, 100'000, start<fcl::DynamicAABBTreeCollisionManagerd>},
          {"FCL SaP", true, 100'000, start<fcl::SaPCollisionManagerd>}};
}

}  // namespace tactus::bench
