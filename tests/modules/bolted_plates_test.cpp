#include "modules/bolted_plates.h"

#include "io/reading.h"
#include <abut/clash.h>

#include <map>

namespace abut {

namespace {

Assembly assembly_of(const BoltedPlates& options) {
  const TemporaryDirectory folder;
  const std::vector<std::string> files{folder.file("plates.step")};
  write_bolted_plates(files[0], options);
  return load_assembly(files);
}

ClashReport report_of(const BoltedPlates& options, Assembly& assembly, int rounds = RefineOptions{}.rounds) {
  assembly = assembly_of(options);
  ClashOptions with;
  with.refine.rounds = rounds;
  return find_clashes(assembly, at_rest(assembly), {}, with);
}

std::map<ClashKind, int> counts(const ClashReport& report) {
  std::map<ClashKind, int> counts;
  for (const ClashFinding& finding : report.findings) ++counts[finding.kind];
  return counts;
}

std::string names_of(const ClashFinding& finding, const Assembly& assembly) {
  return assembly.parts()[finding.parts.a].name + ", " + assembly.parts()[finding.parts.b].name;
}

TEST(BoltedPlates, DoNotClashAsTheyAre) {
  Assembly assembly;
  const ClashReport report = report_of({}, assembly);
  std::map<ClashKind, int> found = counts(report);
  EXPECT_EQ(found[ClashKind::clash], 0);
  EXPECT_EQ(found[ClashKind::inside], 0);
  EXPECT_EQ(found[ClashKind::touch], 9) << "plate on plate, four heads and four nuts";
  EXPECT_EQ(found[ClashKind::perhaps], 4) << "shanks fill their nuts up to what triangles stray";
  for (const ClashFinding& finding : report.findings) {
    const bool is_open = finding.kind == ClashKind::perhaps;
    EXPECT_EQ(finding.is_sure, !is_open);
    EXPECT_EQ(finding.refine_end, is_open ? RefineEnd::rounds : RefineEnd::decided) << "no triangles are fine enough";
    EXPECT_LT(finding.stray, 0.001);
  }
}

TEST(BoltedPlates, ClashWhereABoltIsMovedAndNowhereElse) {
  Assembly assembly;
  const ClashReport report = report_of({.first_bolt_moved_by = 2}, assembly, 1);
  EXPECT_EQ(counts(report)[ClashKind::clash], 3);
  ASSERT_GE(report.findings.size(), 3u);
  EXPECT_EQ(names_of(report.findings[0], assembly), "bolt, nut") << "the deepest is the first";
  EXPECT_NEAR(report.findings[0].severity->depth.lower, 2, 0.1);
  for (int i : {1, 2}) {
    EXPECT_THAT(names_of(report.findings[i], assembly), testing::EndsWith(", bolt"));
    EXPECT_NEAR(report.findings[i].severity->depth.lower, 1.5, 0.05);
    EXPECT_GT(report.findings[i].severity->volume.lower, 50);
  }
}

TEST(BoltedPlates, HaveStraysThatAreBounded) {
  const Assembly assembly = assembly_of({});
  for (const AssemblyPart& part : assembly.parts()) {
    EXPECT_EQ(part.stray.kind(), StrayKind::bounded) << part.name;
    EXPECT_GT(part.stray.largest(), 0) << part.name;
  }
}

TEST(BoltedPlates, TellABoltThatIsThereTwice) {
  Assembly assembly;
  const ClashReport report = report_of({.has_first_bolt_twice = true}, assembly, 1);
  ASSERT_EQ(counts(report)[ClashKind::clash], 1);
  EXPECT_TRUE(report.findings[0].is_duplicate);
  EXPECT_EQ(names_of(report.findings[0], assembly), "bolt, bolt #2");
}

}  // namespace

}  // namespace abut
