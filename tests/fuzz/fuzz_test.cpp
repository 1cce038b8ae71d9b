// SPDX-License-Identifier: MIT
/// The fuzzing targets with bytes from a seed: the same cases on every machine. 100 000 pairs and shapes, fewer of the
/// slower targets; ten times as many with TACTUS_TEST_SIZE=nightly, a twentieth with `small`. The libFuzzer programs,
/// which search for more: libfuzzer/.
#include <gtest/gtest.h>
#include <tests/fuzz/batch_target.h>
#include <tests/fuzz/feed.h>
#include <tests/fuzz/nonconvex_target.h>
#include <tests/fuzz/planar_target.h>
#include <tests/fuzz/targets.h>

namespace tactus::fuzz {
namespace {

template <class T> class Fuzz : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Fuzz, Scalars);

TYPED_TEST(Fuzz, Pairs) { feed(1, test_size(100'000), 1200, pair_target<TypeParam>); }
TYPED_TEST(Fuzz, Measures) { feed(11, test_size(100'000), 1200, measures_target<TypeParam>); }
TYPED_TEST(Fuzz, Planar) { feed(12, test_size(100'000), 300, planar_target<TypeParam>); }
TYPED_TEST(Fuzz, Algorithms) { feed(7, test_size(20'000), 1200, algorithms_target<TypeParam>); }
TYPED_TEST(Fuzz, Shapes) { feed(2, test_size(100'000), 200, shape_target<TypeParam>); }
TYPED_TEST(Fuzz, Motions) { feed(3, test_size(20'000), 1200, motion_target<TypeParam>); }
TYPED_TEST(Fuzz, Worlds) { feed(4, test_size(5'000), 1500, world_target<TypeParam>); }
TYPED_TEST(Fuzz, Nonconvex) { feed(8, test_size(3'000), 1500, nonconvex_target<TypeParam>); }
TYPED_TEST(Fuzz, Batches) { feed(9, test_size(4'000), 3000, batch_target<TypeParam>); }
TYPED_TEST(Fuzz, Bodies) { feed(10, test_size(200), 2000, bodies_target<TypeParam>); }
TYPED_TEST(Fuzz, HullFaces) { feed(5, test_size(20'000), 200, hull_faces_target<TypeParam>); }

/// Texts of good hulls with a few characters changed, doubled or removed, or numbers replaced.
std::string spoilt_text(Random& random) {
  std::vector<std::uint8_t> data = random_bytes(random, 60);
  Bytes bytes(data);
  std::ostringstream os;
  Hull<double> made = Hull<double>::from_points(std::vector<Vec3<double>>{{}});
  refusable([&] { made = hull<double>(bytes); });
  made.save(os);
  std::string text = os.str();
  constexpr const char* words[] = {"0", "-1", "4294967295", "4294967296", "3p9999999999", "1p1023", "-0p0", "nan", ""};
  for (int n = random.below(4); n > 0 && !text.empty(); --n) {
    const auto at = static_cast<std::size_t>(random.below(static_cast<int>(text.size())));
    switch (random.below(4)) {
      case 0: text[at] = static_cast<char>(random.below(256)); break;
      case 1: text.erase(at, static_cast<std::size_t>(random.below(20))); break;
      case 2:
        text.insert(at, text.substr(static_cast<std::size_t>(random.below(static_cast<int>(text.size()))), 5));
        break;
      default: {
        const auto begin = text.find_first_of(" \n", at);
        if (begin == std::string::npos) break;
        const auto end = std::min(text.find_first_of(" \n", begin + 1), text.size());
        text.replace(begin + 1, end - begin - 1, words[random.below(9)]);
      }
    }
  }
  return text;
}

TYPED_TEST(Fuzz, HullTexts) {
  for_each_case(6, test_size(20'000), [](Random& random) { hull_text_target<TypeParam>(spoilt_text(random)); });
}

}  // namespace
}  // namespace tactus::fuzz
