#pragma once

#include <atomic>
#include <chrono>
#include <future>

#include <pybind11/pybind11.h>

namespace abut::python {

/// What work() returns, done without the interpreter's lock.
template <class Work>
auto without_lock(const Work& work) {
  const pybind11::gil_scoped_release unlocked;
  return work();
}

/// Runs work(stop) on a thread of its own, without the interpreter's lock, and hands back what it returns or throws.
/// Meanwhile this thread lets Python answer signals: when their handler raises, as that of Ctrl-C does, `stop` is set
/// and that exception comes out instead, once the work has ended.
template <class Work>
auto run_interruptibly(const Work& work) {
  constexpr auto between_signals = std::chrono::milliseconds(50);
  std::atomic<bool> stop = false;
  auto result = std::async(std::launch::async, [&] { return work(stop); });
  const auto is_done = [&] {
    pybind11::gil_scoped_release release;
    return result.wait_for(between_signals) == std::future_status::ready;
  };
  while (!is_done())
    if (PyErr_CheckSignals() != 0) {
      stop = true;
      pybind11::gil_scoped_release release;
      result.wait();
      break;
    }
  if (PyErr_Occurred()) throw pybind11::error_already_set();
  return result.get();
}

/// The same for a batch of so many queries. One query is asked on this thread, as single queries are: to start a thread
/// takes longer than most of them.
template <class Work>
auto run_interruptibly(std::size_t queries, const Work& work) {
  if (queries > 1) return run_interruptibly(work);
  const std::atomic<bool> never_stops = false;
  return without_lock([&] { return work(never_stops); });
}

}  // namespace abut::python
