#include "two_processes.h"

#include <abut/error.h>

#include <csignal>
#include <cstdint>

#include <sys/wait.h>
#include <unistd.h>

namespace abut::bench::peers {

namespace {

[[noreturn]] void obey(const std::vector<std::function<void()>>& works, int orders, int answers) {
  std::uint8_t work = 0;
  while (read(orders, &work, 1) == 1) {
    try {
      works[work]();
    } catch (...) {
      _exit(1);
    }
    if (write(answers, &work, 1) != 1) break;
  }
  _exit(0);
}

}  // namespace

TwoProcesses::TwoProcesses(const std::vector<std::function<void()>>& works) {
  // A child that has died must be an error here, not a signal that ends this process.
  std::signal(SIGPIPE, SIG_IGN);
  for (Child& child : children_) {
    int orders[2], answers[2];
    if (pipe(orders) != 0 || pipe(answers) != 0) throw Error("no pipe can be made for a child process.");
    child = {fork(), orders[1], answers[0]};
    if (child.process < 0) throw Error("no child process can be made.");
    if (child.process == 0) {
      // The end of this process must reach both children: they keep no copy of each other's pipes.
      for (const Child& other : children_)
        if (other.orders >= 0) close(other.orders);
      obey(works, orders[0], answers[1]);
    }
    close(orders[0]);
    close(answers[1]);
  }
}

TwoProcesses::~TwoProcesses() {
  for (const Child& child : children_) {
    close(child.orders);
    close(child.answers);
    waitpid(child.process, nullptr, 0);
  }
}

void TwoProcesses::run(std::size_t work) {
  const auto order = static_cast<std::uint8_t>(work);
  std::uint8_t answer = 0;
  for (const Child& child : children_)
    if (write(child.orders, &order, 1) != 1) throw Error("a child process is gone.");
  for (const Child& child : children_)
    if (read(child.answers, &answer, 1) != 1) throw Error("a child process is gone.");
}

}  // namespace abut::bench::peers
