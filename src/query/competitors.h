#pragma once

#include "base/budget_watch.h"
#include "math/rounding.h"

#include <algorithm>
#include <vector>

namespace abut {

/// How competitors were measured again.
struct Settled {
  double lower = std::numeric_limits<double>::infinity();  ///< the least of all
  bool complete = true;                                    ///< false when the budget ended it
};

/// What a search for the closest measured and what may yet turn out to be closer than its best: those whose bracket
/// begins below what the answer needs. Allocates only when many compete.
template <class Place>
class Competitors {
 public:
  struct Item {
    double lower;
    Place place;
  };

  /// `needed` never grows from one call to the next: items at or above it are of no interest any more.
  void add(const Item& item, double needed) {
    if (count_ == capacity) make_room(needed);
    items_[count_++] = item;
  }

  /// Measures those below `needed` again; `measure` returns the new lower, at least that or exact.
  template <class Measure>
  Settled settle(double needed, BudgetWatch watch, const Measure& measure) const {
    Settled result;
    const auto settle = [&](const Item& item) {
      const bool again = item.lower < needed && result.complete;
      if (again && watch.is_over(0)) result.complete = false;
      result.lower = std::min(result.lower, again && result.complete ? measure(item.place) : item.lower);
    };
    for (const Item& item : more_) settle(item);
    for (int i = 0; i < count_; ++i) settle(items_[i]);
    return result;
  }

 private:
  static constexpr int capacity = 64;

  void make_room(double needed) {
    int kept = 0;
    for (int i = 0; i < count_; ++i)
      if (items_[i].lower < needed) items_[kept++] = items_[i];
    count_ = kept;
    if (kept <= capacity / 2) return;
    more_.insert(more_.end(), items_, items_ + kept);
    count_ = 0;
  }

  Item items_[capacity];
  int count_ = 0;
  std::vector<Item> more_;
};

/// The least `lower` with which a bracket of the given `upper` is as narrow as asked for, by either error.
//
// Rounded up, so that upper <= lower (1 + relative) or upper <= lower + absolute holds for the real numbers.
inline double needed_lower(double upper, double relative_error, double absolute_error) {
  const double by_part = next_up(upper / next_down(1 + relative_error));
  return upper <= absolute_error ? 0 : std::min(by_part, next_up(upper - absolute_error));
}

}  // namespace abut
