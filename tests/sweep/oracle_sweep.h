// SPDX-License-Identifier: MIT
#pragma once
/// Sweeps as the oracle's bodies and motions, number by number, and a trace that records the claims to be checked.
#include <tactus/sweep/conservative_advancement.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_sweeps.h>
#include <tests/oracle/sweep.h>

namespace tactus::testing {

template <Scalar T> oracle::Motion to_oracle(const Motion<T>& m) {
  return {to_oracle(m.start), to_oracle(m.velocity), to_oracle(m.angular_velocity), to_oracle(m.pivot)};
}
template <Scalar T>
oracle::MovingBodies to_oracle(const Shape<T>& a, const Motion<T>& motion_a, const Shape<T>& b,
                               const Motion<T>& motion_b) {
  return {to_oracle(a), to_oracle(b), to_oracle(motion_a), to_oracle(motion_b)};
}
inline oracle::MovingBodies to_oracle(const Sweep& s) { return to_oracle(s.a, s.motion_a, s.b, s.motion_b); }

/// Every advance, in order, as claims for the oracle.
template <Scalar T> struct Recorder {
  std::vector<oracle::Stretch> advances;
  std::vector<sweep::BallsApart<T>> balls;
  struct Covered {
    T from, to;
  };
  std::vector<Covered> covered;  // by either

  void operator()(const sweep::Advance<T>& e) {
    using L = long double;
    advances.push_back({L(e.from), L(e.to), to_oracle(e.direction.n), to_oracle(e.direction.turn), L(e.gap_from),
                        L(e.gap_to), L(e.curvature), L(e.floor)});
    covered.push_back({e.from, e.to});
  }
  void operator()(const sweep::BallsApart<T>& e) {
    balls.push_back(e);
    covered.push_back({e.from, e.to});
  }
  /// The time up to which the stretches follow each other without a gap, from 0 on.
  T reach() const {
    T t = 0;
    for (const Covered& c : covered) {
      if (c.from != t) return t;
      t = c.to;
    }
    return t;
  }
};

}  // namespace tactus::testing
