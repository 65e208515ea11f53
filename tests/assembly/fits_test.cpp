#include "support/fits.h"

#include "support/effort.h"
#include <abut/clash.h>

#include <gtest/gtest.h>

namespace abut {

namespace {

/// All of them in scripts/campaign_tests.
int fits() { return in_full() ? 200 : tries(24); }

Assembly assembly_of(const Fit& fit, const Vec3& beside = {}) {
  Assembly assembly;
  const Placement at{Matrix3{}, beside};
  assembly.add("shaft", Model(fit.shaft), at, estimated_stray(fit.shaft));
  assembly.add("hub", Model(fit.hub), at, estimated_stray(fit.hub));
  return assembly;
}

ClashKind kind_of(const Fit& fit, double tolerance) {
  const Assembly assembly = assembly_of(fit);
  ClashOptions options;
  options.tolerance = tolerance;
  const ClashReport report = find_clashes(assembly, at_rest(assembly), {}, options);
  EXPECT_EQ(report.findings.size(), 1u) << fit.name;
  return report.findings.empty() ? ClashKind::clearance : report.findings[0].kind;
}

TEST(Fits, AreJudgedRightOrPerhapsWithinTheStray) {
  int sure = 0;
  for (int seed = 0; seed < fits(); ++seed) {
    const double limit = limit_of_fit(seed).tolerance;
    for (const double part : {0.9, 1.1}) {
      const Fit fit = random_fit(seed, part);
      const ClashKind kind = kind_of(fit, limit), truth = part > 1 ? ClashKind::clash : ClashKind::touch;
      if (kind == truth) {
        ++sure;
        continue;
      }
      EXPECT_EQ(kind, ClashKind::perhaps) << fit.name << ", " << part << " of " << limit;
      // What the triangles show is within the stray of the truth, and the stray is counted once more on top of that.
      EXPECT_LE(std::abs(fit.depth - limit), 2.02 * fit.stray + 0.01 * limit) << fit.name << ", " << part;
    }
  }
  EXPECT_GT(sure, 0);
}

TEST(Fits, AreSortedByTheirDepth) {
  Assembly assembly;
  std::vector<double> depths;
  double x = 0;
  for (int seed = 0; seed < 40; ++seed) {
    const Fit fit = random_fit(seed, 1 + seed % 7);
    const Placement at{Matrix3{}, {x += 300, 0, 0}};
    assembly.add("shaft " + std::to_string(seed), Model(fit.shaft), at, estimated_stray(fit.shaft));
    assembly.add("hub " + std::to_string(seed), Model(fit.hub), at, estimated_stray(fit.hub));
    depths.push_back(fit.depth);
  }
  const ClashReport report = find_clashes(assembly, at_rest(assembly));
  ASSERT_GE(report.findings.size(), 2u);
  for (std::size_t i = 1; i < report.findings.size(); ++i) {
    const ClashFinding &first = report.findings[i - 1], &second = report.findings[i];
    if (first.kind != second.kind || !first.severity || !second.severity) continue;
    EXPECT_GE(first.severity->depth.lower, second.severity->depth.lower);
    // Where the brackets, widened by the strays, are apart, so are the round parts.
    if (first.severity->depth.lower - first.stray > second.severity->depth.upper + second.stray) {
      EXPECT_GT(depths[first.parts.a / 2], depths[second.parts.a / 2]);
    }
  }
}

}  // namespace

}  // namespace abut
