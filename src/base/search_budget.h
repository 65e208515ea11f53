#pragma once

#include "base/visited.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace abut {

/// When a search has to end before it is done.
struct SearchBudget {
  std::uint64_t most_tests = std::numeric_limits<std::uint64_t>::max();  ///< of volumes and triangles together
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
  const std::atomic<bool>* stop = nullptr;

  bool is_limited() const {
    return stop || most_tests != std::numeric_limits<std::uint64_t>::max() || deadline != std::chrono::steady_clock::time_point::max();
  }
};

/// The budget of a search that begins now.
SearchBudget budget_from_now(std::uint64_t most_tests, double seconds, const std::atomic<bool>* stop);

/// Says when a budget is used up.
class BudgetWatch {
 public:
  explicit BudgetWatch(const SearchBudget& budget) : budget_(budget) {}

  bool is_over(std::uint64_t tests) {
    if (tests >= budget_.most_tests) return true;
    if (budget_.stop && budget_.stop->load(std::memory_order_relaxed)) return true;
    // A clock takes longer than a visit.
    constexpr std::uint32_t visits_per_look = 16;
    if (budget_.deadline == std::chrono::steady_clock::time_point::max() || ++visits_ % visits_per_look != 0)
      return false;
    return std::chrono::steady_clock::now() >= budget_.deadline;
  }

 private:
  const SearchBudget& budget_;
  std::uint32_t visits_ = 0;
};

/// How a search for the closest triangles went.
struct NearestVisited : Visited {
  /// No pair that was not measured is closer than this, in the world; infinite after an exact search to the end.
  double lower = std::numeric_limits<double>::infinity();
};

}  // namespace abut
