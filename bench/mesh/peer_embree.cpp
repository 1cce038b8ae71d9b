// SPDX-License-Identifier: MIT
/// Embree's single rays, in float, with its robust mode.
#include <bench/mesh/peer.h>

#include <embree3/rtcore.h>

#include <chrono>
#include <limits>
#include <memory>

namespace tactus::mesh_bench {

Peer embree_peer(const List& mesh) {
  const auto device = std::shared_ptr<RTCDeviceTy>(rtcNewDevice("threads=1"), rtcReleaseDevice);
  const auto start = std::chrono::steady_clock::now();
  const auto scene = std::shared_ptr<RTCSceneTy>(rtcNewScene(device.get()), rtcReleaseScene);
  rtcSetSceneFlags(scene.get(), RTC_SCENE_FLAG_ROBUST);
  RTCGeometry geometry = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_TRIANGLE);
  auto* v = static_cast<float*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                                        3 * sizeof(float), mesh.vertices.size()));
  for (const Vec& p : mesh.vertices) *v++ = float(p.x), *v++ = float(p.y), *v++ = float(p.z);
  auto* i = static_cast<unsigned*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                           3 * sizeof(unsigned), mesh.triangles.size()));
  for (const auto& t : mesh.triangles)
    for (const int k : t) *i++ = static_cast<unsigned>(k);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(scene.get(), geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(scene.get());
  Peer peer{"Embree"};
  peer.build_milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  peer.ray = [device, scene](const Vec& o, const Vec& d) {
    RTCRayHit r{};
    r.ray.org_x = float(o.x), r.ray.org_y = float(o.y), r.ray.org_z = float(o.z);
    r.ray.dir_x = float(d.x), r.ray.dir_y = float(d.y), r.ray.dir_z = float(d.z);
    r.ray.tfar = std::numeric_limits<float>::infinity(), r.ray.mask = ~0u;
    r.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    rtcIntersect1(scene.get(), &context, &r);
    return r.hit.geomID == RTC_INVALID_GEOMETRY_ID ? std::numeric_limits<double>::infinity() : double(r.ray.tfar);
  };
  return peer;
}

}  // namespace tactus::mesh_bench
