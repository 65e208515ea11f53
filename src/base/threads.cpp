#include "base/threads.h"

#include "base/handover.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

namespace abut {

namespace {

/// Arenas that wait to be used again. An arena for each call costs more than a small batch, and where several threads
/// make them at once oneTBB 2021 keeps the old ones and looks through all of them.
class IdleArenas {
 public:
  /// Those of the process. They are never destroyed: at exit oneTBB may be gone before them.
  static IdleArenas& all() {
    static auto* const arenas = new IdleArenas;
    return *arenas;
  }

  std::unique_ptr<tbb::task_arena> take(int threads) {
    {
      const std::lock_guard lock(mutex_);
      const auto found = std::find_if(idle_.rbegin(), idle_.rend(),
                                      [&](const auto& arena) { return arena->max_concurrency() == threads; });
      if (found != idle_.rend()) {
        std::unique_ptr<tbb::task_arena> arena = std::move(*found);
        idle_.erase(std::next(found).base());
        return arena;
      }
    }
    return std::make_unique<tbb::task_arena>(threads);
  }

  void give_back(std::unique_ptr<tbb::task_arena> arena) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(arena));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<tbb::task_arena>> idle_;  // as many as were in use at one time
};

/// An arena for one call.
class Arena {
 public:
  explicit Arena(int threads) : arena_(IdleArenas::all().take(threads)) {}
  ~Arena() { IdleArenas::all().give_back(std::move(arena_)); }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  template <class Task>
  void execute(const Task& task) {
    arena_->execute(task);
  }

 private:
  std::unique_ptr<tbb::task_arena> arena_;
};

}  // namespace

int threads_meant(int threads) {
  if (threads == 1) return 1;
  const int cores = tbb::info::default_concurrency();  // with more, oneTBB prints a warning
  return threads <= 0 ? cores : std::min(threads, cores);
}

void with_threads(int threads, FunctionRef<void()> work) {
  if (threads == 1) return work();
  const auto task = [&] {
    const Handover::Task begun;
    work();
  };
  Arena arena(threads_meant(threads));
  const Handover handover;
  arena.execute(task);
}

void for_each_index(std::size_t count, FunctionRef<void(std::size_t)> work, HandOut hand_out) {
  // oneTBB refers to the task where it is: a copy, made later than the handover, would not be handed over.
  const auto task = [&](std::size_t i) {
    const Handover::Task begun;
    work(i);
  };
  const Handover handover;
  if (hand_out == HandOut::runs)
    tbb::parallel_for(std::size_t{0}, count, task);
  else
    tbb::parallel_for(std::size_t{0}, count, task, tbb::simple_partitioner());
}

void run_both(FunctionRef<void()> first, FunctionRef<void()> second) {
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

}  // namespace abut
