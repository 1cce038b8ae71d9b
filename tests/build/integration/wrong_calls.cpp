// SPDX-License-Identifier: MIT
// Calls that must not compile, each with a one-line reason. CASE: which one.
#include <tactus/tactus.h>

struct Pointless {  // no center()
  using Scalar = double;
  tactus::f64::Vec3 support(const tactus::f64::Vec3& d) const { return d; }
  double radius() const { return 0; }
};

int main() {
  const tactus::f64::Pose pose;
  const tactus::f64::Box box{{1, 1, 1}};
#if CASE == 0
  return contact(box, pose, box, pose).touching() ? 0 : 1;
#elif CASE == 1  // same scalar
  return contact(tactus::f32::Box{{1, 1, 1}}, pose, box, pose).touching();
#elif CASE == 2  // same scalar
  return manifold(box, pose, tactus::f32::Shape(tactus::f32::Box{{1, 1, 1}}), pose).count;
#elif CASE == 3  // center()
  return contact(Pointless{}, pose, box, pose).touching();
#endif
}
