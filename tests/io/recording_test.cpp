// SPDX-License-Identifier: MIT
/// Recordings: the output equals the input, to the stated error, and resting bodies cost next to nothing.
#include <io/base64.h>
#include <io/record_world.h>
#include <io/recording.h>
#include <tests/io/every_shape.h>
#include <tests/io/recording_reader.h>
#include <tests/io/scratch_folder.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>

namespace tactus::io {
namespace {

using testing::all_with;
using testing::DecodedFrames;

std::vector<RecordedBody> some_bodies(std::size_t count) {
  std::vector<RecordedBody> bodies;
  for (std::size_t i = 0; i < count; ++i)
    bodies.push_back({"b", Sphere<double>{0.5}, scenes::MotionKind::dynamic, "", 2});
  return bodies;
}

/// Bodies that tumble about at up to 40 m/s, and every third one at rest.
std::vector<BodyState> random_states(std::size_t count, int frame, unsigned seed) {
  std::vector<BodyState> states;
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3<double> v{40 * unit(random), 40 * unit(random), 40 * unit(random)}, axis{unit(random), unit(random), 1};
    const double t = i % 3 == 0 ? 0.0 : frame / 60.0, spin = 20 * unit(random);
    states.push_back({Pose<double>{rotation(axis, spin * t).rotation, v * t}, norm(v),
                      static_cast<std::int32_t>(i % 5) - 1 + (frame > 7 ? 1 : 0),
                      (i + static_cast<std::size_t>(frame) / 4) % 2 == 0});
  }
  return states;
}

nlohmann::json json_of(const std::vector<std::byte>& payload) {
  return nlohmann::json::parse(reinterpret_cast<const char*>(payload.data()),
                               reinterpret_cast<const char*>(payload.data()) + payload.size());
}

TEST(Recording, PosesComeBackToTheStatedError) {
  const std::size_t count = 100;
  Recording recording({}, some_bodies(count));
  const Quantization steps = recording.quantization();
  for (int f = 0; f < 50; ++f) recording.add_frame({.time = f / 60.0, .bodies = random_states(count, f, 3)});
  DecodedFrames decoded{.bodies = count};
  for (const auto& payload : all_with(testing::sections_of(recording.bytes()), "FRAM")) decoded.add(payload);
  ASSERT_EQ(decoded.poses.size(), 50u);
  double worst_angle = 0, worst_place = 0;
  for (int f = 0; f < 50; ++f) {
    const auto frame = static_cast<std::size_t>(f);
    const auto states = random_states(count, f, 3);
    EXPECT_EQ(decoded.times[frame], f / 60.0);
    for (std::size_t i = 0; i < count; ++i) {
      const auto& n = decoded.poses[frame][i];
      const Vec3<double> place{n[0] * steps.position, n[1] * steps.position, n[2] * steps.position};
      worst_place = std::max(worst_place, max_abs(place - states[i].pose.translation));
      const auto q = normalized(Quat<double>{n[3] * steps.quaternion, n[4] * steps.quaternion, n[5] * steps.quaternion,
                                             n[6] * steps.quaternion});
      worst_angle = std::max(worst_angle, to_axis_angle(transpose(to_matrix(q)) * states[i].pose.rotation).angle);
      EXPECT_NEAR(decoded.speeds[frame][i] * steps.speed, states[i].speed, steps.speed / 2 * 1.0001);
      EXPECT_EQ(decoded.islands[frame][i], states[i].island);
      EXPECT_EQ(decoded.asleep[frame][i] != 0, states[i].asleep);
    }
  }
  EXPECT_LE(worst_place, steps.position / 2 * 1.0001);
  EXPECT_GT(worst_place, steps.position / 4);  // otherwise nothing was tested
  EXPECT_LE(worst_angle, 2 * steps.quaternion);
  EXPECT_GT(worst_angle, steps.quaternion / 4);
}

TEST(Recording, RestCostsABitPerBodyAndFrame) {
  const std::size_t count = 5000;
  Recording recording({}, some_bodies(count));
  const auto states = random_states(count, 0, 5);
  for (int f = 0; f < 2; ++f) recording.add_frame({.bodies = states});
  const std::size_t before = recording.bytes().size();
  for (int f = 0; f < 200; ++f) recording.add_frame({.bodies = states});
  EXPECT_LT(recording.bytes().size() - before, count * 200 / 100);
}

/// 60 MB of page for 5000 bodies and 600 frames are 15 bytes per pose, after base64 and with everything else: poses may
/// have half of that. These spin at up to 20 radians a second, two thirds of them.
TEST(Recording, MotionCostsAFewBytesPerPose) {
  const std::size_t count = 1000, frames = 60;
  Recording recording({}, some_bodies(count));
  for (std::size_t f = 0; f < frames; ++f)
    recording.add_frame({.bodies = random_states(count, static_cast<int>(f), 6)});
  EXPECT_LT(static_cast<double>(recording.bytes().size()) / (count * frames), 7.5);
}

TEST(Recording, DetailsComeBackNumberForNumber) {
  World<double> world;
  std::vector<RecordedBody> bodies;
  std::vector<BodyId> ids;
  const auto add = [&](const Shape<double>& shape, const Pose<double>& pose, bool fixed) {
    ids.push_back(world.add({.shape = shape, .pose = pose, .is_static = fixed, .margin = 0.01}));
    bodies.push_back({"", shape, fixed ? scenes::MotionKind::fixed : scenes::MotionKind::dynamic});
  };
  add(HalfSpace<double>{}, {}, true);
  for (int i = 0; i < 6; ++i) add(Box<double>{{0.5, 0.5, 0.5}}, translation(0.3 * i, 0.0, 0.49 + 0.98 * i), false);
  world.update(1);
  FrameDetails details{.contacts = contacts_of(world, [](BodyId id) { return id.slot; }),
                       .boxes = boxes_of(world, ids),
                       .pairs = pairs_of(world, ids)};
  ASSERT_EQ(details.contacts.size(), 6u);
  ASSERT_EQ(details.pairs.size(), 5u);  // half-spaces are not in the broad phase
  Recording recording({.details_every = 3, .details_first = 4, .details_end = 5}, bodies);
  std::vector<BodyState> states;
  for (const BodyId id : ids) states.push_back({world.body(id).pose});
  for (int f = 0; f < 7; ++f) {
    EXPECT_EQ(recording.wants_details(), f % 3 == 0 || f == 4);
    recording.add_frame({.bodies = states, .details = &details});
  }
  const auto payloads = all_with(testing::sections_of(recording.bytes()), "DETL");
  ASSERT_EQ(payloads.size(), 4u);
  ByteReader reader(payloads[2]);
  EXPECT_EQ(reader.read<std::uint32_t>(), 4u);
  const auto contacts = reader.read<std::uint32_t>(), points = reader.read<std::uint32_t>(),
             boxes = reader.read<std::uint32_t>(), pairs = reader.read<std::uint32_t>();
  ASSERT_EQ(contacts, 6u);
  ASSERT_EQ(points, 24u);
  ASSERT_EQ(boxes, 7u);
  ASSERT_EQ(pairs, 5u);
  const auto a = testing::read_column<std::uint32_t>(reader, contacts);
  for (int skipped = 0; skipped < 2; ++skipped) testing::read_column<std::uint32_t>(reader, contacts);
  const auto counts = testing::read_column<std::uint32_t>(reader, contacts);
  const auto distance = testing::read_column<double>(reader, contacts);
  const auto lower = testing::read_column<double>(reader, contacts);
  const auto upper = testing::read_column<double>(reader, contacts);
  for (std::size_t i = 0; i < contacts; ++i) {
    const RecordedContact& c = details.contacts[i];
    EXPECT_EQ(a[i], c.a);
    EXPECT_EQ(counts[i], 4u);
    EXPECT_EQ(distance[i], c.contact.distance);
    EXPECT_EQ(lower[i], c.contact.lower);
    EXPECT_EQ(upper[i], c.contact.upper);
    EXPECT_LE(lower[i], upper[i]);
  }
}

TEST(Recording, MeshesAreSharedAndTheHeaderNamesBodies) {
  std::vector<RecordedBody> bodies;
  for (int i = 1; i <= 4; ++i) bodies.push_back({"box " + std::to_string(i), Box<double>{{0.1 * i, 1, 2}}});
  for (const Shape<double>& shape : testing::every_shape()) bodies.push_back({"", shape});
  const Recording recording({.title = "a title with \"quotes\""}, bodies);
  const auto sections = testing::sections_of(recording.bytes());
  const auto header = json_of(all_with(sections, "HEAD").at(0));
  EXPECT_EQ(header["title"], "a title with \"quotes\"");
  ASSERT_EQ(header["bodies"].size(), bodies.size());
  EXPECT_EQ(header["bodies"][3]["name"], "box 4");
  EXPECT_EQ(header["bodies"][0]["mesh"], header["bodies"][3]["mesh"]);
  EXPECT_DOUBLE_EQ(header["bodies"][3]["scale"][0], 0.4);
  EXPECT_LT(all_with(sections, "MESH").size(), bodies.size() - 3);
}

TEST(Recording, BodiesThatAreNotConvexShareTheirTriangles) {
  const Compound<double> pair({{Box<double>{{0.1, 1, 2}}, {}}, {Sphere<double>{1}, translation(0., 0., 3.)}});
  const HeightGrid<double> grid{.columns = 3, .rows = 2, .heights = {1, 2, 3, 4, 5, 6}};
  std::vector<RecordedBody> bodies{
      {"box", Box<double>{}}, {"a", Box<double>{}}, {"b", Box<double>{}}, {"field", Box<double>{}}};
  bodies[1].nonconvex = bodies[2].nonconvex = pair, bodies[3].nonconvex = HeightField<double>(grid);
  bodies[3].motion = scenes::MotionKind::fixed;
  const auto sections = testing::sections_of(Recording({}, bodies).bytes());
  const auto list = json_of(all_with(sections, "HEAD").at(0))["bodies"];
  EXPECT_EQ(list[1]["kind"], "Compound");
  EXPECT_EQ(list[1]["shape"], "Compound of 2 pieces");
  EXPECT_EQ(list[3]["shape"], "HeightField of 3 x 2 heights");
  EXPECT_EQ(list[1]["mesh"], list[2]["mesh"]);
  EXPECT_EQ(all_with(sections, "MESH").size(), 3u);
}

TEST(Recording, WrongFramesAreRefused) {
  Recording recording({.phases = {"solve"}}, some_bodies(2));
  const std::vector<double> times{1.0};
  EXPECT_THROW(recording.add_frame({.bodies = random_states(3, 0, 1), .phase_milliseconds = times}),
               std::invalid_argument);
  EXPECT_THROW(recording.add_frame({.bodies = random_states(2, 0, 1)}), std::invalid_argument);
  auto broken = random_states(2, 0, 1);
  broken[1].pose.translation.x = infinity<double>;
  EXPECT_THROW(recording.add_frame({.bodies = broken, .phase_milliseconds = times}), std::invalid_argument);
  EXPECT_EQ(recording.frames(), 0u);
  recording.add_frame({.bodies = random_states(2, 0, 1), .phase_milliseconds = times});
  EXPECT_EQ(all_with(testing::sections_of(recording.bytes()), "FRAM").size(), 1u);
}

TEST(Recording, ThePageHoldsTheRecording) {
  Recording recording({}, some_bodies(3));
  recording.add_frame({.bodies = random_states(3, 0, 1)});
  const testing::ScratchFolder folder;
  EXPECT_EQ(Recording::page_available(), Recording::why_no_page().empty());
  if (!Recording::page_available()) {
    EXPECT_THROW(recording.write_html(folder / "a.html"), std::runtime_error);
    GTEST_SKIP() << "this build has no page";
  }
  recording.write_html(folder / "a.html");
  const std::string page = testing::file_text(folder / "a.html");
  EXPECT_NE(page.find(base64(recording.bytes())), page.npos);
  EXPECT_EQ(page.find("@TACTUS_RECORDING@"), page.npos);
  for (const char* fetched : {"<script src", "<link rel=\"stylesheet\"", "import(\"http"})
    EXPECT_EQ(page.find(fetched), page.npos) << fetched;
}

TEST(Base64, IsTheOneOfTheStandard) {
  const auto of = [](const std::string& text) { return base64(std::as_bytes(std::span(text))); };
  EXPECT_EQ(of(""), "");  // RFC 4648, section 10
  EXPECT_EQ(of("f"), "Zg==");
  EXPECT_EQ(of("fo"), "Zm8=");
  EXPECT_EQ(of("foobar"), "Zm9vYmFy");
}

}  // namespace
}  // namespace tactus::io
