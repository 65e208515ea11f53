#include "assembly/clash_finding.h"
#include "io/reading.h"
#include "math/random.h"
#include "support/effort.h"
#include "support/placement_families.h"
#include <abut/shapes.h>

#include <algorithm>

namespace abut {

namespace {

/// Bodies of several kinds strewn about, close enough for contacts, near misses and pairs that are far apart.
Assembly strewn_bodies(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  const std::vector<Model> models{Model(shapes::box({0.5, 0.4, 0.3})), Model(shapes::torus(0.6, 0.2, 12, 8)),
                                  Model(shapes::sphere(0.5, 3)), Model(shapes::random_soup(60, 0.4, 7))};
  Assembly assembly;
  for (std::size_t i = 0; i < count; ++i)
    assembly.add("body", models[i % models.size()], random.rotation(random.in_cube(2)));
  return assembly;
}

/// Every third body drifts and turns, the others stay.
AssemblyMotion drifting(const Assembly& assembly, std::size_t steps, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> times;
  std::vector<Placement> placements;
  std::vector<Vec3> drift;
  for (std::size_t i = 0; i < assembly.parts().size(); ++i) drift.push_back(random.in_cube(0.1));
  for (std::size_t step = 0; step < steps; ++step) {
    times.push_back(static_cast<double>(step));
    for (std::size_t i = 0; i < assembly.parts().size(); ++i) {
      Placement at = assembly.parts()[i].at;
      const double turn = 0.03 * static_cast<double>(step);
      if (i % 3 == 0) at = at * Placement::rotation(1, turn, 0, turn, drift[i] * static_cast<double>(step));
      placements.push_back(at);
    }
  }
  return motion_from(times, placements);
}

/// Bodies that move now and then, each at steps of its own, some of them for a step only, and some not at all.
AssemblyMotion pausing(const Assembly& assembly, std::size_t steps, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> times;
  std::vector<Placement> placements;
  for (std::size_t step = 0; step < steps; ++step) {
    times.push_back(static_cast<double>(step));
    for (std::size_t i = 0; i < assembly.parts().size(); ++i) {
      const bool away = (step + i) % (5 + i) == 4 && i % 4 != 0;
      const Placement& home = assembly.parts()[i].at;
      const Placement& before = step == 0 ? home : placements[placements.size() - assembly.parts().size()];
      const bool goes = i % 2 == 0 && step % (3 + i) == 2;
      placements.push_back(away   ? Placement::translation({0.4, 0, 0}) * home
                           : goes ? Placement::translation(random.in_cube(0.3)) * home
                                  : before);
    }
  }
  return motion_from(times, placements);
}

/// The closed parts; none for the others.
std::vector<std::optional<Solid>> solids_of(const Assembly& assembly) {
  std::vector<std::optional<Solid>> solids;
  for (const AssemblyPart& part : assembly.parts()) {
    solids.emplace_back();
    if (closedness_of(part.model.mesh()).is_closed()) solids.back().emplace(part.model);
  }
  return solids;
}

/// Is any corner of the mesh inside the solid, if there is one?
bool has_corner_inside(const Mesh& inner, const Placement& at_inner, const std::optional<Solid>& outer,
                       const Placement& at_outer) {
  if (!outer) return false;
  std::vector<Vec3> corners;
  for (const Vec3& point : inner.points) corners.push_back(at_inner * point);
  const std::vector<Containment> sides = contains(*outer, at_outer, corners);
  return std::find(sides.begin(), sides.end(), Containment::inside) != sides.end();
}

/// What is wrong at one step, asked without a broad phase, caches or limits.
PairState plain_state(const Assembly& assembly, std::span<const std::optional<Solid>> solids,
                      std::span<const Placement> at, PartPair pair, double limit) {
  const Model &a = assembly.parts()[pair.a].model, &b = assembly.parts()[pair.b].model;
  const Distance gap = distance(a, at[pair.a], b, at[pair.b]);
  if (gap.upper == 0) return {ClashKind::clash, 0};
  if (has_corner_inside(a.mesh(), at[pair.a], solids[pair.b], at[pair.b]) ||
      has_corner_inside(b.mesh(), at[pair.b], solids[pair.a], at[pair.a]))
    return {ClashKind::inside, 0};
  if (gap.upper < limit) return {ClashKind::clearance, gap.upper};
  return {};
}

/// Checks a report against all pairs at all steps.
void expect_all_pairs(const ClashReport& report, const Assembly& assembly, const AssemblyMotion& motion, double limit) {
  std::size_t found = 0;
  const std::vector<std::optional<Solid>> solids = solids_of(assembly);
  const auto parts = static_cast<std::uint32_t>(assembly.parts().size());
  for (PartPair pair; pair.a < parts; ++pair.a)
    for (pair.b = pair.a + 1; pair.b < parts; ++pair.b) {
      std::vector<ClashSpan> spans;
      std::vector<double> curve;
      std::optional<ClashKind> worst;
      for (std::size_t step = 0; step < motion.steps(); ++step) {
        const PairState state = plain_state(assembly, solids, motion.at_step(step), pair, limit);
        curve.push_back(state.upper);
        if (!state.kind) continue;
        append_span(spans, {*state.kind, step, step});
        worst = worst ? std::min(*worst, *state.kind) : *state.kind;
      }
      const auto at = std::find_if(report.findings.begin(), report.findings.end(),
                                   [&](const ClashFinding& finding) { return finding.parts == pair; });
      ASSERT_EQ(at != report.findings.end(), worst.has_value()) << pair.a << " " << pair.b;
      if (!worst) continue;
      ++found;
      EXPECT_EQ(at->kind, *worst);
      EXPECT_EQ(at->spans, spans);
      EXPECT_EQ(at->curve, curve);
      const Model &a = assembly.parts()[pair.a].model, &b = assembly.parts()[pair.b].model;
      const auto placed = motion.at_step(at->worst_step);
      EXPECT_EQ(at->contacts, collide(a, placed[pair.a], b, placed[pair.b]).pairs.size());
      EXPECT_EQ(at->gap.upper, distance(a, placed[pair.a], b, placed[pair.b]).upper);
      if (at->kind != ClashKind::inside) {
        EXPECT_EQ(at->gap.upper, *std::min_element(curve.begin(), curve.end()));
      }
    }
  EXPECT_EQ(report.findings.size(), found);
  EXPECT_EQ(report.pairs, parts * (parts - 1) / 2);
  EXPECT_TRUE(report.complete);
}

/// The parts of a report that a person or a program reads, in one text.
std::string described(const ClashReport& report, const Assembly& assembly) {
  std::ostringstream text;
  text << report.pairs << " " << report.pairs_checked << " " << report.complete << "\n";
  text.precision(17);
  for (const ClashFinding& finding : report.findings) {
    text << name_of(finding.kind) << " " << assembly.parts()[finding.parts.a].name << " "
         << assembly.parts()[finding.parts.b].name << " " << finding.worst_step << " " << finding.gap.upper << " "
         << finding.gap.point_a.x << " " << finding.contacts << " " << finding.region.low.x;
    for (std::uint32_t triangle : finding.triangles_a) text << " " << triangle;
    for (double distance : finding.curve) text << " " << distance;
    text << "\n";
  }
  return text.str();
}

}  // namespace

TEST(Clash, OfAStillAssemblyIsThatOfAllPairs) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Assembly assembly = strewn_bodies(24, seed);
    const AssemblyMotion motion = at_rest(assembly);
    PairRules rules;
    for (double limit : {0.0, 0.3}) {
      rules.clearance = limit;
      expect_all_pairs(find_clashes(assembly, motion, rules), assembly, motion, limit);
    }
  }
}

TEST(Clash, OfAMovingAssemblyIsThatOfAllPairsAtAllSteps) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Assembly assembly = strewn_bodies(14, 10 + seed);
    const AssemblyMotion motion = drifting(assembly, 90, seed);
    PairRules rules;
    rules.clearance = 0.25;
    expect_all_pairs(find_clashes(assembly, motion, rules, {.threads = 2}), assembly, motion, 0.25);
  }
}

TEST(Clash, FindsTheSameWherePartsRestForAWhile) {
  for (std::uint64_t seed : {2, 9}) {
    const Assembly assembly = strewn_bodies(12, seed);
    const AssemblyMotion motion = pausing(assembly, 60, seed);
    PairRules rules;
    rules.clearance = 0.25;
    expect_all_pairs(find_clashes(assembly, motion, rules, {.threads = 2}), assembly, motion, 0.25);
  }
}

TEST(Clash, MeasuresWholeCurvesWhenAsked) {
  const Assembly assembly = strewn_bodies(10, 21);
  const AssemblyMotion motion = drifting(assembly, 30, 2);
  PairRules rules;
  rules.clearance = 0.1;
  const ClashReport report = find_clashes(assembly, motion, rules, {.threads = 2, .whole_curves = true});
  const ClashReport part = find_clashes(assembly, motion, rules);
  ASSERT_EQ(report.findings.size(), part.findings.size());
  ASSERT_GT(report.findings.size(), 3u);
  std::size_t more = 0;
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const ClashFinding &whole = report.findings[i], &limited = part.findings[i];
    EXPECT_EQ(whole.spans, limited.spans);
    for (std::size_t step = 0; step < motion.steps(); ++step) {
      const auto at = motion.at_step(step);
      const PartPair pair = whole.parts;
      if (std::isfinite(limited.curve[step])) {
        EXPECT_EQ(whole.curve[step], limited.curve[step]);
        continue;
      }
      ++more;
      EXPECT_EQ(whole.curve[step],
                distance(assembly.parts()[pair.a].model, at[pair.a], assembly.parts()[pair.b].model, at[pair.b]).upper);
    }
  }
  EXPECT_GT(more, 10u);
}

TEST(Clash, IsTheSameForEveryNumberOfThreads) {
  const Assembly assembly = strewn_bodies(16, 5);
  const AssemblyMotion motion = drifting(assembly, 70, 5);
  PairRules rules;
  rules.clearance = 0.2;
  const std::string expected = described(find_clashes(assembly, motion, rules, {.threads = 1}), assembly);
  EXPECT_GT(expected.size(), 1000u);
  for (int threads : {2, 3, 0})
    EXPECT_EQ(described(find_clashes(assembly, motion, rules, {.threads = threads}), assembly), expected);
}

TEST(Clash, KeepsItsIdsWhenPartsComeInAnotherOrder) {
  const Assembly assembly = strewn_bodies(16, 8);
  Assembly reversed;
  for (std::size_t i = assembly.parts().size(); i-- > 0;) {
    const AssemblyPart& part = assembly.parts()[i];
    reversed.add(part.name, part.model, part.at);
  }
  const auto ids = [](const Assembly& of) {
    PairRules rules;
    rules.clearance = 0.2;
    std::vector<std::string> result;
    for (const ClashFinding& finding : find_clashes(of, at_rest(of), rules).findings)
      result.push_back(std::string(name_of(finding.kind)) +
                       clash_id(of.parts()[finding.parts.a].name, of.parts()[finding.parts.b].name));
    return result;
  };
  EXPECT_GT(ids(assembly).size(), 10u);
  EXPECT_EQ(ids(assembly), ids(reversed));
}

TEST(Clash, HasIdsThatGoByNamesAlone) {
  EXPECT_EQ(clash_id("a", "b"), clash_id("b", "a"));
  EXPECT_NE(clash_id("a", "bc"), clash_id("ab", "c"));
  // Reports of today must still be comparable with those of tomorrow's version.
  EXPECT_EQ(clash_id("piston 1", "valve 3"), "fd73e7452b80");
}

TEST(Clash, AsksForTheClearanceOfEachPair) {
  Assembly assembly;
  const Model box(shapes::box({0.5, 0.5, 0.5}));
  for (int i = 0; i < 3; ++i) assembly.add("box " + std::to_string(i), box, Placement::translation({1.25 * i, 0, 0}));
  PairRules rules;
  rules.clearances = {{{"*", "*"}, 0.5}, {{"box 2", "*"}, 0.1}};
  const ClashReport report = find_clashes(assembly, at_rest(assembly), rules);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].parts, (PartPair{0, 1}));
  EXPECT_EQ(report.findings[0].limit, 0.5);
  EXPECT_NEAR(report.findings[0].gap.upper, 0.25, 1e-13);
}

TEST(Clash, CountsAGapOfTheClearanceAsFarEnough) {
  Assembly assembly;
  const Model box(shapes::box({0.5, 0.5, 0.5}));
  assembly.add("left", box);
  assembly.add("right", box, Placement::translation({1.25, 0, 0}));
  const double gap = 0.25;  // measured as more, since distances are rounded up
  PairRules rules;
  rules.clearance = gap;
  EXPECT_TRUE(find_clashes(assembly, at_rest(assembly), rules).findings.empty());
  rules.clearance = std::nextafter(gap, 1);
  EXPECT_EQ(find_clashes(assembly, at_rest(assembly), rules).findings.size(), 1u);
}

TEST(Clash, TellsTouchingFromClashingByTheTolerance) {
  Assembly assembly;
  const Model box(shapes::box({0.5, 0.5, 0.5}));
  assembly.add("table", box);
  assembly.add("flush", box, Placement::translation({0.25, 0, 1}));
  assembly.add("pressed in", box, Placement::translation({-0.995, 0, 0}));
  assembly.add("driven in", box, Placement::translation({0, -0.95, 0}));
  assembly.add("hovering", box, Placement::translation({0, 1.005, 0}));
  PairRules rules;
  rules.only = {{"table", "*"}};
  const auto kinds = [&](double tolerance) {
    std::vector<std::string> result(5);
    for (const ClashFinding& finding :
         find_clashes(assembly, at_rest(assembly), rules, {.tolerance = tolerance}).findings)
      result[finding.parts.b] = name_of(finding.kind);
    return result;
  };
  EXPECT_THAT(kinds(0), testing::ElementsAre("", "touch", "clash", "clash", ""));
  EXPECT_THAT(kinds(0.01), testing::ElementsAre("", "touch", "touch", "clash", "touch"));
  EXPECT_THAT(kinds(0.1), testing::ElementsAre("", "touch", "touch", "touch", "touch"));
}

TEST(Clash, FindsNoTouchWhereBarsCross) {
  Assembly assembly;
  assembly.add("along x", Model(shapes::box({5, 0.5, 0.5})));
  assembly.add("along y", Model(shapes::box({0.4, 5, 0.4})));
  const ClashReport report = find_clashes(assembly, at_rest(assembly), {}, {.tolerance = 0.1});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, ClashKind::clash);
}

TEST(Clash, FindsAPartInsideAClosedOne) {
  Assembly assembly;
  assembly.add("block", Model(shapes::box({2, 2, 2})));
  assembly.add("ball", Model(shapes::sphere(0.5, 4)), Placement::translation({0.5, 0, 0}));
  Mesh open = shapes::box({1.9, 1.9, 1.9});
  open.triangles.pop_back();
  assembly.add("open box", Model(open));
  const ClashReport report = find_clashes(assembly, at_rest(assembly));
  EXPECT_EQ(report.closed, (std::vector<char>{1, 1, 0}));
  // The open box has the ball inside, too, whatever its lid.
  ASSERT_EQ(report.findings.size(), 3u);
  for (const ClashFinding& finding : report.findings) {
    EXPECT_EQ(finding.kind, ClashKind::inside);
    EXPECT_EQ(finding.a_is_inside, finding.parts.a == 1);
    EXPECT_NEAR(finding.gap.upper, finding.parts.a == 1 ? 0.9 : finding.parts.b == 1 ? 1 : 0.1, 1e-6);
    EXPECT_EQ(finding.curve, std::vector<double>{0});
  }
}

// Every glTF file whose root node turns z up to y up places all of its parts alike: "nothing found".
TEST(Clash, FindsAPartInsideAClosedOneUnderOnePlacementForAll) {
  Random random(171);
  for (const PlacementFamily& family : placement_families()) {
    const Placement at = family.next(random);
    Assembly assembly;
    assembly.add("housing", Model(shapes::box({1, 1, 1})), at);
    assembly.add("pin", Model(transformed(shapes::box({0.02, 0.02, 0.02}), Placement::translation({0.5, 0.2, 0.1}))),
                 at);
    const ClashReport report = find_clashes(assembly, at_rest(assembly));
    ASSERT_EQ(report.findings.size(), 1u) << family.name;
    EXPECT_EQ(report.findings[0].kind, ClashKind::inside) << family.name;
  }
}

TEST(Clash, FindsAPieceOfAPartInsideAnother) {
  const Mesh pieces[] = {shapes::box({0.5, 0.5, 0.5}),
                         transformed(shapes::box({0.5, 0.5, 0.5}), Placement::translation({5, 0, 0}))};
  Assembly assembly;
  assembly.add("pair", Model(joined(pieces)));
  assembly.add("block", Model(shapes::box({1, 1, 1})), Placement::translation({5, 0, 0}));
  const ClashReport report = find_clashes(assembly, at_rest(assembly));
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, ClashKind::inside);
  EXPECT_TRUE(report.findings[0].a_is_inside);
}

TEST(Clash, LetsAPartStandInTheHollowOfAnother) {
  Mesh hollow = shapes::box({1, 1, 1});
  for (Triangle& triangle : hollow.triangles) std::swap(triangle[0], triangle[1]);
  const Mesh shells[] = {shapes::box({2, 2, 2}), hollow};
  Assembly assembly;
  assembly.add("housing", Model(joined(shells)));
  assembly.add("ball", Model(shapes::sphere(0.5, 4)));
  EXPECT_TRUE(find_clashes(assembly, at_rest(assembly)).findings.empty());
}

TEST(Clash, TakesAPartThatTouchesFromWithinForAClash) {
  Assembly assembly;
  assembly.add("block", Model(shapes::box({2, 2, 2})));
  assembly.add("inlay", Model(shapes::box({0.5, 0.5, 0.5})), Placement::translation({1.5, 0, 0}));
  const ClashReport report = find_clashes(assembly, at_rest(assembly), {}, {.tolerance = 0.01});
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, ClashKind::clash);
}

TEST(Clash, NamesAnEvenSelectionOfManyTriangles) {
  Assembly assembly;
  const Model sphere(shapes::sphere(1, 12));
  assembly.add("a", sphere);
  assembly.add("b", sphere);
  const ClashReport report = find_clashes(assembly, at_rest(assembly), {}, {.max_triangles = 100});
  ASSERT_EQ(report.findings.size(), 1u);
  const ClashFinding& finding = report.findings[0];
  EXPECT_FALSE(finding.triangles_complete);
  EXPECT_EQ(finding.triangles_a.size(), 100u);
  EXPECT_GT(finding.triangles_a.back(), 2800u);
  EXPECT_NEAR(finding.region.low.z, -1, 0.02);
  EXPECT_NEAR(finding.region.high.z, 1, 0.02);
}

// All pairs of copies were kept, 8 bytes each, for a finding that names the triangles alone.
TEST(Clash, CountsTheContactsOfCopiesWithoutKeepingThem) {
  Mesh copies;
  copies.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  copies.triangles.assign(400, {0, 1, 2});
  const Model model(copies);
  Assembly assembly;
  assembly.add("a", model);
  assembly.add("b", model, Placement::translation({0.25, 0, 0}));
  AssemblyMotion motion = at_rest(assembly);
  for (std::size_t step = 1; step < 4; ++step) {
    motion.times.push_back(static_cast<double>(step));
    motion.place(step, 1, Placement::translation({0.25 * static_cast<double>(step), 0.25, 0}));
  }
  for (const AssemblyMotion& moving : {at_rest(assembly), motion})
    for (double touch : {0.0, 1e-3}) {
      const ClashReport report = find_clashes(assembly, moving, {}, {.tolerance = touch});
      ASSERT_EQ(report.findings.size(), 1u);
      const ClashFinding& finding = report.findings[0];
      // Every side belongs to 400 triangles, so that it counts as closed; too many contacts to say what is inside.
      EXPECT_EQ(finding.kind, touch > 0 ? ClashKind::touch : ClashKind::perhaps);
      EXPECT_EQ(finding.contacts, 160000u);
      EXPECT_EQ(finding.triangles_a.size(), 400u);
      EXPECT_EQ(finding.triangles_b.size(), 400u);
      EXPECT_EQ(finding.gap.lower, 0);
      EXPECT_EQ(finding.gap.upper, 0);
      EXPECT_EQ(finding.gap.point_a, finding.gap.point_b);
      EXPECT_GE(finding.gap.point_a.x, 0.25);
      EXPECT_LE(finding.gap.point_a.x + finding.gap.point_a.y, 1);
      EXPECT_EQ(finding.region.low, (Vec3{0.25, 0, 0}));
      EXPECT_EQ(finding.region.high, (Vec3{1, 1, 0}));
      EXPECT_EQ(finding.spans.size(), 1u);
      EXPECT_TRUE(report.complete);
    }
}

TEST(Clash, IsTheSameWhenItsPairsComeInManyPortions) {
  // Rods along one direction, whose boxes mostly overlap; those beside each other touch or come close. More pairs than
  // a portion holds; in full, two and a half times as many.
  const int rods = in_full() ? 300 : 190;
  const std::size_t pairs = static_cast<std::size_t>(rods) * (rods - 1) / 2;
  ASSERT_GT(pairs, 1u << 14);
  const Model rod(shapes::box({20, 0.1, 0.1}));
  const Placement diagonal = Placement::rotation(0.88, 0.28, -0.36, 0.1);
  Assembly assembly;
  for (int i = 0; i < rods; ++i)
    assembly.add("rod", rod, diagonal * Placement::translation({0, 0.25 * (i % 20), 0.2 * (i / 20)}));
  PairRules rules;
  rules.clearance = 0.06;
  const ClashReport report = find_clashes(assembly, at_rest(assembly), rules, {.threads = 2});
  EXPECT_GT(report.pairs_checked, pairs * 4 / 9);
  std::size_t expected = 0;
  for (int i = 0; i < rods; ++i)
    for (int j = i + 1; j < rods; ++j) {
      const double y = 0.25 * (j % 20 - i % 20), z = 0.2 * (j / 20 - i / 20);
      expected += std::hypot(std::max(0.0, std::abs(y) - 0.2), std::max(0.0, std::abs(z) - 0.2)) < 0.06;
    }
  EXPECT_EQ(report.findings.size(), expected);
  // With as much clearance as that every pair comes near, in several portions.
  rules.clearance = 20;
  std::size_t last = 0;
  ClashOptions options;
  options.progress = [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(done, ++last);
    EXPECT_LE(done, total);
  };
  const ClashReport all = find_clashes(assembly, at_rest(assembly), rules, options);
  EXPECT_EQ(all.findings.size(), pairs);
  EXPECT_EQ(last, pairs);
  EXPECT_TRUE(
      std::is_sorted(all.findings.begin(), all.findings.end(), [](const ClashFinding& x, const ClashFinding& y) {
        return std::pair(x.kind, x.gap.upper) < std::pair(y.kind, y.gap.upper);
      }));
}

TEST(Clash, RefusesLengthsThatAreNone) {
  const Assembly assembly = strewn_bodies(2, 1);
  PairRules rules;
  rules.clearance = -1;
  EXPECT_THROW(find_clashes(assembly, at_rest(assembly), rules), Error);
  rules.clearance = 0;
  EXPECT_THROW(find_clashes(assembly, at_rest(assembly), rules, {.tolerance = std::nan("")}), Error);
  AssemblyMotion motion = at_rest(assembly);
  motion.tracks.pop_back();
  EXPECT_THROW(find_clashes(assembly, motion, {}), Error);
  motion.tracks.emplace_back();
  EXPECT_THROW(find_clashes(assembly, motion, {}), Error);
  motion.tracks.back() = {{0, {}}, {2, {}}, {2, {}}};
  EXPECT_THROW(find_clashes(assembly, motion, {}), Error);
  motion.tracks.back() = {{0, Placement{Matrix3::from_rows({1, 0, 0}, {0, 1, 0}, {0, 0, 0}), {}}}};
  EXPECT_THROW(find_clashes(assembly, motion, {}), Error);
}

}  // namespace abut
