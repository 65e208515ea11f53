#include "interrupt.h"

#include "commands.h"
#include "io/unfinished.h"
#include "output.h"
#include "progress.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <mutex>

#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

namespace abut::cli {

namespace {

// The handler only wakes a thread, which can then do what handlers must not: remove folders, take locks.
int wake_reading = -1, wake_writing = -1;
pid_t program = 0;
std::atomic<int> signals{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

// More signals than this end the program even if the thread is stuck, as on a network drive that is gone.
constexpr int most_signals = 4;
// Closing a terminal, or the command timeout, sends the same signal twice: to the program and to its group.
constexpr std::chrono::milliseconds same_wish{200};

std::mutex listening_busy;
bool is_listening = false;  ///< guarded by listening_busy
std::atomic<bool> was_interrupted{false};

extern "C" void on_interrupt(int) {
  const int code = errno;
  const char byte = 0;
  // A process that we have forked has no such thread.
  if (::getpid() != program || signals.fetch_add(1) >= most_signals || ::write(wake_writing, &byte, 1) != 1)
    ::_exit(interrupted);
  errno = code;
}

[[noreturn]] void end_at_once() {
  try {
    clear_progress();
    say(Interrupted{}.sentence);
    remove_unfinished_outputs();
  } catch (...) {
    // There is no memory even for that.
  }
  ::_exit(interrupted);
}

/// Runs as long as the program.
void* wait_for_interrupts(void*) {
  std::chrono::steady_clock::time_point first;
  for (char byte = 0;;) {
    const ssize_t got = ::read(wake_reading, &byte, 1);
    if (got < 0 && errno == EINTR) continue;
    if (got != 1) return nullptr;
    const auto now = std::chrono::steady_clock::now();
    if (was_interrupted && now - first < same_wish) continue;
    const std::lock_guard guard(listening_busy);
    if (was_interrupted || !is_listening) end_at_once();
    first = now;
    was_interrupted = true;
  }
}

bool start_thread() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return false;
  wake_reading = ends[0], wake_writing = ends[1];
  pthread_attr_t attributes;
  if (::pthread_attr_init(&attributes) != 0) return false;
  // Small, so that a program that may have little memory has its thread, too.
  ::pthread_attr_setstacksize(&attributes, std::size_t{1} << 18);
  ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  const bool started = ::pthread_create(&thread, &attributes, wait_for_interrupts, nullptr) == 0;
  ::pthread_attr_destroy(&attributes);
  return started;
}

}  // namespace

void watch_interrupts() {
  program = ::getpid();
  // Without the thread a signal ends the program at once.
  if (!start_thread()) wake_writing = -1;
  for (int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {
    }, ours{};
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    ours.sa_handler = on_interrupt;
    ours.sa_flags = SA_RESTART;
    ::sigemptyset(&ours.sa_mask);
    ::sigaction(number, &ours, nullptr);
  }
}

Interrupt::Interrupt() {
  const std::lock_guard guard(listening_busy);
  is_listening = true;
}
Interrupt::~Interrupt() {
  const std::lock_guard guard(listening_busy);
  is_listening = false;
}

const std::atomic<bool>& Interrupt::flag() const { return was_interrupted; }
void Interrupt::set() { was_interrupted = true; }

}  // namespace abut::cli
