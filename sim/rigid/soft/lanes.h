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

/// A number of each contact of a group, in memory. W contacts: the solver is made for the widest registers of the
/// machine, and so are its groups.
template <Scalar T, std::uint32_t W = width<T>> struct alignas(W * sizeof(T)) Lanes {
  T v[W] = {};
};
template <Scalar T, std::uint32_t W = width<T>> struct Lanes3 { Lanes<T, W> x, y, z; };

/// Symmetric matrices, one per lane.
template <Scalar T, std::uint32_t W = width<T>> struct SymmetricLanes { Lanes<T, W> xx, yy, zz, xy, yz, zx; };

/// The loops read all of this from memory in every pass, so it is kept as small as possible. Values that follow from a
/// few others are computed again.
template <Scalar T, std::uint32_t W = width<T>> struct PointLanes {
  Lanes3<T, W> turn;  // A's arm × normal
  Lanes<T, W> mass;
  Lanes<T, W> separation, gap;  // when the step began, and now
  Lanes<T, W> radius;  // mean distance between the point of friction and this point's share of the pressure
  Lanes<T, W> impulse, total;
  Lanes<T, W> coupling[3];  // change of this point's normal speed by a unit impulse at point 0, 1 or 2
};

/// Points are the corners of a patch, and the pressure of each acts between the corner and the middle. For a patch of
/// 1, 2, 3 or 4 corners under uniform pressure, the mean distance from the middle is this part of the corners'
/// distance: exactly 1/2 for a line, 0.46 for an equilateral triangle (0.44 for a thin one), 0.54 for a square (0.5 for
/// a plank).
template <Scalar T> inline constexpr T mean_radius[] = {T(0), T(0), T(0.5), T(0.45), T(0.52)};

/// Friction acts at one point of a contact, the centre of its pressure, and against twisting about the normal there.
template <Scalar T, std::uint32_t W = width<T>> struct ContactLanes {
  std::uint32_t a[W] = {}, b[W] = {};  // bodies; 0 where no contact is
  std::uint32_t first_point = 0, count = 0;  // in the list of PointLanes
  std::uint32_t roll = 0;  // number of its RollLanes, counted from 1; 0 if it has none
  std::uint32_t moves_a = 0, moves_b = 0;  // one bit for each body with a finite mass; the others are never written
  Lanes3<T, W> normal;
  Lanes3<T, W> arm_a, arm_b;  // of the point of friction
  SymmetricLanes<T, W> inertia_a, inertia_b;  // inverses, in world axes
  Lanes<T, W> friction, tangent_mass, twist_mass;
  Lanes3<T, W> twist_slide;  // change of the sliding velocity by a unit twist
  Lanes3<T, W> impulse;  // of friction
  Lanes<T, W> impulse_twist;
  Lanes<T, W> fastest;  // the highest speed at which an overlap is removed
};

/// Rolling resistance: a torque against all turning of one body on the other. Only groups with such a material have it.
template <Scalar T, std::uint32_t W = width<T>> struct RollLanes {
  Lanes<T, W> arm;  // the greatest torque per unit impulse along the normal
  Lanes<T, W> mass;
  Lanes3<T, W> impulse;
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
template <Scalar T, std::uint32_t W = width<T>> struct SoftKernels {
  void (*prepare)(const StepProblem<T>&, const PairGroup&, T push_out, ContactLanes<T, W>&, PointLanes<T, W>*,
                  RollLanes<T, W>*);
  void (*warm_start)(StepProblem<T>&, const ContactLanes<T, W>&, const PointLanes<T, W>*);
  void (*solve)(StepProblem<T>&, const SoftPass<T>&, ContactLanes<T, W>&, PointLanes<T, W>*, RollLanes<T, W>*);
  void (*move)(StepProblem<T>&, std::uint32_t first, std::uint32_t end, T h);
  void (*keep)(StepProblem<T>&, const PairGroup&, const ContactLanes<T, W>&, const PointLanes<T, W>*);
};

}  // namespace tactus::sim::rigid
