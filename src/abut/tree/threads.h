#pragma once

#include <algorithm>
#include <cstddef>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace abut {

/// Runs `work` where at most `threads` threads may help, no more than the machine has; with one it simply runs.
template <class Work>
void with_threads(int threads, Work&& work) {
  if (threads <= 1) return work();
  // Asked for more, oneTBB would print a warning.
  tbb::task_arena arena(std::min(threads, tbb::info::default_concurrency()));
  arena.execute(work);
}

/// Calls work(first, end) for ranges that cover 0 .. count, in any order, on the threads there are. The ranges are
/// `size` long but for the last, and do not depend on the threads.
template <class Work>
void for_each_range(int threads, std::size_t count, std::size_t size, Work&& work) {
  const std::size_t ranges = (count + size - 1) / size;
  const auto one = [&](std::size_t i) { work(i * size, i + 1 == ranges ? count : (i + 1) * size); };
  if (threads <= 1 || ranges <= 1)
    for (std::size_t i = 0; i < ranges; ++i) one(i);
  else
    tbb::parallel_for(std::size_t{0}, ranges, one);
}

}  // namespace abut
