#include <abut/error.h>
#include <abut/report.h>
#include <abut/shapes.h>

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut {

namespace {

/// A prism of n sides about the z axis, whose corners lie on a grid of 2^-10, so that copies of it are exact.
std::vector<Vec3> ring(int sides, double radius, double z) {
  std::vector<Vec3> points;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * 3.14159265358979 * i / sides;
    const auto on_grid = [](double x) { return std::round(x * 1024) / 1024; };
    points.push_back({on_grid(radius * std::cos(angle)), on_grid(radius * std::sin(angle)), z});
  }
  return points;
}

/// Turned about the z axis: rings of as many points each, joined one after the other and closed at both ends.
Mesh turned(const std::vector<std::vector<Vec3>>& rings) {
  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(rings[0].size());
  for (const auto& points : rings) mesh.points.insert(mesh.points.end(), points.begin(), points.end());
  for (std::uint32_t r = 0; r + 1 < rings.size(); ++r)
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t a = r * n + i, b = r * n + (i + 1) % n;
      mesh.triangles.push_back({a, b, b + n});
      mesh.triangles.push_back({a, b + n, a + n});
    }
  const auto last = static_cast<std::uint32_t>(mesh.points.size()) - n;
  for (std::uint32_t i = 1; i + 1 < n; ++i) {
    mesh.triangles.push_back({0, i + 1, i});
    mesh.triangles.push_back({last, last + i, last + i + 1});
  }
  return mesh;
}

constexpr int sides = 12;
constexpr double shank = 4, head = 7, plate_thickness = 6, reach = 30;

/// Head below z = 0, shank up to 16: through two plates and a nut.
Mesh bolt() {
  return turned({ring(sides, head, -5), ring(sides, head, 0), ring(sides, shank, 0), ring(sides, shank, 16)});
}

/// A ring of material between two rings of corners, from z to z + height: the hole is exactly the shank.
Mesh around_shank(const std::vector<Vec3>& outer, double z, double height) {
  const auto at = [](std::vector<Vec3> points, double height_of) {
    for (Vec3& p : points) p.z = height_of;
    return points;
  };
  Mesh mesh = turned(
      {at(ring(sides, shank, 0), z), at(outer, z), at(outer, z + height), at(ring(sides, shank, 0), z + height)});
  // Instead of lids, the bore.
  mesh.triangles.resize(mesh.triangles.size() - 2 * (sides - 2));
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t a = i, b = (i + 1) % sides, top = 3 * sides;
    mesh.triangles.push_back({a, b + top, b});
    mesh.triangles.push_back({a, a + top, b + top});
  }
  return mesh;
}

/// Two plates in a row of `count` tiles each, every tile with a bolt through both and a nut on top.
Assembly bolted(int count, const Vec3& moved = {}, bool twice = false) {
  const Model bolts(bolt()), nut(around_shank(ring(sides, head, 0), 2 * plate_thickness, 4));
  std::vector<Vec3> square;
  for (const Vec3& p : ring(sides, 1, 0)) {
    const double most = std::max(std::abs(p.x), std::abs(p.y));
    square.push_back({std::round(10 * p.x / most * 1024) / 1024, std::round(10 * p.y / most * 1024) / 1024, 0});
  }
  const Model lower(around_shank(square, 0, plate_thickness)),
      upper(around_shank(square, plate_thickness, plate_thickness));
  Assembly assembly;
  for (int i = 0; i < count; ++i) {
    const std::string number = std::to_string(i + 1);
    const Vec3 at{reach * i, 0, 0};
    assembly.add("lower plate " + number, lower, Placement::translation(at));
    assembly.add("upper plate " + number, upper, Placement::translation(at));
    assembly.add("bolt " + number, bolts, Placement::translation(i == 1 ? at + moved : at));
    assembly.add("nut " + number, nut, Placement::translation(at));
  }
  if (twice) assembly.add("bolt 1", bolts, Placement::translation({0, 0, 0}));
  return assembly;
}

ClashRun checked(Assembly assembly) {
  ClashRun run;
  run.motion = at_rest(assembly);
  run.report = find_clashes(assembly, run.motion);
  run.assembly = std::move(assembly);
  return run;
}

std::map<ClashKind, std::size_t> kinds(const ClashRun& run) {
  std::map<ClashKind, std::size_t> counts;
  for (const ClashFinding& finding : run.report.findings) ++counts[finding.kind];
  return counts;
}

}  // namespace

// Of such an assembly every mate was a clash, and the ones that matter drowned.
TEST(BoltedAssembly, HasNoClashWhereEverythingIsFlush) {
  const ClashRun run = checked(bolted(8));
  EXPECT_TRUE(std::all_of(run.report.closed.begin(), run.report.closed.end(), [](char closed) { return closed; }));
  const auto found = kinds(run);
  EXPECT_EQ(found.size(), 1u);
  // Each tile: the bolt with both plates and the nut, the plates with each other, the nut with the upper plate.
  EXPECT_EQ(found.at(ClashKind::touch), 8u * 5);
  for (const ClashFinding& finding : run.report.findings) EXPECT_EQ(finding.severity->depth.upper, 0);
}

TEST(BoltedAssembly, ABoltThatIsMovedClashesWithItsThreeNeighboursAlone) {
  const ClashRun before = checked(bolted(8));
  ClashRun run = checked(bolted(8, {2, 0, 0}));
  Baseline baseline;
  for (const ClashFinding& finding : before.report.findings)
    baseline.findings[before.id(finding)] = {std::string(name_of(finding.kind)), before.name_a(finding),
                                             before.name_b(finding), finding.severity->depth,
                                             Bracket{finding.gap.lower, finding.gap.upper}};
  run.comparison = compare(run, baseline);
  EXPECT_EQ(kinds(run)[ClashKind::clash], 3u);
  EXPECT_EQ(kinds(run)[ClashKind::touch], 8u * 5 - 3);
  EXPECT_EQ(run.report.findings.size(), 40u);
  std::vector<std::string> others;
  for (std::size_t i = 0; i < 3; ++i) {
    const ClashFinding& finding = run.report.findings[i];
    EXPECT_EQ(finding.kind, ClashKind::clash);
    others.push_back(run.name_a(finding) == "bolt 2" ? run.name_b(finding) : run.name_a(finding));
    EXPECT_EQ(run.comparison->states[i].change, FindingChange::is_new);
    EXPECT_EQ(run.comparison->states[i].was, "touch");
    // Two shank areas shifted by 2 do not overlap by more than that.
    EXPECT_GT(finding.severity->depth.lower, 1.5);
    EXPECT_LE(finding.severity->depth.lower, 2.1);
    EXPECT_GT(finding.severity->volume.lower, 0);
    if (i > 0) {
      EXPECT_GE(run.report.findings[i - 1].severity->depth.lower, finding.severity->depth.lower);
    }
  }
  EXPECT_THAT(others, testing::UnorderedElementsAre("lower plate 2", "upper plate 2", "nut 2"));
  for (std::size_t i = 3; i < 40; ++i) EXPECT_EQ(run.comparison->states[i].change, FindingChange::still);
  // The shank sticks out of its bore by a crescent; the head stays flush below. As high as each part is.
  const auto volume = [&](const std::string& other) {
    for (const ClashFinding& finding : run.report.findings)
      if (run.name_a(finding) == other || run.name_b(finding) == other)
        if (finding.kind == ClashKind::clash) return finding.severity->volume.upper;
    return 0.0;
  };
  EXPECT_NEAR(volume("lower plate 2") / volume("nut 2"), plate_thickness / 4, 1e-6);
  EXPECT_NEAR(volume("upper plate 2"), volume("lower plate 2"), 1e-6);
}

TEST(BoltedAssembly, ABoltThatIsThereTwiceIsTold) {
  const ClashRun run = checked(bolted(3, {}, true));
  ASSERT_EQ(kinds(run)[ClashKind::clash], 1u);
  const ClashFinding& finding = run.report.findings[0];
  EXPECT_TRUE(finding.is_duplicate);
  EXPECT_EQ(run.name_b(finding), "bolt 1 #2");
  // The largest ball in the head or at its edge with the shank; twice its radius.
  EXPECT_GT(finding.severity->depth.lower, 4.9);
  for (std::size_t i = 1; i < run.report.findings.size(); ++i) {
    EXPECT_EQ(run.report.findings[i].kind, ClashKind::touch);
    EXPECT_FALSE(run.report.findings[i].is_duplicate);
  }
}

TEST(BoltedAssembly, AnAllowedDepthIsStillChecked) {
  const Assembly assembly = bolted(2, {2, 0, 0});
  PairRules rules;
  rules.allowed = {{{"bolt *", "*plate *"}, 1}, {{"bolt *", "nut *"}, 4.5}};
  const ClashReport report = find_clashes(assembly, at_rest(assembly), rules);
  std::size_t clashes = 0, deep_touches = 0;
  for (const ClashFinding& finding : report.findings) {
    clashes += finding.kind == ClashKind::clash;
    deep_touches += finding.kind == ClashKind::touch && finding.severity->depth.lower > 1;
    if (finding.kind == ClashKind::clash) {
      EXPECT_EQ(finding.accepted, 1);
    }
  }
  EXPECT_EQ(clashes, 2u);
  EXPECT_EQ(deep_touches, 1u);
}

TEST(Severity, MeasuresTheWorstAndBoundsTheOthers) {
  Assembly assembly;
  const Model box(shapes::box({1, 1, 1}));
  for (int i = 0; i < 9; ++i)
    assembly.add("box", box, Placement::translation({1.0 * i + 0.0625 * i * (i - 1) / 2, 0, 0}));
  const ClashReport whole = find_clashes(assembly, at_rest(assembly));
  const ClashReport few = find_clashes(assembly, at_rest(assembly), {}, {.max_depths = 3, .max_volumes = 2});
  ASSERT_EQ(whole.findings.size(), few.findings.size());
  ASSERT_GE(few.findings.size(), 8u);
  EXPECT_EQ(few.without_depth, few.without_volume - 1);
  std::size_t depths = 0, volumes = 0;
  for (const ClashFinding& finding : few.findings) {
    depths += finding.severity->is_depth_measured;
    volumes += finding.severity->is_volume_measured;
  }
  EXPECT_EQ(depths, few.findings.size() - few.without_depth);
  EXPECT_EQ(volumes, few.findings.size() - few.without_volume);
  for (const ClashFinding& finding : few.findings)
    for (const ClashFinding& same : whole.findings)
      if (same.parts == finding.parts) {
        EXPECT_LE(finding.severity->depth.lower, same.severity->depth.upper);
        EXPECT_GE(finding.severity->depth.upper, same.severity->depth.lower);
        EXPECT_GE(finding.severity->volume.upper, same.severity->volume.lower);
      }
}

TEST(Severity, LeavesOutWhatIsProvedSmaller) {
  Assembly assembly;
  const Model box(shapes::box({1, 1, 1}));
  assembly.add("a", box);
  assembly.add("b", box, Placement::translation({1.5, 0, 0}));
  assembly.add("c", box, Placement::translation({0, 1.75, 0}));
  for (const auto& [options, left] : {std::pair(ClashOptions{.min_depth = 0.4}, 1u),
                                      {ClashOptions{.min_depth = 0.6}, 2u},
                                      {ClashOptions{.min_volume = 1.5}, 1u},
                                      {ClashOptions{.min_volume = 0.9}, 0u}}) {
    PairRules rules;
    rules.ignore = {{"b", "c"}};
    const ClashReport report = find_clashes(assembly, at_rest(assembly), rules, options);
    EXPECT_EQ(report.left_out, left);
    EXPECT_EQ(report.findings.size(), 2 - left);
  }
  EXPECT_THROW(find_clashes(assembly, at_rest(assembly), {}, {.min_depth = -1}), Error);
  EXPECT_THROW(find_clashes(assembly, at_rest(assembly), {}, {.min_volume = std::nan("")}), Error);
}

// What is less deep than the strays, or only touches, may be in each other or not.
TEST(Severity, StrayMakesShallowClashesDoubtful) {
  Assembly assembly;
  const Mesh mesh = shapes::box({1, 1, 1});
  const Stray stray(StrayKind::bounded, std::vector<float>(mesh.triangles.size(), 0.0625f), 0);
  assembly.add("a", Model(mesh), {}, stray);
  assembly.add("b", Model(mesh), Placement::translation({1.9375, 0, 0}), stray);
  assembly.add("c", Model(mesh), Placement::translation({0, 1.75, 0}), stray);
  assembly.add("d", Model(mesh), Placement::translation({0, 0, 2}), stray);
  PairRules rules;
  rules.only = {{"a", "*"}};
  std::map<std::uint32_t, ClashKind> kinds_of;
  for (const ClashFinding& finding : find_clashes(assembly, at_rest(assembly), rules).findings) {
    kinds_of[finding.parts.b] = finding.kind;
    EXPECT_NEAR(finding.stray, 0.125, 1e-3);
  }
  EXPECT_EQ(kinds_of, (std::map<std::uint32_t, ClashKind>{
                          {1, ClashKind::perhaps}, {2, ClashKind::clash}, {3, ClashKind::perhaps}}));
}

}  // namespace abut
