#include "io/child_program.h"

#include <abut/error.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace abut {

namespace {

std::string reason_of(int code) { return std::generic_category().message(code); }

/// Closed with the scope.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

/// What posix_spawn() is told: which files the child sees, and that it minds every signal.
class SpawnPlan {
 public:
  SpawnPlan(int input, int output, int errors) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawn_file_actions_adddup2(&files_, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files_, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&files_, errors, STDERR_FILENO);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none), sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  pid_t start(const char* program, char* const* arguments) const {
    pid_t process = -1;
    const int flaw = ::posix_spawn(&process, program, &files_, &attributes_, arguments, environ);
    if (flaw != 0) throw Error(std::string(program) + " cannot be started: " + reason_of(flaw) + ".");
    return process;
  }

 private:
  posix_spawn_file_actions_t files_;
  posix_spawnattr_t attributes_;
};

void limit(pid_t process, decltype(RLIMIT_CORE) what, std::uint64_t most) {
  const rlimit bound{static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
  // A limit that cannot be set, because a lower one stands, is met all the same.
  ::prlimit(process, what, &bound, nullptr);
}

}  // namespace

ChildProgram::ChildProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                           const ProgramLimits& limits) {
  // A socket, because writing to a pipe that nobody reads would end this program by a signal.
  std::array<int, 2> socket, pipe;
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, socket.data()) != 0)
    throw Error("a socket cannot be made: " + reason_of(errno) + ".");
  Descriptor to_child(socket[0]), from_us(socket[1]);
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) throw Error("a pipe cannot be made: " + reason_of(errno) + ".");
  Descriptor from_child(pipe[0]), to_us(pipe[1]);
  Descriptor errors(::memfd_create("abut", MFD_CLOEXEC));
  if (errors.number() < 0) throw Error("a file in memory cannot be made: " + reason_of(errno) + ".");
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  process_ = SpawnPlan(from_us.number(), to_us.number(), errors.number()).start(program.c_str(), words.data());
  limit(process_, RLIMIT_CORE, 0);
  if (limits.memory != 0) limit(process_, RLIMIT_AS, limits.memory);
  if (limits.seconds != 0) limit(process_, RLIMIT_CPU, limits.seconds);
  input_ = to_child.release(), output_ = from_child.release(), errors_ = errors.release();
}

ChildProgram::~ChildProgram() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    wait();
  }
  ::close(errors_);
}

bool ChildProgram::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

void ChildProgram::close_input() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
}

std::size_t ChildProgram::read(std::span<std::byte> bytes, const std::function<bool()>& is_over) {
  constexpr int patience = 50;  // milliseconds
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    pollfd waiting{output_, POLLIN, 0};
    if (is_over && ::poll(&waiting, 1, patience) <= 0) {
      if (is_over()) break;
      continue;
    }
    const ssize_t got = ::read(output_, bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

ChildProgram::Ending ChildProgram::wait() {
  // One who still writes, though nobody reads any more, is to end, not to wait.
  close_input();
  ::close(std::exchange(output_, -1));
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  process_ = -1;
  Ending ending;
  if (WIFSIGNALED(status)) ending.signal = WTERMSIG(status);
  if (WIFEXITED(status)) ending.status = WEXITSTATUS(status);
  std::array<char, 200> words;
  const ssize_t count = ::pread(errors_, words.data(), words.size(), 0);
  if (count > 0) ending.last_words.assign(words.data(), static_cast<std::size_t>(count));
  ending.last_words = ending.last_words.substr(0, ending.last_words.find('\n'));
  return ending;
}

}  // namespace abut
