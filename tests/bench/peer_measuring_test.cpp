#include "peers/goals.h"
#include "peers/race.h"
#include "peers/two_processes.h"
#include <abut/error.h>

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace abut::bench::peers {
namespace {

TEST(Goals, SayWhetherWhatIsRequiredAndWhatIsAimedAtIsReached) {
  EXPECT_EQ(verdict_of({"w", "m", 11.9, 12, 20}), "missed by 0.83 %");
  EXPECT_EQ(verdict_of({"w", "m", 12, 12, 20}), "met");
  EXPECT_EQ(verdict_of({"w", "m", 20, 12, 20}), "aim reached");
  EXPECT_EQ(verdict_of({"w", "m", 30, 12, 0}), "met");
  EXPECT_EQ(verdict_of({"w", "m", 141, 140, 100, true}), "missed by 0.71 %");
  EXPECT_EQ(verdict_of({"w", "m", 60, 100, 0}), "missed by 40 %");
  EXPECT_EQ(verdict_of({"w", "m", 5, 2, 1.2, true}), "missed by a factor of 2.5");
  EXPECT_EQ(verdict_of({"w", "m", 3, 100, 0}), "missed by a factor of 33");
  EXPECT_EQ(verdict_of({"w", "m", 120, 140, 100, true}), "met");
  EXPECT_EQ(verdict_of({"w", "m", 100, 140, 100, true}), "aim reached");
  EXPECT_EQ(verdict_of({"w", "m", 0.9, 0, 1}), "aim missed");
  EXPECT_EQ(verdict_of({"w", "m", 0.9, 0, 0}), "nothing asked");
}

TEST(Goals, OfOneExperimentAreReplacedAndThoseOfOthersKept) {
  const Surroundings to{std::filesystem::path(testing::TempDir()) / ("abut_goals_" + std::to_string(getpid()))};
  record_goals(to, "build", {{"build, 70k", "times FCL's speed", 2, 3, 5}});
  record_goals(to, "refit", {{"refit", "times", 4, 4, 0}});
  record_goals(to, "build", {{"build, 70k", "times FCL's speed", 4, 3, 5, false, GoalTable::no_cliffs}});
  std::ifstream file(to.out / "goals.csv");
  std::stringstream text;
  text << file.rdbuf();
  std::filesystem::remove_all(to.out);
  EXPECT_EQ(text.str(),
            "experiment,work,measure,bound,required,aim,measured,verdict,table\n"
            "refit,refit,times,at least,4,0,4,met,first\n"
            "build,\"build, 70k\",times FCL's speed,at least,3,5,4,met,no cliffs\n");
}

TEST(Goals, HoldTheWorstOfSeveralWorksToOneLine) {
  WorstOf least({"first contact", "times", 0, 12, 20}), most({"first contact", "times", 0, 2, 0, true});
  std::vector<Goal> goals;
  least.add_to(goals);
  EXPECT_TRUE(goals.empty());
  for (WorstOf* each : {&least, &most}) {
    each->add("torus", 14);
    each->add("teapot", 11);
    each->add("scan", 13);
    each->add_to(goals);
  }
  ASSERT_EQ(goals.size(), 2u);
  EXPECT_EQ(goals[0].work, "first contact; worst: teapot");
  EXPECT_EQ(goals[0].measured, 11);
  EXPECT_EQ(goals[1].work, "first contact; worst: torus");
  EXPECT_EQ(verdict_of(goals[1]), "missed by a factor of 7.0");
}

TEST(Race, TakesTheMedianOfAllRoundsButTheFirst) {
  int round = 0;
  const double lengths[] = {0.05, 0.002, 0.03, 0.006, 0.004, 0.005};
  const auto busy = [&] {
    const double start = thread_seconds();
    while (thread_seconds() - start < lengths[round]) continue;
    ++round;
  };
  const double median = race({busy}, {.rounds = 6, .seconds_each = 1, .shortest_seconds = 0})[0];
  EXPECT_EQ(round, 6);
  EXPECT_GE(median, 0.005);
  EXPECT_LT(median, 0.006);
}

TEST(Race, RunsQuickContestantsOftenAndSlowOnesAtLeastTwice) {
  int quick = 0, slow = 0;
  const auto busy = [](double seconds) {
    const double start = thread_seconds();
    while (thread_seconds() - start < seconds) continue;
  };
  const std::vector<double> seconds = race({[&] { ++quick; },
                                            [&] {
                                              ++slow;
                                              busy(0.02);
                                            }},
                                           {.rounds = 4, .seconds_each = 0.01, .shortest_seconds = 0.001});
  EXPECT_EQ(slow, 2);
  EXPECT_GT(quick, 100);
  EXPECT_GE(seconds[1], 0.02);
  EXPECT_LT(seconds[0], 0.001);
}

TEST(TwoProcesses, BothDoTheWorkThatIsNamed) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const auto says = [&](char letter) { return [&, letter] { EXPECT_EQ(write(ends[1], &letter, 1), 1); }; };
  TwoProcesses processes({says('a'), says('b')});
  processes.run(1);
  processes.run(0);
  char heard[5] = {};
  ASSERT_EQ(read(ends[0], heard, 4), 4);
  EXPECT_STREQ(heard, "bbaa");
  close(ends[0]);
  close(ends[1]);
}

TEST(TwoProcesses, WhoseChildFailsIsAnError) {
  TwoProcesses processes({[] { throw Error("no"); }});
  EXPECT_THROW(processes.run(0), Error);
}

}  // namespace
}  // namespace abut::bench::peers
