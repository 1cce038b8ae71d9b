#pragma once
/// Four contacts side by side: what the soft solver keeps of them, and vectors of four numbers that read like numbers.
#include <sim/rigid/soft/colors.h>
#include <tactus/math/four.h>

namespace tactus {

/// So that Vec3, dot and cross take four vectors at once.
template <class T, std::size_t R> inline constexpr bool is_scalar<Four<T, R>> = true;

}  // namespace tactus

namespace tactus::sim::rigid {

/// Four numbers in memory, the same for every size of registers.
template <Scalar T> struct alignas(4 * sizeof(T)) Lanes {
  T v[4] = {};
};
template <Scalar T> struct Lanes3 { Lanes<T> x, y, z; };

template <Scalar T> struct PointLanes {
  Lanes3<T> turn_a, turn_b;  // arm × normal
  Lanes3<T> spin_a, spin_b;  // what a unit impulse along the normal does to the angular velocities
  Lanes<T> mass;
  Lanes<T> separation, gap;  // when the step began, and now
  Lanes<T> radius;  // from the point where friction acts
  Lanes<T> impulse, total;
};

/// Friction acts at one point of a contact, the centre of its pressure, and against twisting about the normal there.
template <Scalar T> struct ContactLanes {
  std::uint32_t a[4] = {}, b[4] = {};  // bodies
  std::uint32_t first_point = 0, count = 0;  // in the list of PointLanes
  std::uint32_t moves_a = 0, moves_b = 0;  // a bit for each that has a mass: others are written to by nobody
  Lanes3<T> normal, tangent_u, tangent_v;
  Lanes3<T> arm_a, arm_b;  // of the point of friction
  Lanes3<T> spin_ua, spin_va, spin_ub, spin_vb, twist_a, twist_b;  // what unit impulses do to the angular velocities
  Lanes<T> friction, tangent_mass, twist_mass;
  Lanes<T> impulse_u, impulse_v, impulse_twist;
  Lanes<T> fastest;  // an overlap ends no faster
};

/// With ω = 2πf, a = 2ζ + hω and c = hω·a: an overlap is undone at the rate ω/a, by the part c/(1 + c) of the mass, and
/// the part 1/(1 + c) of the impulse gives way.
template <Scalar T> struct Softness {
  T rate{}, mass_scale{1}, impulse_scale{};

  static Softness of(T frequency, T damping_ratio, T h) {
    const T omega = T(2) * pi<T> * frequency, a = T(2) * damping_ratio + h * omega, c = h * omega * a;
    return {omega / a, c / (T(1) + c), T(1) / (T(1) + c)};
  }
};

/// One pass over contacts.
template <Scalar T> struct SoftPass {
  T h{};
  Softness<T> softness{};  // the default: rigid
  int rounds = 1;  // over the points of a contact that has more than two
  bool measures = false;  // gaps first, from how far the bodies have come
  bool totals = false;  // adds the impulses of the sub-step up
};

/// The three loops, for one group of contacts each.
template <Scalar T> struct SoftKernels {
  void (*prepare)(const StepProblem<T>&, const PairGroup&, T push_out, ContactLanes<T>&, PointLanes<T>*);
  void (*warm_start)(StepProblem<T>&, const ContactLanes<T>&, const PointLanes<T>*);
  void (*solve)(StepProblem<T>&, const SoftPass<T>&, ContactLanes<T>&, PointLanes<T>*);
};

}  // namespace tactus::sim::rigid
