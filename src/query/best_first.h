#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace abut {

/// What a branch and bound has not yet looked at, with an upper bound each; the highest comes first, of equal ones what
/// was put in last.
template <class Item>
class BestFirst {
 public:
  bool empty() const { return heap_.empty(); }
  double top_bound() const { return heap_.front().bound; }

  void push(double bound, Item item) {
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(items_.size()));
      items_.emplace_back();
    }
    const std::uint32_t place = free_.back();
    free_.pop_back();
    items_[place] = std::move(item);
    heap_.push_back({bound, count_++, place});
    std::push_heap(heap_.begin(), heap_.end());
  }

  std::pair<double, Item> pop() {
    std::pop_heap(heap_.begin(), heap_.end());
    const Entry top = heap_.back();
    heap_.pop_back();
    free_.push_back(top.place);
    return {top.bound, std::move(items_[top.place])};
  }

 private:
  struct Entry {
    double bound;
    std::uint64_t number;
    std::uint32_t place;
    bool operator<(const Entry& other) const {
      return bound != other.bound ? bound < other.bound : number < other.number;
    }
  };
  std::vector<Entry> heap_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> free_;
  std::uint64_t count_ = 0;
};

}  // namespace abut
