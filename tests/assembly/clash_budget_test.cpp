#include "with_clearance.h"
#include <abut/clash.h>
#include <abut/error.h>
#include <abut/shapes.h>

#include <set>

#include <gtest/gtest.h>

namespace abut {

namespace {

Assembly rings() {
  Assembly assembly;
  const Model ring(shapes::torus(1, 0.3, 30, 16));
  for (int i = 0; i < 4; ++i)
    assembly.add("ring " + std::to_string(i), ring, {Placement::rotation(0.3, 1, 2, 0.5).linear, {1.5 * i, 0, 0}});
  return assembly;
}

TEST(ClashBudget, EndsACheckThatSaysSo) {
  const Assembly assembly = rings();
  const std::atomic<bool> stop = true;
  for (const Budget& budget : {Budget{.tests = 1}, Budget{.seconds = 0}, Budget{.stop = &stop}}) {
    const ClashReport report = find_clashes(assembly, at_rest(assembly), with_clearance(0.5), {.budget = budget});
    EXPECT_FALSE(report.complete);
    EXPECT_TRUE(report.findings.empty());
  }
  EXPECT_THROW(find_clashes(assembly, at_rest(assembly), {}, {.budget = {.seconds = -1}}), Error);
}

TEST(ClashBudget, OfTestsEndsAtTheSamePlaceOnAnyNumberOfThreads) {
  const Assembly assembly = rings();
  const ClashReport all = find_clashes(assembly, at_rest(assembly), with_clearance(0.5), {.whole_curves = true});
  ASSERT_TRUE(all.complete);
  ASSERT_GE(all.findings.size(), 3u);
  std::set<std::size_t> counts;
  for (std::uint64_t tests = 100; tests < 10'000'000; tests *= 3) {
    const auto check = [&](int threads) {
      return find_clashes(assembly, at_rest(assembly), with_clearance(0.5),
                          {.threads = threads, .whole_curves = true, .budget = {.tests = tests}});
    };
    const ClashReport some = check(1), on_two = check(2);
    EXPECT_EQ(some.findings.size(), on_two.findings.size()) << tests;
    EXPECT_EQ(some.complete, on_two.complete) << tests;
    if (some.complete) {
      EXPECT_EQ(some.findings.size(), all.findings.size()) << tests;
    }
    counts.insert(some.findings.size());
  }
  EXPECT_GE(counts.size(), 3u);
  EXPECT_EQ(*counts.rbegin(), all.findings.size());
}

TEST(ClashBudget, KeepsWhatWasFoundWhenStopped) {
  const Assembly assembly = rings();
  std::atomic<bool> stop{false};
  ClashOptions options;
  options.budget.stop = &stop;
  options.progress = [&](std::size_t done, std::size_t total) {
    EXPECT_LE(done, total);
    if (done == 2) stop = true;
  };
  const ClashReport report = find_clashes(assembly, at_rest(assembly), with_clearance(0.5), options);
  EXPECT_FALSE(report.complete);
  EXPECT_GT(report.findings.size(), 0u);
  EXPECT_LE(report.findings.size(), 2u);
  EXPECT_EQ(report.closed.size(), 4u);
}

}  // namespace

}  // namespace abut
