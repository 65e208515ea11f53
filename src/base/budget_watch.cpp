#include "base/budget_watch.h"

#include <abut/error.h>

#include <algorithm>
#include <string>

namespace abut {

void BudgetWatch::limit_time(double seconds) {
  if (!(seconds >= 0)) throw Error("the time budget must be 0 seconds or more; it is " + std::to_string(seconds) + ".");
  deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  is_limited_ = true;
}

bool BudgetWatch::look(std::uint64_t tests) {
  // A clock takes longer than a visit.
  constexpr std::uint32_t looks_per_time = 16;
  return is_used_up(tests) || (looks_++ % looks_per_time == 0 && is_late());
}

void BudgetWatch::spend(const Counters& counters) {
  if (limits_tests()) tests_ -= std::min(tests_, counters.volume_tests + counters.triangle_tests);
}

BudgetWatch BudgetWatch::at_most(std::uint64_t tests) const {
  BudgetWatch part = *this;
  part.tests_ = std::min(tests_, tests);
  part.is_limited_ = true;
  return part;
}

Budget BudgetWatch::rest() const {
  const auto seconds = [&] { return std::chrono::duration<double>(deadline_ - Clock::now()).count(); };
  return {tests_, limits_time() ? std::max(0.0, seconds()) : Budget{}.seconds, stop_};
}

}  // namespace abut
