#include "cluster/piece_worker.h"

namespace abut {

PieceWorker::PieceWorker(ItemWork& work) : work_(work), thread_([this] { run(); }) {}

PieceWorker::~PieceWorker() {
  {
    const std::lock_guard lock(busy_);
    ends_ = true;
    if (!tasks_.empty()) work_.interrupt();
  }
  given_.notify_one();
  thread_.join();
}

void PieceWorker::give(Task task) {
  {
    const std::lock_guard lock(busy_);
    tasks_.push_back(std::move(task));
  }
  given_.notify_one();
}

std::optional<PieceResult> PieceWorker::take() {
  const std::lock_guard lock(busy_);
  if (failure_) std::rethrow_exception(failure_);
  if (results_.empty()) return std::nullopt;
  PieceResult result = std::move(results_.front());
  results_.pop_front();
  return result;
}

void PieceWorker::wait(std::chrono::microseconds longest) {
  std::unique_lock lock(busy_);
  done_.wait_for(lock, longest, [this] { return !results_.empty() || failure_; });
}

void PieceWorker::run() {
  std::unique_lock lock(busy_);
  for (;;) {
    given_.wait(lock, [this] { return ends_ || !tasks_.empty(); });
    if (ends_) return;
    const Task& task = tasks_.front();
    lock.unlock();
    PieceResult result;
    std::exception_ptr failure;
    try {
      result = work_.run(task.piece, task.items ? &*task.items : nullptr, task.seconds);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    tasks_.pop_front();
    if (failure) {
      failure_ = failure;
      done_.notify_one();
      return;
    }
    results_.push_back(std::move(result));
    done_.notify_one();
  }
}

}  // namespace abut
