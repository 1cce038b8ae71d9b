// SPDX-License-Identifier: MIT
#pragma once
/// A scene in ODE: dWorldQuickStep with 10 iterations, a hash space, up to four contacts a pair.
#include <bench/peers/ode_geoms.h>
#include <scenes/scene.h>

#include <vector>

namespace tactus::bench {

class OdeHeap {
 public:
  explicit OdeHeap(const scenes::Scene& scene) {
    dInitODE2(0);
    world_ = dWorldCreate(), space_ = dHashSpaceCreate(nullptr), joints_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, scene.gravity.x, scene.gravity.y, scene.gravity.z);
    dWorldSetQuickStepNumIterations(world_, 10);
    for (const scenes::SceneBody& body : scene.bodies) add(body);
  }
  ~OdeHeap() {
    geoms_.clear();
    dJointGroupDestroy(joints_), dSpaceDestroy(space_), dWorldDestroy(world_);
    dCloseODE();
  }
  OdeHeap(const OdeHeap&) = delete;

  void find_contacts() {
    dJointGroupEmpty(joints_);
    points_ = 0;
    dSpaceCollide(space_, this, &OdeHeap::meet);
  }
  void step(double seconds) { dWorldQuickStep(world_, seconds); }
  int points() const { return points_; }

 private:
  void add(const scenes::SceneBody& body) {
    peers::Geom geom = peers::placed_geom(body.shape, body.pose);
    dSpaceAdd(space_, geom.get());
    if (body.motion != scenes::MotionKind::fixed) {
      const dBodyID b = dBodyCreate(world_);
      dMass mass;
      const Vec3<double> side = body.shape.get_if<Box<double>>()->half * 2.;
      dMassSetBox(&mass, 1000, side.x, side.y, side.z);
      dBodySetMass(b, &mass);
      dMatrix3 rotation{};
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) rotation[4 * i + j] = body.pose.rotation(i, j);
      dGeomSetBody(geom.get(), b);
      dBodySetPosition(b, body.pose.translation.x, body.pose.translation.y, body.pose.translation.z);
      dBodySetRotation(b, rotation);
    }
    geoms_.push_back(std::move(geom));
  }
  static void meet(void* self, dGeomID a, dGeomID b) {
    OdeHeap& heap = *static_cast<OdeHeap*>(self);
    dContact contacts[4] = {};
    const int count = dCollide(a, b, 4, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      contacts[i].surface.mode = dContactApprox1;
      contacts[i].surface.mu = 0.5;
      dJointAttach(dJointCreateContact(heap.world_, heap.joints_, &contacts[i]), dGeomGetBody(a), dGeomGetBody(b));
    }
    heap.points_ += count;
  }

  dWorldID world_{};
  dSpaceID space_{};
  dJointGroupID joints_{};
  std::vector<peers::Geom> geoms_;
  int points_ = 0;
};

}  // namespace tactus::bench
