/// FCL through its public call. Its motions interpolate two poses at constant angular velocity (CCDM_LINEAR), the same
/// motions as ours up to half a turn.
#include <bench/sweep/contestant.h>

#include <fcl/fcl.h>

namespace tactus::sweep_bench {
namespace {

using Geometry = std::shared_ptr<fcl::CollisionGeometryd>;

struct ToGeometry {
  Geometry operator()(const Box<double>& s) const {
    return std::make_shared<fcl::Boxd>(2 * s.half.x, 2 * s.half.y, 2 * s.half.z);
  }
  Geometry operator()(const Ellipsoid<double>& s) const {
    return std::make_shared<fcl::Ellipsoidd>(s.radii.x, s.radii.y, s.radii.z);
  }
  Geometry operator()(const Capsule<double>& s) const {
    return std::make_shared<fcl::Capsuled>(s.radius, 2 * s.half_height);
  }
  Geometry operator()(const Cylinder<double>& s) const {
    return std::make_shared<fcl::Cylinderd>(s.radius, 2 * s.half_height);
  }
  Geometry operator()(const Hull<double>& hull) const {
    const auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3<double>& v : hull.vertices()) vertices->push_back({v.x, v.y, v.z});
    const auto faces = std::make_shared<std::vector<int>>();
    for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
      faces->push_back(static_cast<int>(hull.face_loop(f).size()));
      for (std::uint32_t v : hull.face_loop(f)) faces->push_back(static_cast<int>(v));
    }
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(hull.face_count()), faces);
  }
  template <class S> Geometry operator()(const S&) const { return nullptr; }
};

fcl::Transform3d to_fcl(const Pose<double>& pose) {
  fcl::Transform3d x = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) x.linear()(i, j) = pose.rotation(i, j);
    x.translation()[i] = pose.translation[i];
  }
  return x;
}

struct Moving {
  Geometry a, b;
  fcl::Transform3d start_a, end_a, start_b, end_b;
};

}  // namespace

Contestant fcl_contestant(const std::vector<Sweep>& sweeps) {
  const auto moving = std::make_shared<std::vector<Moving>>();
  for (const Sweep& s : sweeps) {
    moving->push_back({s.a.visit(ToGeometry{}), s.b.visit(ToGeometry{}), to_fcl(s.motion_a.at(0)),
                       to_fcl(s.motion_a.at(1)), to_fcl(s.motion_b.at(0)), to_fcl(s.motion_b.at(1))});
    moving->back().a->computeLocalAABB();
    moving->back().b->computeLocalAABB();
  }
  return {"FCL", [moving](std::size_t i) {
            const Moving& m = (*moving)[i];
            fcl::ContinuousCollisionRequestd request(10, 1e-4, fcl::CCDM_LINEAR, fcl::GST_LIBCCD,
                                                     fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
            fcl::ContinuousCollisionResultd result;
            try {
              fcl::continuousCollide(m.a.get(), m.start_a, m.end_a, m.b.get(), m.start_b, m.end_b, request, result);
            } catch (const std::exception&) {
              return Reply{};
            }
            return Reply{result.is_collide, result.time_of_contact, 0};
          }};
}

}  // namespace tactus::sweep_bench
