#include "base/threads.h"

#include <atomic>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(TakeSteps, DoesEachPieceOnceAndStepsInOrder) {
  for (const int threads : {1, 2, threads_meant(0)})
    for (int repeat = 0; repeat < 200; ++repeat) {
      const std::vector<std::size_t> pieces{5, 0, 1, 64, 2};
      std::vector<std::vector<int>> done;
      for (const std::size_t count : pieces) done.emplace_back(count, 0);
      std::atomic<bool> too_early{false};
      with_threads(threads, [&] {
        take_steps(threads, pieces, [&](const StepPiece& at) {
          // Plain numbers, read by other threads than wrote them: what a step wrote is seen by the next.
          for (std::size_t step = 0; step < at.step; ++step)
            for (const int times : done[step])
              if (times != 1) too_early = true;
          if (at.member >= static_cast<std::size_t>(threads)) too_early = true;
          ++done[at.step][at.piece];
        });
      });
      EXPECT_FALSE(too_early);
      for (const std::vector<int>& step : done)
        for (const int times : step) EXPECT_EQ(times, 1);
    }
}

TEST(TakeSteps, ThrowsWhatAPieceThrowsAndLeavesLaterStepsUndone) {
  for (const int threads : {1, 2}) {
    std::atomic<int> later{0};
    const std::vector<std::size_t> pieces{8, 8};
    const auto run = [&] {
      with_threads(threads, [&] {
        take_steps(threads, pieces, [&](const StepPiece& at) {
          if (at.step == 0 && at.piece == 3) throw std::runtime_error("three");
          if (at.step == 1) ++later;
        });
      });
    };
    EXPECT_THROW(run(), std::runtime_error);
    EXPECT_EQ(later, 0);
  }
}

TEST(TakeSteps, TakesNoSteps) {
  take_steps(1, {}, [](const StepPiece&) { FAIL(); });
}

}  // namespace
}  // namespace abut
