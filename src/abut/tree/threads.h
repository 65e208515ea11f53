#pragma once

#include <abut/tree/handover.h>

#include <algorithm>
#include <cstddef>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

namespace abut {

/// How many threads a caller's number means: 0 is all cores; more than those would make oneTBB print a warning.
inline int threads_meant(int threads) {
  return threads == 1   ? 1
         : threads <= 0 ? tbb::info::default_concurrency()
                        : std::min(threads, tbb::info::default_concurrency());
}

/// Runs `work` in an arena, whose threads may help.
template <class Work>
void run_in(tbb::task_arena& arena, const Work& work) {
  const auto task = [&] {
    const Handover::Task begun;
    work();
  };
  const Handover handover;
  arena.execute(task);
}

/// Runs `work` where at most `threads` threads may help; with one it simply runs.
template <class Work>
void with_threads(int threads, Work&& work) {
  if (threads == 1) return work();
  tbb::task_arena arena(threads);
  run_in(arena, work);
}

/// Calls work(i) for i in [0, count), in any order, on the threads there are. How indices are handed out is the
/// partitioner's choice.
template <class Work, class Partitioner = tbb::auto_partitioner>
void for_each_index(std::size_t count, const Work& work, const Partitioner& partitioner = {}) {
  // oneTBB refers to the task where it is: a copy, made later than the handover, would not be handed over.
  const auto task = [&](std::size_t i) {
    const Handover::Task begun;
    work(i);
  };
  const Handover handover;
  tbb::parallel_for(std::size_t{0}, count, task, partitioner);
}

/// Runs both, at the same time where there is a thread to spare.
template <class First, class Second>
void run_both(const First& first, const Second& second) {
  const auto one = [&] {
    const Handover::Task begun;
    first();
  };
  const auto other = [&] {
    const Handover::Task begun;
    second();
  };
  const Handover handover;
  tbb::parallel_invoke(one, other);
}

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
