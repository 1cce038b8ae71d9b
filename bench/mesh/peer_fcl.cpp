// SPDX-License-Identifier: MIT
/// FCL's bounding-volume tree of OBBRSS, with libccd as its narrow phase for hulls.
#include <bench/mesh/peer.h>
#include <bench/peers/fcl_shapes.h>

#include <chrono>

namespace tactus::mesh_bench {
namespace {

using Model = fcl::BVHModel<fcl::OBBRSSd>;

std::shared_ptr<Model> model_of(const List& mesh) {
  std::vector<fcl::Vector3d> vertices;
  for (const Vec& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
  std::vector<fcl::Triangle> triangles;
  for (const auto& [a, b, c] : mesh.triangles)
    triangles.emplace_back(static_cast<std::size_t>(a), static_cast<std::size_t>(b), static_cast<std::size_t>(c));
  auto model = std::make_shared<Model>();
  model->beginModel();
  model->addSubModel(vertices, triangles);
  model->endModel();
  model->computeLocalAABB();
  return model;
}

}  // namespace

Peer fcl_peer(const List& mesh, const Hull<double>* hull, const List* other) {
  const auto start = std::chrono::steady_clock::now();
  const auto model = model_of(mesh);
  Peer peer{"FCL"};
  peer.build_milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  peer.bytes_per_triangle = static_cast<double>(sizeof(fcl::BVNode<fcl::OBBRSSd>)) * 2 + sizeof(fcl::Triangle);
  peers::FclGeometry moved;
  if (hull) moved = peers::ToFcl{}(*hull);
  if (other) moved = model_of(*other);
  moved->computeLocalAABB();
  peer.intersects = [=](const Pose& pose) {
    fcl::CollisionRequestd request(1, false);
    fcl::CollisionResultd result;
    fcl::collide(model.get(), fcl::Transform3d::Identity(), moved.get(), peers::to_fcl(pose), request, result);
    return result.isCollision();
  };
  peer.distance = [=](const Pose& pose) {
    fcl::DistanceRequestd request;
    fcl::DistanceResultd result;
    try {
      fcl::distance(model.get(), fcl::Transform3d::Identity(), moved.get(), peers::to_fcl(pose), request, result);
    } catch (const std::exception&) {
      return -1.0;
    }
    return std::max(0.0, result.min_distance);
  };
  peer.contact = [=](const Pose& pose) {
    constexpr std::size_t all = 100'000;
    fcl::CollisionRequestd request(all, true);
    fcl::CollisionResultd result;
    fcl::collide(model.get(), fcl::Transform3d::Identity(), moved.get(), peers::to_fcl(pose), request, result);
    return static_cast<int>(result.numContacts());
  };
  return peer;
}

}  // namespace tactus::mesh_bench
