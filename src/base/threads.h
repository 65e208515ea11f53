#pragma once

#include "base/function_ref.h"

#include <cstddef>

namespace abut {

/// How many threads a caller's number means: 0 is all cores, and there are never more than those.
int threads_meant(int threads);

/// Runs `work` where at most `threads` threads may help; with one it simply runs.
void with_threads(int threads, FunctionRef<void()> work);

/// How indices reach threads: in runs that oneTBB chooses, or one at a time, lower ones first.
enum class HandOut { runs, one_by_one };

/// Calls work(i) for i in [0, count), in any order, on the threads there are.
void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> work, HandOut hand_out = HandOut::runs);

/// Runs both, at the same time where there is a thread to spare.
void run_both(FunctionRef<void()> first, FunctionRef<void()> second);

/// Calls work(first, end) for ranges that cover 0 .. count, in any order, on the threads there are. The ranges are
/// `size` long but for the last, and do not depend on the threads.
template <class Work>
void for_each_range(int threads, std::size_t count, std::size_t size, Work&& work) {
  const std::size_t ranges = (count + size - 1) / size;
  const auto one = [&](std::size_t i) { work(i * size, i + 1 == ranges ? count : (i + 1) * size); };
  if (threads == 1 || ranges <= 1)
    for (std::size_t i = 0; i < ranges; ++i) one(i);
  else
    for_each_index(ranges, one);
}

}  // namespace abut
