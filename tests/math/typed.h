// SPDX-License-Identifier: MIT
// Shared by the tests of this folder: the list of scalars, seeded random numbers, and a bound in roundoffs.
#pragma once
#include <gtest/gtest.h>
#include <tactus/math/pose.h>

#include <random>
#include <sstream>
#include <string>

namespace tactus::testing {

using Reals = ::testing::Types<float, double, long double>;

template <class T> class Typed : public ::testing::Test {
 public:
  T uniform(double low, double high) {
    return static_cast<T>(std::uniform_real_distribution<double>(low, high)(engine_));
  }
  Vec3<T> vector() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  Quat<T> unit_quaternion() {
    const auto normal = [&] { return static_cast<T>(std::normal_distribution<double>()(engine_)); };
    return normalized(Quat<T>{normal(), normal(), normal(), normal()});
  }
  Mat3<T> rotation() { return to_matrix(unit_quaternion()); }
  Pose<T> pose() { return {rotation(), vector()}; }

 private:
  std::mt19937 engine_{7};
};

/// n units of roundoff at magnitude 1: the possible sum of n rounded operations.
template <class T> constexpr T roundoffs(int n) { return T(n) * unit_roundoff<T>; }

/// The difference of two numbers. (EXPECT_NEAR uses double, which is not precise enough for long double.)
template <class T> constexpr T off(T a, std::type_identity_t<T> b) { return abs(a - b); }

template <class Value> std::string printed(const Value& value) {
  std::ostringstream os;
  os << value;
  return os.str();
}

}  // namespace tactus::testing
