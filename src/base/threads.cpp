#include "base/threads.h"

#include "base/handover.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include <hwy/cache_control.h>
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

class Steps {
 public:
  Steps(std::span<const std::size_t> pieces, FunctionRef<void(const StepPiece&)> work)
      : pieces_(pieces), work_(work), progress_(pieces.size()) {}

  /// Takes part in all steps that are not done.
  void take(std::size_t member) {
    for (std::size_t step = 0; step < pieces_.size(); ++step) {
      Progress& progress = progress_[step];
      for (std::size_t i; (i = progress.begun.fetch_add(1, std::memory_order_relaxed)) < pieces_[step];) {
        do_piece({step, i, member});
        progress.done.fetch_add(1, std::memory_order_release);
      }
      wait_for(progress.done, pieces_[step]);
    }
  }
  void throw_what_was_thrown() const {
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  /// In lines of the cache of its own: all threads write to it.
  struct alignas(128) Progress {
    std::atomic<std::size_t> begun{0}, done{0};
  };

  void do_piece(const StepPiece& piece) {
    if (failed_.load(std::memory_order_relaxed)) return;
    try {
      work_(piece);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
      failed_.store(true, std::memory_order_relaxed);
    }
  }

  static void wait_for(const std::atomic<std::size_t>& done, std::size_t pieces) {
    // If it takes so long, the other may be waiting for this core.
    constexpr int patience = 2000;
    for (int i = 0; done.load(std::memory_order_acquire) < pieces; ++i)
      if (i < patience)
        hwy::Pause();
      else
        std::this_thread::yield();
  }

  std::span<const std::size_t> pieces_;
  FunctionRef<void(const StepPiece&)> work_;
  std::vector<Progress> progress_;
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::exception_ptr thrown_;
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

void take_steps(int threads, std::span<const std::size_t> pieces, FunctionRef<void(const StepPiece&)> work) {
  Steps steps(pieces, work);
  if (threads == 1)
    steps.take(0);
  else
    for_each_index(
        static_cast<std::size_t>(threads), [&](std::size_t member) { steps.take(member); }, HandOut::one_by_one);
  steps.throw_what_was_thrown();
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
