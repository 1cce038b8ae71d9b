// SPDX-License-Identifier: MIT
/// Bullet's quantised tree of triangles, through the algorithm that its engine runs on a convex body and a mesh.
#include <bench/mesh/peer.h>
#include <bench/peers/bullet_shapes.h>

#include <chrono>

namespace tactus::mesh_bench {
namespace {

struct Setup {
  btTriangleIndexVertexArray array;
  std::unique_ptr<btBvhTriangleMeshShape> mesh;
  std::unique_ptr<btConvexHullShape> hull;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btCollisionObject ground, body;
  std::vector<double> vertices;
  std::vector<int> indices;
  btCollisionAlgorithm* algorithm = nullptr;
};

}  // namespace

Peer bullet_peer(const List& mesh, const Hull<double>& hull) {
  const auto s = std::make_shared<Setup>();
  for (const Vec& v : mesh.vertices) s->vertices.insert(s->vertices.end(), {v.x, v.y, v.z});
  for (const auto& t : mesh.triangles) s->indices.insert(s->indices.end(), t.begin(), t.end());
  btIndexedMesh part;
  part.m_numTriangles = static_cast<int>(mesh.triangles.size());
  part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(s->indices.data());
  part.m_triangleIndexStride = 3 * sizeof(int);
  part.m_numVertices = static_cast<int>(mesh.vertices.size());
  part.m_vertexBase = reinterpret_cast<const unsigned char*>(s->vertices.data());
  part.m_vertexStride = 3 * sizeof(double);
  part.m_vertexType = PHY_DOUBLE;
  s->array.addIndexedMesh(part);
  Peer peer{"Bullet"};
  const auto start = std::chrono::steady_clock::now();
  s->mesh = std::make_unique<btBvhTriangleMeshShape>(&s->array, true);
  peer.build_milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  peer.bytes_per_triangle = 2.0 * sizeof(btQuantizedBvhNode) + 3 * sizeof(int);
  s->mesh->setMargin(0);
  s->hull = peers::to_bullet(hull);
  s->ground.setCollisionShape(s->mesh.get());
  s->body.setCollisionShape(s->hull.get());
  btCollisionObjectWrapper a(nullptr, s->hull.get(), &s->body, s->body.getWorldTransform(), -1, -1);
  btCollisionObjectWrapper b(nullptr, s->mesh.get(), &s->ground, s->ground.getWorldTransform(), -1, -1);
  s->algorithm = s->dispatcher.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
  peer.contact = [s](const Pose& pose) {
    s->body.setWorldTransform(peers::to_bullet(pose));
    btCollisionObjectWrapper in_a(nullptr, s->hull.get(), &s->body, s->body.getWorldTransform(), -1, -1);
    btCollisionObjectWrapper in_b(nullptr, s->mesh.get(), &s->ground, s->ground.getWorldTransform(), -1, -1);
    btManifoldResult result(&in_a, &in_b);
    s->algorithm->processCollision(&in_a, &in_b, btDispatcherInfo(), &result);
    btManifoldArray manifolds;
    s->algorithm->getAllContactManifolds(manifolds);
    int count = 0;
    for (int i = 0; i < manifolds.size(); ++i) {
      for (int k = 0; k < manifolds[i]->getNumContacts(); ++k)
        count += manifolds[i]->getContactPoint(k).getDistance() <= 0;
      manifolds[i]->clearManifold();
    }
    return count;
  };
  return peer;
}

}  // namespace tactus::mesh_bench
