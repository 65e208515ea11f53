#pragma once

#include <abut/query.h>

#include <chrono>

namespace abut {

/// Says when the budget of a query that has begun is used up. Copies watch the same clock and flag: each thread has its
/// own, and so has each part of a query, which counts its tests from 0.
class BudgetWatch {
 public:
  /// No end.
  BudgetWatch() = default;
  /// The time runs from now. Throws Error for seconds that are negative or not a number.
  explicit BudgetWatch(const Budget& budget)
      : tests_(budget.tests), stop_(budget.stop), is_limited_(limits_tests() || stop_) {
    // Ten years are as good as no end, and can be added to the clock.
    if (!(budget.seconds >= 3e8)) limit_time(budget.seconds);
  }

  /// Is it used up after so many tests of this part? Cheap when nothing is limited.
  bool is_over(std::uint64_t tests) { return is_limited_ && look(tests); }

  /// The same after what was spent, with a look at the clock each time; may be asked by several threads at once.
  bool is_over_now() const { return is_limited_ && (is_used_up(0) || is_late()); }

  /// Takes what a part of the query needed from what is left for the next ones.
  void spend(const Counters& counters);
  /// The same for a part that may need no more than so many tests.
  BudgetWatch at_most(std::uint64_t tests) const;
  /// What is left, for queries that are part of this one.
  Budget rest() const;

  bool is_limited() const { return is_limited_; }
  bool limits_tests() const { return tests_ != Budget::no_limit; }
  bool limits_time() const { return deadline_ != Clock::time_point::max(); }

 private:
  using Clock = std::chrono::steady_clock;

  void limit_time(double seconds);
  bool look(std::uint64_t tests);
  bool is_used_up(std::uint64_t tests) const {
    return tests >= tests_ || (stop_ && stop_->load(std::memory_order_relaxed));
  }
  bool is_late() const { return limits_time() && Clock::now() >= deadline_; }

  std::uint64_t tests_ = Budget::no_limit;
  Clock::time_point deadline_ = Clock::time_point::max();
  const std::atomic<bool>* stop_ = nullptr;
  std::uint32_t looks_ = 0;
  bool is_limited_ = false;
};

}  // namespace abut
