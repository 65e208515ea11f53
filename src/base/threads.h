#pragma once

#include "base/function_ref.h"

#include <cstddef>
#include <span>

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

/// A part of a step; `member` is the number of the thread that does it among those that take steps together.
struct StepPiece {
  std::size_t step, piece, member;
};
/// Does all pieces of each step, `pieces` says how many it has, on up to `threads` of the threads there are; members
/// are numbered from 0. A step begins when the last one is done. The caller goes ahead at once, and others join when
/// they come, once for all steps: to wake them for each would take longer than a short step. They wait for each other
/// without sleeping, so `work` must not wait for other tasks. What it throws is thrown here, and what is not begun then
/// is left undone.
void take_steps(int threads, std::span<const std::size_t> pieces, FunctionRef<void(const StepPiece&)> work);

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
