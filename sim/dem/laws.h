// SPDX-License-Identifier: MIT
#pragma once
/// Contact laws: the force between two particles, from their overlap and motion. The user gives a small struct
/// (LinearLaw). It is checked once and turned into a form that is fast for many contacts (LinearForce).
///
/// [Cundall & Strack 1979; Tsuji, Tanaka & Ishida 1992; Ai, Chen, Rotter & Ooi 2011; Feng & Tan 2019, §4.3]
#include <tactus/math/vec3.h>

#include <variant>

namespace tactus::sim::dem {

/// The memory of a contact point from step to step, of B relative to A: how far its tangential spring is stretched, and
/// by which angle its rolling spring is turned.
template <Scalar T> struct PointHistory {
  Vec3<T> slide{}, roll{};  // the stretch; the angle about each axis
};

/// A rolling spring of stiffness `stiffness` · k_t · R², limited by the torque friction · R · F_n [Ai et al. 2011,
/// model C].
template <Scalar T> struct RollingResistance {
  T friction{};  // 0: no rolling resistance
  T stiffness = T(1);
};

/// A spring, a damper and Coulomb friction at every contact point; polyhedra that lie face on face have up to four.
template <Scalar T> struct LinearLaw {
  T stiffness = T(1e5L);  // newtons per metre, of each spring
  T tangential = T(2) / T(7);  // tangential stiffness, relative to `stiffness`
  T restitution = T(0.5);  // of two spheres; the damping follows from it
  T friction = T(0.5);  // Coulomb's coefficient
  RollingResistance<T> rolling{};  // against turning on the other body
  bool deepest_only = false;  // one spring per pair, at its deepest point, as in Feng and Tan's simulations
  bool pulls = true;  // the damper may pull at the end of a collision, as in the closed form; if false, it never pulls
};

/// Hertz's normal and Mindlin's tangential spring, with one material for all particles. The radius R of a polyhedron is
/// that of a ball of its volume; that of a wall is infinite.
template <Scalar T> struct HertzMindlinLaw {
  T young = T(1e7L);  // pascals
  T poisson = T(0.3L);  // Poisson's ratio
  T restitution = T(0.5);  // of two spheres; the damping follows from it
  T friction = T(0.5);  // Coulomb's coefficient
  RollingResistance<T> rolling{};  // against turning on the other body
  bool pulls = true;  // as for LinearLaw
};

/// An energy E(V) = modulus · V^exponent of the overlap's volume, so that a closed path loses no energy, even if
/// contact features change on it. For boxes, hulls and half-spaces.
template <Scalar T> struct VolumeLaw {
  T modulus = T(1e10L);  // joules per cubic metre to the exponent
  T exponent = T(2);  // 2: two faces that meet are a linear spring
  T damping{};  // pressure per rate of volume, in pascal seconds per cubic metre
  T friction{};  // Coulomb's coefficient
  T tangential = T(1e5L);  // newtons per metre; used only with friction
};

/// One of the laws.
template <Scalar T> using Law = std::variant<LinearLaw<T>, HertzMindlinLaw<T>, VolumeLaw<T>>;

/// Throws std::invalid_argument with the invalid number and the valid range.
template <Scalar T> void check(const Law<T>& law);

/// The springs and dampers of one contact point, for the critical step: along the normal, and across it. `rolling` is
/// the q of a rolling spring of stiffness q R²: it resists a turn no more than a spring q at the distance R or more.
template <Scalar T> struct Springs {
  T stiffness{}, damping{};  // along the normal
  T across{}, across_damping{};  // stiffness and damping across the normal
  T rolling{};  // q

  /// A stiffness that no direction exceeds.
  T stiffest() const { return max(stiffness, across) + rolling; }
  /// The greater of the two dampings.
  T most_damping() const { return max(damping, across_damping); }
};
/// Between bodies of effective mass `mass` and effective radius `radius`. A law whose stiffness grows with the overlap
/// is evaluated at an overlap of a hundredth of the radius.
template <Scalar T> Springs<T> springs_of(const Law<T>& law, T mass, T radius);

/// The input of a law: one contact point.
template <Scalar T> struct PointState {
  Vec3<T> normal;  // from A to B
  T depth;
  Vec3<T> velocity;  // of B's point relative to A's
  Vec3<T> spin;  // of B relative to A
};

/// The result of a law: the force and the rolling torque on B and, for the energy balance, the parts of them that
/// dissipate.
template <Scalar T> struct PointForce {
  Vec3<T> force{}, torque{};
  T normal{};  // component of the force along the normal
  T elastic{}, stretched{};  // energy of the normal spring; of the tangential and rolling springs together
  /// Force of the dampers (while the tangential spring holds), and force of a spring that slips.
  Vec3<T> damping{}, sliding{};
  T freed_damping{}, freed_sliding{}, freed_rolling{};  // energy that these springs gave back since the last step
};

/// The constants of a contact, computed once for all its points.
template <Scalar T> struct PairConstants {
  T radius{};  // R*; infinite if neither body has a radius
  T stiffness{}, tangential{};  // linear: k; Hertz: k/sqrt(depth)
  T damping{}, tangential_damping{};  // linear: c; Hertz: c/depth^(1/4)
};

/// -ln e/sqrt(ln² e + π²): the part of critical damping that leaves a restitution of e.
template <Scalar T> T damping_ratio(T restitution);

/// The springs across the normal, shared by all laws.
template <Scalar T> struct Tangential {
  T friction{};
  RollingResistance<T> rolling{};
  T step{};

  /// The part of Springs that is across the normal, with this stiffness and damping of the tangential spring.
  void add_to(Springs<T>& s, T stiffness, T damping) const {
    if (friction > T(0)) s.across = stiffness, s.across_damping = damping;
    if (rolling.friction > T(0)) s.rolling = rolling.stiffness * stiffness;
  }

  /// Turns the remembered stretch into the plane perpendicular to the new normal, without changing its length.
  static Vec3<T> turned(const Vec3<T>& v, const Vec3<T>& normal) {
    const T before = norm_squared(v);
    if (!(before > T(0))) return {};
    const Vec3<T> flat = v - normal * dot(v, normal);
    const T after = norm_squared(flat);
    return after > T(0) ? flat * sqrt(before / after) : Vec3<T>{};
  }

  /// radius: R* of the pair.
  [[gnu::always_inline]] void add(PointForce<T>& f, const PointState<T>& s, PointHistory<T>& h, T stiffness, T damping,
                                  T radius) const {
    const T push = max(f.normal, T(0));
    if (friction > T(0)) {
      const Vec3<T> across = s.velocity - s.normal * dot(s.velocity, s.normal);
      const Spring spring{stiffness, damping, friction * push};
      const Pull pull = drawn(h.slide, s.normal, across, spring);
      (pull.slips ? f.sliding : f.damping) += pull.value;
      (pull.slips ? f.freed_sliding : f.freed_damping) += pull.freed;
      f.stretched += pull.stored, f.force += pull.value;
    }
    if (rolling.friction > T(0)) {
      const Vec3<T> across = s.spin - s.normal * dot(s.spin, s.normal);
      const T k = rolling.stiffness * stiffness * radius * radius;
      const Pull pull = drawn(h.roll, s.normal, across, {k, T(0), rolling.friction * radius * push});
      f.freed_rolling += pull.freed, f.stretched += pull.stored, f.torque += pull.value;
    }
  }

 private:
  struct Spring {
    T stiffness, damping, limit;
  };
  struct Pull {
    Vec3<T> value;
    T stored, freed;  // freed: energy stored before, minus energy stored now
    bool slips;
  };

  /// Stretches a spring by rate times the time step. If it then pulls harder than its limit, it slips until it pulls
  /// with the limit.
  [[gnu::always_inline]] Pull drawn(Vec3<T>& stretch, const Vec3<T>& normal, const Vec3<T>& rate,
                                    const Spring& spring) const {
    const Vec3<T> before = turned(stretch, normal);
    stretch = before + rate * step;
    Vec3<T> pull = stretch * -spring.stiffness - rate * spring.damping;
    const T size2 = norm_squared(pull);
    const bool slips = size2 > spring.limit * spring.limit;
    if (slips) {
      pull *= spring.limit / sqrt(size2);
      stretch =
          /// The spring alone carries the limit: if the damper took part of it, the spring could stretch back.
          pull * (T(-1) / spring.stiffness);
    }
    const T half = spring.stiffness * T(0.5), stored = half * norm_squared(stretch);
    return {pull, stored, half * norm_squared(before) - stored, slips};
  }
};

template <Scalar T> class LinearForce {
 public:
  LinearForce(const LinearLaw<T>& law, T step)
      : law_(law), ratio_(damping_ratio(law.restitution)), across_{law.friction, law.rolling, step} {}

  bool deepest_only() const { return law_.deepest_only; }
  PairConstants<T> of_pair(T mass, T radius) const {
    const T k = law_.stiffness, kt = k * law_.tangential;
    const T c = T(2) * ratio_ * sqrt(k * mass);
    return {radius, k, kt, c, c * sqrt_tangential_};
  }
  Springs<T> springs(const PairConstants<T>& pair, T) const {
    Springs<T> s{pair.stiffness, pair.damping};
    across_.add_to(s, pair.tangential, pair.tangential_damping);
    return s;
  }
  PointForce<T> operator()(const PairConstants<T>& pair, const PointState<T>& s, PointHistory<T>& h) const {
    const T closing = -dot(s.velocity, s.normal);
    PointForce<T> f;
    const T spring = pair.stiffness * s.depth;
    f.normal = spring + pair.damping * closing;
    if (!law_.pulls && f.normal < T(0)) f.normal = T(0);
    f.elastic = spring * s.depth * T(0.5);
    f.force = s.normal * f.normal;
    f.damping = s.normal * (f.normal - spring);
    across_.add(f, s, h, pair.tangential, pair.tangential_damping, pair.radius);
    return f;
  }

 private:
  LinearLaw<T> law_;
  T ratio_;
  T sqrt_tangential_ = sqrt(law_.tangential);
  Tangential<T> across_;
};

template <Scalar T> class HertzMindlinForce {
 public:
  HertzMindlinForce(const HertzMindlinLaw<T>& law, T step)
      : law_(law), ratio_(damping_ratio(law.restitution)), across_{law.friction, law.rolling, step} {
    young_ = law.young / (T(2) * (T(1) - square(law.poisson)));
    const T shear = law.young / (T(2) * (T(1) + law.poisson));
    shear_ = shear / (T(2) * (T(2) - law.poisson));
  }

  bool deepest_only() const { return false; }
  /// k_n = 2 E* sqrt(R* δ), k_t = 8 G* sqrt(R* δ), c = 2 sqrt(5/6) β sqrt(k m*): all without the factor of δ.
  PairConstants<T> of_pair(T mass, T radius) const {
    const T kn = T(2) * young_ * sqrt(radius), kt = T(8) * shear_ * sqrt(radius);
    const T c = T(2) * sqrt(T(5) / T(6)) * ratio_;
    return {radius, kn, kt, c * sqrt(kn * mass), c * sqrt(kt * mass)};
  }
  Springs<T> springs(const PairConstants<T>& pair, T depth) const {
    const T root = sqrt(depth), fourth = sqrt(root);
    Springs<T> s{pair.stiffness * root, pair.damping * fourth};
    across_.add_to(s, pair.tangential * root, pair.tangential_damping * fourth);
    return s;
  }
  PointForce<T> operator()(const PairConstants<T>& pair, const PointState<T>& s, PointHistory<T>& h) const {
    const T closing = -dot(s.velocity, s.normal);
    const T root = sqrt(s.depth), fourth = sqrt(root);
    const T spring = pair.stiffness * root * s.depth * (T(2) / T(3));
    PointForce<T> f;
    f.normal = spring + pair.damping * fourth * closing;
    if (!law_.pulls && f.normal < T(0)) f.normal = T(0);
    f.elastic = spring * s.depth * T(0.4L);
    f.force = s.normal * f.normal;
    f.damping = s.normal * (f.normal - spring);
    if (root > T(0)) across_.add(f, s, h, pair.tangential * root, pair.tangential_damping * fourth, pair.radius);
    return f;
  }

 private:
  HertzMindlinLaw<T> law_;
  T ratio_, young_{}, shear_{};
  Tangential<T> across_;
};

}  // namespace tactus::sim::dem
