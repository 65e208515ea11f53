#include "io/reading.h"
#include "io/step.h"
#include "modules/bolted_plates.h"
#include "modules/step_files.h"
#include <abut/clash.h>
#include <abut/error.h>
#include <abut/mesh.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

namespace abut {

namespace {

struct Checked {
  Assembly assembly;
  ClashReport report;
};

Checked check(const PinInPlate& fit, double clearance, const ClashOptions& options = {}) {
  const TemporaryDirectory folder;
  const std::vector<std::string> files{folder.file("fit.step")};
  write_pin_in_plate(files[0], fit);
  Checked checked{load_assembly(files), {}};
  PairRules rules;
  rules.clearance = clearance;
  checked.report = find_clashes(checked.assembly, at_rest(checked.assembly), rules, options);
  return checked;
}

TEST(Refine, MeasuresThePlayOfAPinInALargePlate) {
  const auto [assembly, report] = check({}, 0.1);
  ASSERT_EQ(report.findings.size(), 1u);
  const ClashFinding& found = report.findings[0];
  EXPECT_EQ(found.kind, ClashKind::clearance);
  EXPECT_TRUE(found.is_sure);
  EXPECT_EQ(found.refine_end, RefineEnd::decided);
  EXPECT_GT(found.refined, 0);
  EXPECT_GT(found.stray, 0);
  EXPECT_LT(found.stray, 0.05);
  EXPECT_LE(found.gap.lower - found.stray, 0.05);
  EXPECT_GE(found.gap.upper + found.stray, 0.05);
  EXPECT_LT(found.gap.triangle_a, assembly.parts()[0].model.mesh().triangles.size()) << "of the meshes that are there";
  EXPECT_LT(found.gap.triangle_b, assembly.parts()[1].model.mesh().triangles.size());
}

TEST(Refine, FindsNothingWrongWithThatPlay) {
  EXPECT_TRUE(check({}, 0).report.findings.empty());
  EXPECT_TRUE(check({}, 0.03).report.findings.empty());
  EXPECT_TRUE(check({.hole_radius = 15.02}, 0).report.findings.empty()) << "a clearance fit of 0.02";
}

TEST(Refine, TellsAPressFitFromAMate) {
  const auto [assembly, report] = check({.pin_radius = 15.02, .hole_radius = 15, .plate_size = 200}, 0);
  ASSERT_EQ(report.findings.size(), 1u);
  const ClashFinding& found = report.findings[0];
  EXPECT_EQ(found.kind, ClashKind::clash);
  EXPECT_TRUE(found.is_sure);
  ASSERT_TRUE(found.severity);
  EXPECT_LE(found.severity->depth.lower - found.stray, 0.02);
  EXPECT_GE(found.severity->depth.upper + found.stray, 0.02);
  EXPECT_LT(found.stray, 0.02);
  ASSERT_FALSE(found.triangles_a.empty());
  ASSERT_FALSE(found.triangles_b.empty());
  EXPECT_LT(found.triangles_a.back(), assembly.parts()[0].model.mesh().triangles.size());
  EXPECT_LT(found.triangles_b.back(), assembly.parts()[1].model.mesh().triangles.size());
}

TEST(Refine, TellsThatAPinOfTheSameRadiusStaysOpen) {
  const auto [assembly, report] = check({.hole_radius = 15, .plate_size = 200}, 0);
  ASSERT_EQ(report.findings.size(), 1u);
  const ClashFinding& found = report.findings[0];
  EXPECT_EQ(found.kind, ClashKind::perhaps);
  EXPECT_FALSE(found.is_sure);
  EXPECT_EQ(found.refined, 4);
  EXPECT_EQ(found.refine_end, RefineEnd::rounds);
  EXPECT_LT(found.stray, 0.002);
}

TEST(Refine, KeepsToItsLimits) {
  const PinInPlate same{.hole_radius = 15, .plate_size = 200};
  const auto end_of = [&](const RefineOptions& limits) {
    ClashOptions options;
    options.refine = limits;
    const ClashReport report = check(same, 0, options).report;
    EXPECT_EQ(report.findings.size(), 1u);
    EXPECT_TRUE(report.complete);
    return std::pair(report.findings.at(0).refined, report.findings.at(0).refine_end);
  };
  EXPECT_EQ(end_of({.rounds = 0}), std::pair(0, RefineEnd::rounds));
  EXPECT_EQ(end_of({.rounds = 2}), std::pair(2, RefineEnd::rounds));
  EXPECT_EQ(end_of({.triangles = 10}), std::pair(0, RefineEnd::triangles));
  EXPECT_EQ(end_of({.seconds = 0}), std::pair(0, RefineEnd::seconds));
}

TEST(StepReader, MakesMeshesAnew) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.step"));
  StepReader reader(folder.file("device.step"));
  const MeshInstances parts = reader.take_parts();
  const auto fine = reader.remesh(1, 0.0005), coarse = reader.remesh(1, 0.2), block = reader.remesh(0, 0.001);
  ASSERT_TRUE(fine && coarse && block);
  EXPECT_GT(fine->mesh.triangles.size(), 4 * coarse->mesh.triangles.size()) << "also when finer ones were there";
  EXPECT_LT(fine->stray.largest(), 0.001);
  EXPECT_GT(coarse->stray.largest(), 0.01);
  EXPECT_EQ(fine->stray.kind(), StrayKind::bounded);
  EXPECT_EQ(block->mesh.points, parts.meshes[0].points);
  EXPECT_FALSE(reader.remesh(7, 0.1)) << "there is none";
  EXPECT_TRUE(reader.remesh(1, 0.1)) << "which is no reason to stop";
  EXPECT_THROW(reader.remesh(1, 0), Error);
}

TEST(StepReader, StartsAgainWhereItEndedWithItsThreadUnlessTheFileHasChanged) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.step"));
  std::unique_ptr<StepReader> reader;
  const auto read_in_a_thread = [&] {
    std::thread([&] { reader = std::make_unique<StepReader>(folder.file("device.step")); }).join();
  };
  read_in_a_thread();
  const auto made = reader->remesh(1, 0.01);
  ASSERT_TRUE(made);
  EXPECT_TRUE(closedness_of(made->mesh).is_closed());
  read_in_a_thread();
  write_pin_in_plate(folder.file("device.step"));
  EXPECT_FALSE(reader->remesh(1, 0.01));
}

TEST(StepReader, EndsWithTheBudget) {
  const TemporaryDirectory folder;
  write_assembly(folder.file("device.step"));
  StepReader reader(folder.file("device.step"));
  std::atomic<bool> stop = false;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    stop = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(reader.remesh(1, 1e-9, {.stop = &stop})) << "takes forever";
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
  later.join();
}

}  // namespace

}  // namespace abut
