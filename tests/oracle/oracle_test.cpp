// SPDX-License-Identifier: MIT
// The oracles against closed forms and cases whose answers are known, and the certificate they are checked with.
#include <tests/oracle/certificate.h>
#include <tests/oracle/closed_forms.h>
#include <tests/oracle/random_bodies.h>
#include <tests/oracle/smooth_distance.h>

#include <cstdio>

namespace oracle {
namespace {

// ---------------------------------------------------------------- closed forms against smooth

TEST(ClosedForms, AgreeWithSmoothDistance) {
  Random r(9);
  const int pairs = 2000;
  int hits[4] = {};
  for (int i = 0; i < pairs; ++i) {
    const Real ra = r.uniform(0.1L, 0.5L), rb = r.uniform(0.1L, 0.5L), ha = r.uniform(0.1L, 1), hb = r.uniform(0.1L, 1);
    const Vec3 half = r.lengths(0.2L, 0.8L);
    const Pose xa{r.rotation(), r.lengths(-1, 1)};
    const Pose xb{r.rotation(), xa.translation + r.vector(0, 1.6L)};
    const std::pair<Answer, Answer> answers[4] = {
        {sphere_sphere(ra + 0.3L, xa.translation, rb, xb.translation),
         smooth_distance(sphere(ra + 0.3L), xa, sphere(rb), xb)},
        {sphere_capsule(ra, xa.translation, rb, hb, xb), smooth_distance(sphere(ra), xa, capsule(rb, hb), xb)},
        {capsule_capsule(ra, ha, xa, rb, hb, xb), smooth_distance(capsule(ra, ha), xa, capsule(rb, hb), xb)},
        {sphere_box(ra, xa.translation, half, xb), smooth_distance(sphere(ra), xa, box(half), xb)}};
    for (int k = 0; k < 4; ++k) {
      const auto& [closed, smooth] = answers[k];
      hits[k] += closed.distance <= 0;
      EXPECT_CLOSE(closed.distance, smooth.distance, 4e-15L) << k;
      expect_consistent(closed, smooth);
      EXPECT_CLOSE(dot(closed.normal, smooth.normal), 1, 1e-9L) << k;
    }
  }
  for (const int h : hits) expect_fair(h, pairs);
}

TEST(ClosedForms, HalfSpaceIsTheLimitOfALargeBox) {
  Random r(10);
  int hits = 0;
  for (const Kind& kind : kinds())
    for (int i = 0; i < 20; ++i) {
      const Body body = kind.make(r);
      const Pose xb{r.rotation(), Vec3{0.1L, 0.2L, r.uniform(0, 1.6L)}};
      const Answer closed = half_space_body({{0, 0, 2}, 0}, Pose{}, body, xb);
      const Answer smooth = smooth_distance(box({10, 10, 10}), translation(0, 0, -10), body, xb);
      hits += closed.distance <= 0;
      EXPECT_CLOSE(closed.distance, smooth.distance, 1e-11L) << kind.name;
      EXPECT_EQ(closed.normal, (Vec3{0, 0, 1}));
    }
  expect_fair(hits, 20 * static_cast<int>(kinds().size()));
}

TEST(ClosedForms, PointEllipsoidAgreesWithSmoothDistance) {
  Random r(11);
  const int points = 1000;
  int inside = 0;
  for (int i = 0; i < points; ++i) {
    Vec3 radii = r.lengths(0.1L, 1), p = 1.3L * r.lengths(-1, 1);
    if (r.below(4) == 0) radii.y = radii.x;
    p = {p.x * radii.x, p.y * radii.y, p.z * radii.z};
    if (r.below(4) == 0) p.x = 0;
    if (r.below(4) == 0) p.z = 0;
    const EllipsoidPoint e = point_ellipsoid(radii, p);
    const Answer smooth = smooth_distance(ellipsoid(radii), point({}), {Mat3{}, p});
    inside += e.distance <= 0;
    EXPECT_CLOSE(e.distance, smooth.distance, 1e-12L);
    EXPECT_LE(smooth.lower, e.distance + 1e-17L);
    EXPECT_GE(smooth.upper, e.distance - 1e-17L);
    const Vec3 q{e.nearest.x / radii.x, e.nearest.y / radii.y, e.nearest.z / radii.z};
    EXPECT_CLOSE(norm(q), 1, 1e-17L);
  }
  expect_fair(inside, points);
  EXPECT_EQ(point_ellipsoid({1, 2, 3}, {}).distance, -1);
  EXPECT_EQ(point_ellipsoid({1, 2, 3}, {0, 0, 4}).distance, 1);
}

TEST(ClosedForms, BoxBoxOverlapAgreesWithPolytopeDistance) {
  Random r(12);
  const int pairs = 2000;
  int hits = 0;
  for (int i = 0; i < pairs; ++i) {
    const Vec3 ha = r.lengths(0.1L, 1), hb = r.lengths(0.1L, 1);
    const Pose x{r.below(4) ? r.rotation() : Mat3{}, r.vector(0, 2.2L)};
    const bool overlap = box_box_overlap(ha, hb, x);
    hits += overlap;
    EXPECT_EQ(overlap, polytope_distance(box(ha), Pose{}, box(hb), x).distance <= 0);
  }
  expect_fair(hits, pairs);
}

// ---------------------------------------------------------------- known cases (shared/cases/field_cases.json)

TEST(FieldCases, AreReproduced) {
  struct Case {
    const char* name;
    Body a;
    Pose pose_a;
    Body b;
    Pose pose_b;
    Real distance, tolerance;
  };
  const Body six = hull({{-0.0611590669, -0.13801524, -0.158372656},
                         {0.0620514415, 0.135089189, -0.159879193},
                         {-0.105518319, -0.100999095, -0.188289702},
                         {-0.107238553, -0.102976903, 0.1569262},
                         {-0.0851279497, -0.122304708, 0.156887323},
                         {-0.0590926372, -0.104567274, -0.242715642}});
  const Mat3 six_turn{{-0.4112294337502336, -0.9115180028568637, 0.005028248730602621},
                      {0.9115196556334584, -0.4112462245006949, -0.0029086470712787094},
                      {0.004719132475738175, 0.0033872262632570565, 0.9999831281011284}};
  const std::vector<Case> cases = {
      {"cubes overlapping by 0.1", box({1, 1, 1}), {}, box({1, 1, 1}), translation(0, 0, 1.9), -0.1, 1e-12L},
      {"cylinder grazing a door frame, turned",
       cylinder(0.05, 0.03),
       {{{-0.9731301075927928, -0.12202804064972551, 0.19526123781136842},
         {0.20950801135757172, -0.11745920593569326, 0.9707263919961958},
         {-0.09552060967892975, 0.9855518719154995, 0.13986894183635}},
        {0.8747278146113856, -0.403868788134716, 1.5871328698116491}},
       box({0.0125, 0.175, 0.9225}),
       {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {0.8, -0.4575, 1.0225}},
       2.05e-8L,
       2e-9L},
      {"cylinder and sphere kissing", cylinder(0.03, 0.325), translation(0.6, 0, 0.325), sphere(0.055),
       translation(0.5419794018, -0.0621175025, 0.6016236576), -1.53e-7L, 2e-9L},
      {"box against thin plate",
       box({0.23, 0.24, 0.005}),
       translation(-0.721, -0.772, 0.81),
       box({0.0247605, 0.073, 0.03625}),
       {{{0.10758262492983037, -0.6624881850015213, -0.7413065381787736},
         {0.22682184885125473, -0.7096140407752535, 0.6670830248314786},
         {-0.9679761503760854, -0.23991106241273435, 0.07392465377049165}},
        {-0.4267713300299948, -0.7659685124774679, 0.8074673140009105}},
       -0.0134086138L,
       2e-9L},
      {"sphere touching a box edge", sphere(0.06),
       translation(1.7855056639081962e-10, 0.039999999999999994, 0.3300000000000001), box({0.05, 0.05, 0.05}),
       translation(0.05, 0.15, 0.35), 0, 1e-9L},
      {"coplanar parallel discs offset 0.42",
       cylinder(0.25, 0.05),
       {},
       cylinder(0.25, 0.05),
       translation(0.42, 0, 0),
       -0.08L,
       1e-7L},
      {"small cube inside a cube's corner",
       box({0.5, 0.5, 0.5}),
       {},
       box({0.1, 0.1, 0.1}),
       translation(0.4, 0.4, 0.4),
       -0.2L,
       1e-12L},
      {"sphere in a large box at 10.9", box({10, 10, 10}), {}, sphere(1), translation(10.9, 0, 0), -0.1L, 1e-9L},
      {"capsule and near-parallel triangle",
       capsule(0.42, 0.675),
       {{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {}},
       hull({{-0.0904417038, -4.72410202, 0.307858467},
             {-0.0904417038, 5.27589798, 0.307857513},
             {9.9095583, 5.27589798, 0.307864189}}),
       {},
       -0.112142L,
       2e-6L},
      {"six-vertex hulls, common shift 1000",
       six,
       {six_turn, {999.858333416, 0, 0}},
       six,
       {six_turn, {1000.141666584, 0, 0}},
       -0.00313126L,
       1e-7L},
      {"tunnelled thin box, face",
       box({0.10375412296887962, 0.0014208822825842824, 0.029838770510023913}),
       {{{-0.6346980748350237, 0.23557296324532456, -0.7359780790135882},
         {-0.41246826634108563, -0.9086599106239981, 0.06486213137391345},
         {-0.6534740110075486, 0.34473547222849654, 0.6738910676994476}},
        {}},
       box({0.004773870482716396, 0.0007140947854610601, 0.0045937794963772805}),
       {{{0.6066721447233352, 0.18256408137171828, -0.773704895299034},
         {0.6277593760466676, -0.7071407986068514, 0.32537679193692143},
         {-0.48771618242814857, -0.6830975385247444, -0.5436089387226335}},
        {0.027189909560778446, 0.003935055006556199, -0.005523247607722875}},
       -0.00671659L,
       1e-7L},
  };
  for (const Case& c : cases) {
    const Answer smooth = smooth_distance(c.a, c.pose_a, c.b, c.pose_b);
    EXPECT_CLOSE(smooth.distance, c.distance, c.tolerance) << c.name;
    EXPECT_TRUE(smooth.certified) << c.name;
    if (!c.a.has_polytope_core() || !c.b.has_polytope_core()) continue;
    const Answer exact = polytope_distance(c.a, c.pose_a, c.b, c.pose_b);
    EXPECT_CLOSE(exact.distance, c.distance, c.tolerance) << c.name;
    expect_consistent(exact, smooth);
  }
}

TEST(Degenerate, PointsAndSegments) {
  const auto both = [](const Body& a, const Body& b, const Pose& x, Real expected) {
    for (const Answer& answer : {polytope_distance(a, Pose{}, b, x), smooth_distance(a, b, x)}) {
      EXPECT_CLOSE(answer.distance, expected, 1e-17L);
      EXPECT_TRUE(answer.certified);
      EXPECT_CLOSE(norm(answer.normal), 1, 1e-18L);
    }
  };
  const Body p = point({}), s = segment(1), cube = box({1, 1, 1});
  const Mat3 along_x{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}};
  both(p, p, Pose{}, 0);
  both(p, p, translation(0, 3, 4), 5);
  both(p, s, Pose{}, 0);
  both(p, s, translation(0, 0, 1), 0);
  both(p, s, translation(0, 0, 3), 2);
  both(s, s, Pose{}, 0);
  both(s, s, translation(0, 0, 2), 0);
  both(s, s, translation(0, 0, 3), 1);
  both(s, s, translation(1, 0, 0.5L), 1);
  both(s, s, {along_x, {}}, 0);
  both(s, s, {along_x, {0, 1, 0}}, 1);
  both(s, s, {along_x, {2, 0, 0}}, 1);
  both(p, cube, Pose{}, -1);
  both(p, cube, translation(1, 1, 1), 0);
  both(p, cube, translation(0.25L, 0, 0), -0.75L);
  both(s, cube, Pose{}, -1);
  both(s, cube, translation(0.5L, 0.25L, 0.5L), -0.5L);
  both(rectangle(1, 1), rectangle(1, 1), Pose{}, 0);
  both(rectangle(1, 1), rectangle(1, 1), translation(3, 0, 0), 1);
  both(rectangle(1, 1), rectangle(1, 1), {along_x, {}}, -1);
  both(cube, cube, Pose{}, -2);
  both(cube, cube, translation(2, 2, 2), 0);
  both(cube, cube, translation(2, 0, 0), 0);
  both(rounded(s, 0.5L), rounded(s, 0.25L), {along_x, {}}, -0.75L);
  both(lozenge(1, 1, 0.1L), lozenge(1, 1, 0.2L), translation(0.1L, 0, 0), -0.3L);
}

// ---------------------------------------------------------------- the certificate

TEST(Certificate, AcceptsTheTruthAndNamesEachLie) {
  // A box of half size 1, a sphere of radius 0.5 above it: distance 0.25.
  const Body a = box({1, 1, 1}), b = sphere(0.5L);
  const Pose x = translation(0.3L, 0.2L, 1.75L);
  const Claim truth{0.25L, 0.25L, 0.25L, {0, 0, 1}, {0.3L, 0.2L, 1}, {0.3L, 0.2L, 1.25L}};
  const Allowance allowed{1e-15L, 0, 4e-16L, 1e-12L};
  EXPECT_TRUE(violations(a, b, x, truth, allowed).empty());
  const auto expect_caught = [&](const char* what, const std::function<void(Claim&)>& spoil) {
    Claim lie = truth;
    spoil(lie);
    bool named = false;
    std::string all;
    for (const std::string& text : violations(a, b, x, lie, allowed)) {
      named = named || text.find(what) != std::string::npos;
      all += text + "; ";
    }
    EXPECT_TRUE(named) << what << " not among: " << all;
  };
  expect_caught("lower exceeds the separation", [](Claim& c) { c.lower = c.distance = c.upper = 0.2501L; });
  expect_caught("lower exceeds distance", [](Claim& c) { c.distance = 0.24L; });
  expect_caught("distance exceeds upper", [](Claim& c) { c.upper = 0.24L; });
  expect_caught("witness distance exceeds upper", [](Claim& c) { c.upper = 0.24L; });
  expect_caught("bounds are apart", [](Claim& c) { c.lower = 0.2L; });
  expect_caught("not unit", [](Claim& c) { c.normal.z = 1.001L; });
  expect_caught("distance exceeds the separation", [](Claim& c) { c.normal = {0, 0.6L, 0.8L}; });
  expect_caught("point_b - point_a", [](Claim& c) { c.point_b.x += 1e-9L; });
  expect_caught("point_a is outside A", [](Claim& c) { c.point_a.z += 1e-12L; });
  expect_caught("point_b is outside B", [](Claim& c) { c.point_b.z -= 1e-12L; });
  expect_caught("not finite", [](Claim& c) { c.point_b.z = infinity; });

  const Pose deep = translation(0.3L, 0.2L, 1.25L);
  const Claim overlap{-0.25L, -0.25L, -0.25L, {0, 0, 1}, {0.3L, 0.2L, 1}, {0.3L, 0.2L, 0.75L}};
  EXPECT_TRUE(violations(a, b, deep, overlap, allowed).empty());
}

/// Supports along the oracle's normal are witness points wherever they are unique: all pairs of strictly convex bodies.
TEST(Certificate, AcceptsTheOraclesOwnAnswers) {
  Random r(13);
  const int pairs = 2000;
  int hits = 0;
  double time = 0;
  for (int i = 0; i < pairs; ++i) {
    const Body a = ellipsoid(r.lengths(0.3L, 1)), b = rounded(ellipsoid(r.lengths(0.3L, 1)), 0.1L);
    const Pose xa{r.rotation(), r.lengths(-1, 1)};
    const Pose xb{r.rotation(), xa.translation + r.vector(0, 2.6L)};
    const Answer answer = smooth_distance(a, xa, b, xb);
    hits += answer.distance <= 0;
    const Vec3 pa = xa * a.core_support(transpose_times(xa.rotation, answer.normal));
    const Vec3 pb = xb * b.core_support(transpose_times(xb.rotation, -answer.normal)) - b.radius * answer.normal;
    const Real upper = answer.distance > 0 ? std::max(answer.upper, norm(pb - pa)) : answer.upper;
    const Timer timer;
    const auto found = violations(a, xa, b, xb, {answer.distance, answer.lower, upper, answer.normal, pa, pb},
                                  {1e-4L, 0, 1e-18L, 1e-11L});
    time += timer.microseconds();
    EXPECT_TRUE(found.empty()) << found.front();
  }
  expect_fair(hits, pairs);
  std::printf("  certificate: %.1f us a pair\n", time / pairs);
}

TEST(Certificate, PointMembershipAgreesWithDistance) {
  Random r(14);
  for (const Kind& kind : kinds()) {
    int inside = 0;
    double time = 0;
    const int points = 200;
    for (int i = 0; i < points; ++i) {
      const Body body = kind.make(r);
      const Pose pose{r.rotation(), r.lengths(-1, 1)};
      const Vec3 d = r.direction();
      Vec3 p = pose * body.center + r.uniform(0, 0.9L) * body.extent * d;
      if (r.coin()) p = pose * body.support(r.direction());  // on the surface
      const Answer full = smooth_distance(body, pose, point({}), {Mat3{}, p});
      const Real threshold = 1e-14L;
      const Timer timer;
      const PointGap gap = point_gap(body, pose, p, threshold);
      time += timer.microseconds();
      inside += gap.lower <= threshold;
      EXPECT_TRUE(full.lower <= 2 * threshold || gap.lower > threshold) << kind.name;
      EXPECT_TRUE(full.upper >= threshold / 2 || gap.upper <= threshold * 1.01L) << kind.name;
      EXPECT_LE(gap.lower, gap.upper) << kind.name;
    }
    EXPECT_GE(inside, points / 4) << kind.name;
    EXPECT_LT(time / points, 500) << kind.name;
  }
}

}  // namespace
}  // namespace oracle
