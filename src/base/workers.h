#pragma once

#include "base/threads.h"

#include <algorithm>

namespace abut {

/// Threads for loops whose rounds do not depend on each other.
class Workers {
 public:
  /// On `threads` threads, no more than there are cores; 0: all of them.
  explicit Workers(int threads) : threads_(threads_meant(threads)) {}

  bool alone() const { return threads_ == 1; }

  /// work(i) for i in [0, count), in any order.
  template <class Work>
  void for_each(std::size_t count, const Work& work) {
    if (alone() || count < 2)
      for (std::size_t i = 0; i < count; ++i) work(i);
    else
      with_threads(threads_, [&] { for_each_index(count, work); });
  }

  /// How many pieces for_pieces cuts `count` items into: it does not depend on the number of threads.
  static std::size_t pieces(std::size_t count) { return std::max<std::size_t>(1, count / piece_size); }
  /// work(piece, first, last) for runs that cover [0, count).
  template <class Work>
  void for_pieces(std::size_t count, const Work& work) {
    const std::size_t all = pieces(count);
    for_each(all, [&](std::size_t i) { work(i, i * count / all, (i + 1) * count / all); });
  }

 private:
  static constexpr std::size_t piece_size = 4096;
  int threads_;
};

}  // namespace abut
