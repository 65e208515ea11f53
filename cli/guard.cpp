#include "guard.h"

#include "commands.h"
#include "output.h"
#include "ranks.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <optional>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace abut::cli {

namespace {

/// In memory of both programs. Of two texts one is always whole, whenever the other program is killed.
struct LastWords {
  std::atomic<int> whole{0};
  char texts[2][1500] = {};
};
static_assert(std::atomic<int>::is_always_lock_free, "two programs share it");
LastWords* last_words = nullptr;

void share_last_words() {
  void* memory = ::mmap(nullptr, sizeof(LastWords), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) last_words = new (memory) LastWords;
}

/// Those that end a run, but for those that were ignored when the program was started, and that a child has ended.
sigset_t signals_to_watch() {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) ::sigaddset(&set, number);
  }
  ::sigaddset(&set, SIGCHLD);
  return set;
}

/// How the program that works has ended, as waitpid() tells; none while it works.
std::optional<int> end_of(pid_t worker) {
  int how = 0;
  const pid_t ended = ::waitpid(worker, &how, WNOHANG);
  if (ended == 0 || (ended < 0 && errno == EINTR)) return std::nullopt;
  return ended == worker ? how : W_EXITCODE(failed, 0);
}

ExitStatus status_of(int how) {
  if (WIFEXITED(how)) return static_cast<ExitStatus>(WEXITSTATUS(how));
  const int number = WTERMSIG(how);
  const char* more = last_words ? last_words->texts[last_words->whole] : "";
  say(fmt::format("rank {} was ended by signal {} ({}).{}{}", rank_by_environment(), number, ::strsignal(number),
                  *more ? " " : "", more));
  return failed;
}

/// The signals are blocked.
[[noreturn]] void guard(pid_t worker, const sigset_t& signals) {
  // For who looks at a list of processes.
  ::prctl(PR_SET_NAME, "abut-guard");
  for (;;) {
    int number = 0;
    if (::sigwait(&signals, &number) != 0) continue;
    if (number != SIGCHLD) ::kill(worker, number);
    if (const std::optional<int> how = end_of(worker)) ::_exit(status_of(*how));
  }
}

}  // namespace

void guard_rank() {
  if (started_together() < 2) return;
  share_last_words();
  const sigset_t signals = signals_to_watch();
  sigset_t before;
  std::signal(SIGCHLD, SIG_DFL);
  ::sigprocmask(SIG_BLOCK, &signals, &before);
  const pid_t parent = ::getpid(), worker = ::fork();
  if (worker > 0) guard(worker, signals);
  if (worker == 0) {
    // It ends with its guard, which is the one that mpirun knows.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(failed);
    // What is sent to the guard's group comes once, from the guard.
    ::setpgid(0, 0);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
}

void leave_last_words(std::string_view sentence) {
  if (!last_words) return;
  const int other = 1 - last_words->whole;
  char* const text = last_words->texts[other];
  const std::size_t size = std::min(sentence.size(), sizeof last_words->texts[other] - 1);
  std::memcpy(text, sentence.data(), size);
  text[size] = '\0';
  last_words->whole = other;
}

}  // namespace abut::cli
