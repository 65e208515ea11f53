#include "base/search_budget.h"

namespace abut {

SearchBudget budget_from_now(std::uint64_t most_tests, double seconds, const std::atomic<bool>* stop) {
  SearchBudget budget{most_tests};
  budget.stop = stop;
  using Clock = std::chrono::steady_clock;
  // Ten years are as good as no end, and can be added to the clock.
  if (seconds < 3e8)
    budget.deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  return budget;
}

}  // namespace abut
