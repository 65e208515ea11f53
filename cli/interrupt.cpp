#include "interrupt.h"

#include <csignal>
#include <cstdlib>

namespace abut::cli {

namespace {

std::atomic<bool> pressed{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void on_interrupt(int) { pressed = true; }

}  // namespace

Interrupt::Interrupt() {
  pressed = false;
  // A shell that started us in the background has Ctrl-C ignored; it stays so.
  if (std::signal(SIGINT, on_interrupt) == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}
Interrupt::~Interrupt() {
  if (std::signal(SIGINT, SIG_DFL) == SIG_IGN) std::signal(SIGINT, SIG_IGN);
}

const std::atomic<bool>& Interrupt::flag() const { return pressed; }

void Interrupt::end_program() {
  std::signal(SIGINT, SIG_DFL);
  std::raise(SIGINT);
  // Reached only where the signal is blocked.
  std::exit(128 + SIGINT);
}

}  // namespace abut::cli
