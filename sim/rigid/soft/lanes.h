// SPDX-License-Identifier: MIT
#pragma once
/// The data of the soft solver for a group of contacts side by side.
#include <sim/rigid/soft/colors.h>
#include <sim/rigid/soft/eight.h>

namespace tactus {

/// Lets Vec3, dot and cross work on several vectors at once.
template <class T, std::size_t R> inline constexpr bool is_scalar<Four<T, R>> = true;
template <class T> inline constexpr bool is_scalar<sim::rigid::Eight<T>> = true;

}  // namespace tactus

namespace tactus::sim::rigid {

/// A number of each contact of a group, in memory: the same for every size of registers.
template <Scalar T> struct alignas(group_size * sizeof(T)) Lanes {
  T v[group_size] = {};
};
template <Scalar T> struct Lanes3 { Lanes<T> x, y, z; };

/// Symmetric matrices, one per lane.
template <Scalar T> struct SymmetricLanes { Lanes<T> xx, yy, zz, xy, yz, zx; };

/// The loops read all of this from memory in every pass, so it is kept as small as possible. Values that follow from a
/// few others are computed again.
template <Scalar T> struct PointLanes {
  Lanes3<T> turn;  // A's arm × normal
  Lanes<T> mass;
  Lanes<T> separation, gap;  // when the step began, and now
  Lanes<T> radius;  // mean distance between the point of friction and this point's share of the pressure
  Lanes<T> impulse, total;
  Lanes<T> coupling[3];  // change of this point's normal speed by a unit impulse at point 0, 1 or 2
};

/// Points are the corners of a patch, and the pressure of each acts between the corner and the middle. For a patch of
/// 1, 2, 3 or 4 corners under uniform pressure, the mean distance from the middle is this part of the corners'
/// distance: exactly 1/2 for a line, 0.46 for an equilateral triangle (0.44 for a thin one), 0.54 for a square (0.5 for
/// a plank).
template <Scalar T> inline constexpr T mean_radius[] = {T(0), T(0), T(0.5), T(0.45), T(0.52)};

/// Friction acts at one point of a contact, the centre of its pressure, and against twisting about the normal there.
template <Scalar T> struct ContactLanes {
  std::uint32_t a[group_size] = {}, b[group_size] = {};  // bodies; 0 where no contact is
  std::uint32_t size = 0;  // number of contacts
  std::uint32_t first_point = 0, count = 0;  // in the list of PointLanes
  std::uint32_t roll = 0;  // number of its RollLanes, counted from 1; 0 if it has none
  std::uint32_t moves_a = 0, moves_b = 0;  // one bit for each body with a finite mass; the others are never written
  Lanes3<T> normal;
  Lanes3<T> arm_a, arm_b;  // of the point of friction
  SymmetricLanes<T> inertia_a, inertia_b;  // inverses, in world axes
  Lanes<T> friction, tangent_mass, twist_mass;
  Lanes3<T> twist_slide;  // change of the sliding velocity by a unit twist
  Lanes3<T> impulse;  // of friction
  Lanes<T> impulse_twist;
  Lanes<T> fastest;  // the highest speed at which an overlap is removed
};

/// Rolling resistance: a torque against all turning of one body on the other. Only groups with such a material have it.
template <Scalar T> struct RollLanes {
  Lanes<T> arm;  // the greatest torque per unit impulse along the normal
  Lanes<T> mass;
  Lanes3<T> impulse;
};

/// With ω = 2πf, a = 2ζ + hω and c = hω·a: an overlap is removed at the rate ω/a, with c/(1 + c) of the mass, and 1/(1
/// + c) of the impulse is given back.
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
  bool measures = false;  // computes the gaps first, from the motion of the bodies since the step began
  bool totals = false;  // adds the impulses of the sub-step to the totals
};

/// The loops, each for one group of contacts (without RollLanes, they roll freely), or for some consecutive bodies.
template <Scalar T> struct SoftKernels {
  void (*prepare)(const StepProblem<T>&, const PairGroup&, T push_out, ContactLanes<T>&, PointLanes<T>*, RollLanes<T>*);
  void (*warm_start)(StepProblem<T>&, const ContactLanes<T>&, const PointLanes<T>*);
  void (*solve)(StepProblem<T>&, const SoftPass<T>&, ContactLanes<T>&, PointLanes<T>*, RollLanes<T>*);
  void (*move)(StepProblem<T>&, std::uint32_t first, std::uint32_t end, T h);
  void (*keep)(StepProblem<T>&, const PairGroup&, const ContactLanes<T>&, const PointLanes<T>*);
};

}  // namespace tactus::sim::rigid
