#pragma once

#include <abut/tree/threads.h>

namespace abut {

/// Threads for loops whose rounds do not depend on each other.
class Workers {
 public:
  /// On `threads` threads, no more than there are cores (TBB would print a warning); 0: all of them.
  explicit Workers(int threads)
      : alone_(threads == 1),
        arena_(threads > 0 ? std::min(threads, tbb::info::default_concurrency()) : tbb::task_arena::automatic) {}

  bool alone() const { return alone_; }

  /// work(i) for i in [0, count), in any order.
  template <class Work>
  void for_each(std::size_t count, const Work& work) {
    if (alone_ || count < 2)
      for (std::size_t i = 0; i < count; ++i) work(i);
    else
      run_in(arena_, [&] { for_each_index(count, work); });
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
  bool alone_;
  tbb::task_arena arena_;
};

}  // namespace abut
