// SPDX-License-Identifier: MIT
/// FCL through its public call. Its motions interpolate two poses at constant angular velocity (CCDM_LINEAR), the same
/// motions as ours up to half a turn.
#include <bench/peers/fcl_shapes.h>
#include <bench/sweep/contestant.h>

namespace tactus::sweep_bench {
namespace {

using peers::to_fcl;

struct Moving {
  peers::FclGeometry a, b;
  fcl::Transform3d start_a, end_a, start_b, end_b;
};

}  // namespace

Contestant fcl_contestant(const std::vector<Sweep>& sweeps) {
  const auto moving = std::make_shared<std::vector<Moving>>();
  for (const Sweep& s : sweeps) {
    moving->push_back({s.a.visit(peers::ToFcl{}), s.b.visit(peers::ToFcl{}), to_fcl(s.motion_a.at(0)),
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
