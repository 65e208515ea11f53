#include "assembly/clash_pieces.h"
#include "chords.h"
#include "math/random.h"
#include <abut/clash.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <tuple>

#include <gtest/gtest.h>

namespace abut {

namespace {

using std::numbers::pi;

/// A ring as a source of meshes gives it: with a stray that is known, and finer triangles when asked.
struct RoundPart {
  double inner, outer, height, phase;

  FinerMesh with(int segments) const {
    FinerMesh made{ring(segments, inner, outer, height, phase), {}};
    const auto n = static_cast<std::size_t>(segments);
    std::vector<float> strays(8 * n, 0.0f);
    const auto up = [](double x) { return std::nextafter(static_cast<float>(x), 1e30f); };
    for (std::size_t i = 0; i < 2 * n; ++i) {
      strays[i] = up(sagitta(segments, inner));
      strays[2 * n + i] = up(sagitta(segments, outer));
    }
    made.stray = Stray(StrayKind::bounded, std::move(strays), 0);
    return made;
  }
  FinerMeshes finer(std::shared_ptr<int> calls = std::make_shared<int>(0)) const {
    return [part = *this, calls](double stray, const Budget&) -> std::optional<FinerMesh> {
      ++*calls;
      return part.with(static_cast<int>(std::ceil(pi / std::acos(1 - stray / part.outer))));
    };
  }
};

void add(Assembly& assembly, const std::string& name, const RoundPart& part, int segments, const Placement& at = {}) {
  FinerMesh made = part.with(segments);
  assembly.add(name, Model(std::move(made.mesh)), at, made.stray, part.finer());
}

/// A pin in a hub, their axes `aside` of each other; `play` is the radius of the bore less that of the pin.
Assembly fit(double play, double aside, int segments, double phase) {
  Assembly assembly;
  add(assembly, "hub", {10 + play, 20, 8, 0}, segments);
  add(assembly, "pin", {3, 10, 30, phase}, segments + 1, Placement::translation({aside, 0, -11}));
  return assembly;
}

ClashReport check(const Assembly& assembly, double clearance, const ClashOptions& options = {}) {
  PairRules rules;
  rules.clearance = clearance;
  return find_clashes(assembly, at_rest(assembly), rules, options);
}

TEST(Refinement, GivesTheVerdictOfTheRoundSurfacesOrSaysThatItIsOpen) {
  Random random(7);
  int decided = 0, open = 0;
  for (int i = 0; i < 20; ++i) {
    const double play = std::pow(10.0, random.between(-4.5, -0.5)) * (i % 3 == 0 ? -1 : 1);
    const double aside = i % 2 == 0 ? 0 : random.between(0, std::abs(play));
    const double gap = play - aside;  // of the true surfaces; negative: pressed by as much
    const double limit = i % 5 == 0 ? 0.02 : 0;
    const ClashReport report = check(fit(play, aside, 16 + i, random.between(0, 1)), limit);
    ASSERT_LE(report.findings.size(), 1u);
    if (report.findings.empty()) {
      EXPECT_GE(gap, limit) << i;
      ++decided;
      continue;
    }
    const ClashFinding& found = report.findings[0];
    if (!found.is_sure) {
      ++open;
      EXPECT_EQ(found.refine_end, RefineEnd::rounds);
      // The triangles are off by the stray, and so may be what they say of the surfaces.
      EXPECT_LE(std::min(std::abs(gap), std::abs(gap - limit)), 2 * found.stray) << "could have been decided: " << i;
      continue;
    }
    ++decided;
    if (found.kind == ClashKind::clash) {
      EXPECT_LT(gap, 0) << i;
    } else {
      EXPECT_EQ(found.kind, ClashKind::clearance) << i;
      EXPECT_LT(gap, limit) << i;
      EXPECT_GE(gap, 0) << i;
      EXPECT_LE(found.gap.lower - found.stray, gap) << i;
      EXPECT_GE(found.gap.upper + found.stray, gap) << i;
    }
  }
  EXPECT_GE(decided, 12);
  EXPECT_GT(open, 0);
}

TEST(Refinement, FindsPartsWhoseTrianglesAreApartAndWhoseSurfacesAreNot) {
  // Two rollers side by side whose flat sides face each other: the triangles are apart, the circles are not.
  Assembly assembly;
  const int n = 16;
  const RoundPart roller{1, 10, 5, pi / n};
  const double apart = 0.05;
  ASSERT_LT(apart, 2 * sagitta(n, 10));
  add(assembly, "left", roller, n);
  add(assembly, "right", roller, n, Placement::translation({20 - apart, 0, 0}));
  ClashOptions coarse;
  coarse.refine.rounds = 0;
  const ClashReport open = check(assembly, 0, coarse);
  ASSERT_EQ(open.findings.size(), 1u);
  EXPECT_EQ(open.findings[0].kind, ClashKind::perhaps);
  EXPECT_EQ(open.findings[0].contacts, 0u);
  EXPECT_GT(open.findings[0].gap.lower, 0);
  const ClashReport report = check(assembly, 0);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, ClashKind::clash);
  EXPECT_GT(report.findings[0].refined, 0);
}

TEST(Refinement, SaysWhereThereAreNoFinerTriangles) {
  Assembly assembly;
  const RoundPart hub{10, 20, 8, 0}, pin{3, 10, 30, 0.1};
  for (const auto& [name, part] : {std::pair("hub", hub), {"pin", pin}}) {
    FinerMesh made = part.with(24);
    assembly.add(name, Model(std::move(made.mesh)), {}, made.stray);
  }
  const ClashReport report = check(assembly, 0);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].kind, ClashKind::perhaps);
  EXPECT_EQ(report.findings[0].refine_end, RefineEnd::no_finer);
  EXPECT_EQ(report.findings[0].refined, 0);
}

TEST(Refinement, AsksOnceForPartsThatShareAModel) {
  const RoundPart hub{10.02, 20, 8, 0}, pin{3, 10, 30, 0.1};
  const auto of_hub = std::make_shared<int>(0), of_pin = std::make_shared<int>(0);
  const FinerMesh hub_mesh = hub.with(24), pin_mesh = pin.with(24);
  const Model hub_model(hub_mesh.mesh), pin_model(pin_mesh.mesh);
  Assembly assembly;
  for (int i = 0; i < 4; ++i) {
    const Placement at = Placement::translation({100.0 * i, 0, 0});
    assembly.add("hub", hub_model, at, hub_mesh.stray, hub.finer(of_hub));
    assembly.add("pin", pin_model, at, pin_mesh.stray, pin.finer(of_pin));
  }
  EXPECT_TRUE(check(assembly, 0).findings.empty());
  EXPECT_GT(*of_hub, 0);
  EXPECT_LE(*of_hub, RefineOptions{}.rounds);
  EXPECT_EQ(*of_hub, *of_pin);
}

TEST(Refinement, IsTheSameOnEveryNumberOfThreads) {
  Assembly assembly;
  for (int i = 0; i < 4; ++i) {
    const Placement at = Placement::translation({100.0 * i, 0, 0});
    add(assembly, "hub", {10 + 0.004 * (i - 1), 20, 8, 0}, 20 + i, at);
    add(assembly, "pin", {3, 10, 30, 0.1 * i}, 20, at);
  }
  ClashOptions options;
  options.refine.rounds = 2;
  const ClashReport one = check(assembly, 0.006, options);
  options.threads = 3;
  const ClashReport three = check(assembly, 0.006, options);
  ASSERT_EQ(one.findings.size(), three.findings.size());
  ASSERT_GE(one.findings.size(), 3u);
  for (std::size_t i = 0; i < one.findings.size(); ++i) {
    const ClashFinding &x = one.findings[i], &y = three.findings[i];
    EXPECT_EQ(std::tie(x.kind, x.parts, x.stray, x.refined, x.refine_end, x.is_sure, x.gap.upper, x.triangles_a),
              std::tie(y.kind, y.parts, y.stray, y.refined, y.refine_end, y.is_sure, y.gap.upper, y.triangles_a));
  }
}

TEST(Refinement, FollowsPartsThatMove) {
  // The pin comes into its hub along the axis, with a play that only finer triangles show.
  const Assembly assembly = fit(0.01, 0, 24, 0.1);
  AssemblyMotion motion{{0, 1, 2}, "", at_rest(assembly).tracks};
  for (std::size_t step = 0; step < 3; ++step)
    motion.place(step, 1, Placement::translation({0, 0, 40 - 25.0 * static_cast<double>(step)}));
  for (const bool between : {false, true}) {
    ClashOptions options;
    options.between_steps = between;
    options.refine.seconds = 1e6;  // however busy the machine is
    EXPECT_TRUE(find_clashes(assembly, motion, {}, options).findings.empty()) << between;
    PairRules rules;
    rules.clearance = 0.5;
    const ClashReport report = find_clashes(assembly, motion, rules, options);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].kind, ClashKind::clearance);
    EXPECT_TRUE(report.findings[0].is_sure);
    EXPECT_NEAR(report.findings[0].gap.upper, 0.01, report.findings[0].stray);
    EXPECT_LT(report.findings[0].curve[2], 0.01 + report.findings[0].stray);
  }
}

TEST(Refinement, LeavesFlatFacesToTheirExactDistance) {
  // Plates with a bore, exactly as far apart as they must be, turned and far away.
  const RoundPart plate{10, 20, 8, 0};
  for (const double shift : {0.0, 1000.0}) {
    const Placement turned{Matrix3::from_columns({0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}), {shift, -shift, 0}};
    Assembly assembly;
    add(assembly, "low", plate, 24, turned);
    add(assembly, "high", plate, 24, turned * Placement::translation({0, 0, 13}));
    EXPECT_TRUE(check(assembly, 5).findings.empty()) << shift;
    const ClashReport closer = check(assembly, 5.001);
    ASSERT_EQ(closer.findings.size(), 1u) << shift;
    EXPECT_TRUE(closer.findings[0].is_sure) << shift;
    EXPECT_EQ(closer.findings[0].refined, 0) << shift;
  }
}

TEST(Refinement, RefusesLimitsThatAreNone) {
  ClashOptions options;
  options.refine.rounds = -1;
  EXPECT_THROW(check(fit(0, 0, 16, 0), 0, options), Error);
  options.refine = {.seconds = std::nan("")};
  EXPECT_THROW(check(fit(0, 0, 16, 0), 0, options), Error);
}

TEST(EstimatedStrays, AreGivenToPartsWithoutAny) {
  Assembly assembly;
  const RoundPart part{10, 20, 8, 0};
  const FinerMesh made = part.with(24);
  assembly.add("known", Model(made.mesh), {}, made.stray);
  assembly.add("unknown", Model(made.mesh), Placement::translation({50, 0, 0}));
  assembly.estimate_strays();
  EXPECT_EQ(assembly.parts()[0].stray.kind(), StrayKind::bounded);
  EXPECT_EQ(assembly.parts()[1].stray.kind(), StrayKind::estimated);
  EXPECT_NEAR(assembly.parts()[1].stray.largest(), sagitta(24, 20), 0.01 * sagitta(24, 20));
}

/// Parts as another process gets them: without finer triangles.
Assembly as_sent(const Assembly& assembly) {
  Assembly sent;
  for (const AssemblyPart& part : assembly.parts()) sent.add(part.name, part.model, part.at, part.stray);
  return sent;
}

void expect_same(const ClashFinding& x, const ClashFinding& y) {
  EXPECT_EQ(x.parts, y.parts);
  EXPECT_EQ(x.kind, y.kind);
  EXPECT_EQ(std::tuple(x.gap.lower, x.gap.upper, x.contacts, x.stray, x.is_sure, x.refined, x.refine_end),
            std::tuple(y.gap.lower, y.gap.upper, y.contacts, y.stray, y.is_sure, y.refined, y.refine_end));
  EXPECT_EQ(x.triangles_a, y.triangles_a);
  EXPECT_EQ(x.triangles_b, y.triangles_b);
  EXPECT_EQ(x.curve, y.curve);
  ASSERT_EQ(x.severity.has_value(), y.severity.has_value());
  if (!x.severity) return;
  EXPECT_EQ(std::tuple(x.severity->depth.lower, x.severity->depth.upper, x.severity->is_depth_measured),
            std::tuple(y.severity->depth.lower, y.severity->depth.upper, y.severity->is_depth_measured));
  EXPECT_EQ(std::tuple(x.severity->volume.lower, x.severity->volume.upper, x.severity->is_volume_measured),
            std::tuple(y.severity->volume.lower, y.severity->volume.upper, y.severity->is_volume_measured));
}

TEST(Refinement, IsDoneHereForPairsThatAreCheckedElsewhere) {
  Random random(8);
  int refined = 0, measured = 0;
  for (int i = 0; i < 6; ++i) {
    Assembly assembly = fit(std::pow(10.0, random.between(-4.5, -0.5)) * (i % 3 == 0 ? -1 : 1), 0, 16 + i, 0.5);
    for (int box = 0; box < 4; ++box)
      assembly.add("box", Model(shapes::box({2, 2, 2})), Placement::translation({25.0 + 3 * box, 0, box * 0.5}));
    PairRules rules;
    rules.clearance = i % 5 == 0 ? 0.02 : 0;
    ClashOptions options{.max_depths = 3, .max_volumes = 2};
    options.refine.rounds = 2;
    const AssemblyMotion motion = at_rest(assembly);
    const Assembly sent = as_sent(assembly);
    ClashPieces pieces(sent, motion, rules, options);
    const ClashElsewhere elsewhere{[&](std::span<const PartPair> pairs) {
                                     ClashPiece all;
                                     for (const PartPair& pair : pairs) {
                                       const ClashPiece one = pieces.check(std::span(&pair, 1));
                                       all.findings.insert(all.findings.begin(), one.findings.begin(),
                                                           one.findings.end());
                                     }
                                     return all;
                                   },
                                   [&](std::span<ClashFinding* const> findings, Measure what) {
                                     std::vector<ClashSeverity> severities;
                                     for (const ClashFinding* finding : findings)
                                       severities.push_back(pieces.measure(*finding, what));
                                     measured += static_cast<int>(severities.size());
                                     return severities;
                                   }};
    const ClashReport want = find_clashes(assembly, motion, rules, options);
    const ClashReport got = find_clashes(assembly, motion, rules, options, &elsewhere);
    ASSERT_EQ(got.findings.size(), want.findings.size());
    EXPECT_EQ(got.pairs_checked, want.pairs_checked);
    EXPECT_EQ(got.without_depth, want.without_depth);
    EXPECT_EQ(got.without_volume, want.without_volume);
    EXPECT_EQ(got.closed, want.closed);
    for (std::size_t f = 0; f < want.findings.size(); ++f) {
      refined += got.findings[f].refined > 0;
      expect_same(got.findings[f], want.findings[f]);
    }
  }
  EXPECT_GT(refined, 2);
  EXPECT_GT(measured, 6);
}

TEST(ClashPieces, RefuseWhatIsNotOfTheirAssembly) {
  const Assembly assembly = as_sent(fit(0.1, 0, 16, 0));
  const AssemblyMotion motion = at_rest(assembly);
  const PairRules rules;
  const ClashOptions options;
  ClashPieces pieces(assembly, motion, rules, options);
  for (const PartPair pair : {PartPair{0, 2}, PartPair{1, 1}, PartPair{1, 0}})
    EXPECT_THROW(pieces.check(std::span(&pair, 1)), Error);
  EXPECT_THROW(pieces.measure({}, Measure::depth), Error);
}

}  // namespace

}  // namespace abut
