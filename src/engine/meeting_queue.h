#pragma once

#include "engine/pairs.h"

#include <algorithm>
#include <vector>

namespace abut {

/// What may meet in a time, in halves of it from -1 to 1, ordered to within a fraction of it.
class MeetingQueue {
 public:
  enum class Kind : std::uint32_t {
    step,              ///< to be looked at
    small_step,        ///< whose lanes have been looked at, and are too small to be opened
    leaves,            ///< a step of two leaves, whose triangles are to be looked at
    triangles,         ///< a pair of them, `closed` and `opened`, to be looked at
    tested_triangles,  ///< that has been
  };
  struct Entry {
    PairStep step;
    Kind kind;
    float from;    ///< does not meet before
    float unsure;  ///< how much later it may well meet; of what has been tested
    std::uint32_t next;
  };

  MeetingQueue() { std::fill_n(first_of_slot_, slots, none); }

  /// Makes room for so many at a time.
  void reserve(std::size_t count) { entries_.reserve(count); }
  bool empty() const { return size_ == 0; }
  void push(const PairStep& step, Kind kind, float from, float unsure = 0) {
    const int slot = std::max(slot_, slot_of(from));
    entries_.push_back({step, kind, from, unsure, first_of_slot_[slot]});
    first_of_slot_[slot] = static_cast<std::uint32_t>(entries_.size() - 1);
    ++size_;
  }
  /// One of the first; there must be some.
  Entry pop() {
    go_to_first();
    const Entry entry = entries_[first_of_slot_[slot_]];
    first_of_slot_[slot_] = entry.next;
    --size_;
    return entry;
  }
  /// Does the next one belong to the same fraction of time as the last?
  bool stays_in_slot() const { return first_of_slot_[slot_] != none; }

  /// All that is left; empties the queue for another time.
  template <class Take>
  void drain(const Take& take) {
    for (; slot_ < slots; ++slot_)
      for (std::uint32_t i = first_of_slot_[slot_]; i != none; i = entries_[i].next) take(entries_[i]);
    entries_.clear();
    std::fill_n(first_of_slot_, slots, none);
    slot_ = 0, size_ = 0;
  }

 private:
  static constexpr int slots = 64;
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static int slot_of(float from) { return std::clamp(static_cast<int>((from + 1) * (slots / 2)), 0, slots - 1); }
  void go_to_first() {
    while (first_of_slot_[slot_] == none) ++slot_;
  }

  std::vector<Entry> entries_;
  std::uint32_t first_of_slot_[slots];
  int slot_ = 0;
  std::size_t size_ = 0;
};

}  // namespace abut
