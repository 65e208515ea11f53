#include <abut/error.h>
#include <abut/report.h>
#include <abut/shapes.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace abut {
namespace {

/// `count` boxes in a row, each overlapping the next.
ClashRun row_of_boxes(int count) {
  ClashRun run;
  const Model box(shapes::box({1, 1, 1}));
  for (int i = 0; i < count; ++i)
    run.assembly.add("box " + std::to_string(i), box, Placement::translation({1.5 * i, 0.25 * i, 0}));
  run.motion = at_rest(run.assembly);
  run.report = find_clashes(run.assembly, run.motion);
  return run;
}

Baseline baseline_of(const ClashRun& run) {
  Baseline baseline;
  for (const ClashFinding& finding : run.report.findings)
    baseline.findings[run.id(finding)] = {std::string(name_of(finding.kind)), run.name_a(finding), run.name_b(finding),
                                          finding.severity->depth, Bracket{finding.gap.lower, finding.gap.upper}};
  return baseline;
}

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(Report, PiecesMakeTheWholeText) {
  const ClashRun run = row_of_boxes(40);
  ASSERT_EQ(run.report.findings.size(), 39u);
  std::string json, csv;
  write_json(run, [&](std::string_view piece) { json += piece; });
  write_csv(run, [&](std::string_view piece) { csv += piece; });
  EXPECT_EQ(to_json(run), json);
  EXPECT_EQ(to_csv(run), csv);
  EXPECT_EQ(lines_of(csv), 40u);
  const auto said = nlohmann::json::parse(json);
  EXPECT_EQ(said["version"], clash_schema_version);
  EXPECT_EQ(said["findings"].size(), 39u);
  EXPECT_EQ(said["summary"]["clash"], 39);
  EXPECT_FALSE(said.contains("gone"));
  EXPECT_NEAR(said["findings"][0]["depth"]["lower"].get<double>(), 0.5, 0.03);
  EXPECT_NEAR(said["findings"][0]["volume"]["upper"].get<double>(), 0.5 * 1.75 * 2, 1e-8);
}

TEST(Report, TextForPeopleSaysWhereTheRestIs) {
  const ClashRun run = row_of_boxes(40);
  EXPECT_NE(to_text(run).find("\nand 14 more\n"), std::string::npos);
  EXPECT_NE(to_text(run, "see the table").find("\nand 14 more; see the table\n"), std::string::npos);
  EXPECT_EQ(to_text(row_of_boxes(3), "see the table").find("see the table"), std::string::npos);
}

TEST(Report, IsReadAsTheBaselineThatItIs) {
  const ClashRun run = row_of_boxes(5);
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "abut_report_test.json";
  std::ofstream(file) << to_json(run);
  const Baseline read = read_baseline(file);
  std::filesystem::remove(file);
  EXPECT_TRUE(read.complete);
  const Baseline same = baseline_of(run);
  ASSERT_EQ(read.findings.size(), same.findings.size());
  for (const auto& [id, old] : same.findings) {
    ASSERT_TRUE(read.findings.contains(id));
    EXPECT_EQ(read.findings.at(id).kind, old.kind);
    EXPECT_EQ(read.findings.at(id).name_a, old.name_a);
    EXPECT_EQ(read.findings.at(id).name_b, old.name_b);
    EXPECT_EQ(read.findings.at(id).depth->lower, old.depth->lower);
    EXPECT_EQ(read.findings.at(id).depth->upper, old.depth->upper);
  }
}

TEST(Report, ComparesWithABaseline) {
  ClashRun run = row_of_boxes(7);
  Baseline baseline = baseline_of(run);
  const auto id = [&](std::size_t i) { return run.id(run.report.findings[i]); };
  baseline.findings.erase(id(0));
  baseline.findings[id(1)].kind = "touch";
  baseline.findings[id(2)].depth = Bracket{0.1, 0.2};
  baseline.findings[id(3)].depth = Bracket{0.7, 0.8};
  baseline.gone[id(4)] = baseline.findings[id(4)];
  baseline.findings.erase(id(4));
  baseline.findings["000000000000"] = {"clash", "gone", "box 1", {}, {}};
  baseline.settings = {{"clearance", 0.5}, {"tolerance", 0}};
  const Comparison compared = compare(run, baseline);
  ASSERT_EQ(compared.states.size(), 6u);
  const FindingChange expected[] = {FindingChange::is_new, FindingChange::is_new,   FindingChange::worse,
                                    FindingChange::better, FindingChange::returned, FindingChange::still};
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(compared.states[i].change, expected[i]) << i;
    EXPECT_EQ(compared.states[i].was, i == 1 ? "touch" : "") << i;
  }
  ASSERT_EQ(compared.gone.size(), 1u);
  EXPECT_EQ(compared.gone.begin()->second.name_a, "gone");
  EXPECT_EQ(compared.differing, std::vector<std::string>{"clearance was 0.5 and is 0"});
  // What a run that was stopped does not find need not be gone.
  run.report.complete = false;
  EXPECT_TRUE(compare(run, baseline).gone.empty());
}

TEST(Report, ReadsWhatVersion1Wrote) {
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "abut_report_test_1.json";
  std::ofstream(file) << R"({"schema":"abut-clash","version":1,"clearance":0.5,"touch_tolerance":0.01,"complete":true,
    "parts":[{"name":"a"},{"name":"b"}],"findings":[{"id":"0123456789ab","kind":"clash","a":0,"b":1,
    "distance":{"lower":0,"upper":0}}],"resolved":[{"id":"ba9876543210","kind":"touch","name_a":"c","name_b":"d"}]})";
  const Baseline read = read_baseline(file);
  std::filesystem::remove(file);
  EXPECT_EQ(read.findings.at("0123456789ab").kind, "clash");
  EXPECT_FALSE(read.findings.at("0123456789ab").depth);
  EXPECT_EQ(read.gone.at("ba9876543210").name_b, "d");
  EXPECT_EQ(read.settings.at("tolerance"), 0.01);
  EXPECT_EQ(read.settings.at("clearance"), 0.5);
}

TEST(Report, NamesPatternsThatMatchNothing) {
  ClashRun run = row_of_boxes(2);
  PairRules rules;
  rules.ignore = {{"bolt*", "box*"}, {"box 0", "box*"}};
  EXPECT_EQ(find_clashes(run.assembly, run.motion, rules).unmatched, std::vector<std::string>{"'bolt*' and 'box*'"});
}

TEST(Report, LeavesNothingBehindWhereThePageCannotBeWritten) {
  const ClashRun run = row_of_boxes(2);
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "abut_report_test_folder";
  std::filesystem::create_directory(folder);
  EXPECT_THROW(write_page(run, folder / "none" / "page.html"), Error);
  if (has_page()) {
    write_page(run, folder / "page.html");
    EXPECT_GT(std::filesystem::file_size(folder / "page.html"), to_json(run).size());
  } else {
    EXPECT_THROW(write_page(run, folder / "page.html"), Error);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace abut
