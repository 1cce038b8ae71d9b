// SPDX-License-Identifier: MIT
// How much stack a contact of curved shapes takes: the numbers of docs/contract.md, for programs with small stacks.
#include <tactus/query.h>
#include <tests/helpers/random_pairs.h>

#include <pthread.h>

#include <gtest/gtest.h>

#include <cstring>

namespace tactus::testing {
namespace {

constexpr std::size_t kilobyte = 1024;

/// The stack of a thread, filled with a pattern, so that it shows how far down it was written.
class PaintedStack {
 public:
  /// How many bytes f() takes of it.
  template <class F> std::size_t bytes_used(F&& f) {
    constexpr auto nothing = [] {};
    const std::size_t by_the_thread = bytes_of_thread(nothing);
    return bytes_of_thread(f) - by_the_thread;
  }

 private:
  template <class F> std::size_t bytes_of_thread(F& f) {
    std::memset(memory_.get(), paint, size);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    EXPECT_EQ(pthread_attr_setstack(&attributes, memory_.get(), size), 0);
    const auto call = [](void* function) -> void* {
      (*static_cast<F*>(function))();
      return nullptr;
    };
    pthread_t thread{};
    EXPECT_EQ(pthread_create(&thread, &attributes, call, const_cast<void*>(static_cast<const void*>(&f))), 0);
    EXPECT_EQ(pthread_join(thread, nullptr), 0);
    pthread_attr_destroy(&attributes);
    std::size_t untouched = 0;
    while (untouched < size && memory_.get()[untouched] == paint) ++untouched;
    return size - untouched;
  }

  static constexpr std::size_t size = 512 * kilobyte, page = 4 * kilobyte;
  static constexpr unsigned char paint = 0xa5;
  struct Free {
    void operator()(unsigned char* memory) const { std::free(memory); }
  };
  std::unique_ptr<unsigned char, Free> memory_{static_cast<unsigned char*>(std::aligned_alloc(page, size))};
};

struct Used {
  std::size_t bytes;
  Contact<double> contact;
};
Used used_by_contact(PaintedStack& stack, const Shape<double>& a, const Shape<double>& b, const Pose<double>& x_ab) {
  Used used{};
  used.bytes = stack.bytes_used([&] { used.contact = contact(a, Pose<double>{}, b, x_ab); });
  return used;
}

/// All but two of 10 000 random pairs, which need more than the small workspace.
TEST(Stack, MostCurvedContactsTakeAtMost64Kilobytes) {
  PaintedStack stack;
  for (const Family family : {Family::ellipsoid, Family::cone, Family::cylinder, Family::superquadric}) {
    Random random(1);
    int by_epa = 0;
    for (int i = 0; i < 100; ++i) {
      const RandomPair p = random_pair(random, family);
      const Used used = used_by_contact(stack, p.a, p.b, p.x_ab);
      if (used.contact.distance >= 0 || used.contact.iterations >= epa::small_room) continue;
      ASSERT_LE(used.bytes, 64 * kilobyte) << p.a << p.b << used.contact;
      by_epa += used.bytes > 32 * kilobyte;  // otherwise the cores did not overlap
    }
    EXPECT_GT(by_epa, 20) << name(family);
  }
}

/// Nearly the same depth along a whole sphere, a cap or a circle of directions.
TEST(Stack, NoContactTakesMoreThan288Kilobytes) {
  PaintedStack stack;
  const Shape<double> ball = Superquadric<double>{{1, 1, 1}}, egg = Ellipsoid<double>{{1, 1, 3}};
  const Shape<double> can = Cylinder<double>{1, 0.5}, pillar = Cylinder<double>{1, 3}, cone = Cone<double>{1, 1};
  const Shape<double> drop =
      convex_hull(Sphere<double>{1}, transformed(Sphere<double>{0.2}, translation(0.5, 0.0, 0.0)));
  const std::pair<Shape<double>, Shape<double>> pairs[] = {{ball, ball},     {can, egg},   {ball, pillar}, {drop, drop},
                                                           {pillar, pillar}, {cone, cone}, {drop, ball}};
  for (const auto& [a, b] : pairs) {
    const Used used = used_by_contact(stack, a, b, translation(1e-5, 0.0, 0.0));
    EXPECT_GE(used.contact.iterations, epa::large_room - 16) << "not difficult: " << a << b << used.contact;
    EXPECT_LE(used.bytes, 288 * kilobyte) << a << b << used.contact;
  }
}

}  // namespace
}  // namespace tactus::testing
