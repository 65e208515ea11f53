#include "commands.h"
#include "interrupt.h"
#include "output.h"
#include "ranks.h"
#include <abut/error.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace abut::cli {

namespace {

struct RanksArguments {
  int count = 0;
  std::string mpirun = "mpirun";
};

// What shells say of a command that is not there.
constexpr int cannot_start = 127;

std::vector<std::string> command_line(const RanksArguments& arguments, const std::vector<std::string>& command) {
  std::vector<std::string> words;
  std::istringstream given(arguments.mpirun);
  for (std::string word; given >> word;) words.push_back(word);
  for (const std::string& word :
       {std::string("-n"), std::to_string(arguments.count), std::filesystem::read_symlink("/proc/self/exe").string()})
    words.push_back(word);
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

/// In a process of its own, which ends with the one that has started it and gets signals from there alone.
[[noreturn]] void become(const std::vector<std::string>& words) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  ::setpgid(0, 0);
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  ::execvp(pointers[0], pointers.data());
  ::_exit(cannot_start);
}

/// Where the command keeps what is done; empty without --out.
std::string journal_of(const std::vector<std::string>& command) {
  const std::string option = "--out";
  for (std::size_t i = 0; i < command.size(); ++i) {
    if (command[i] == option && i + 1 < command.size()) return command[i + 1] + ".journal";
    if (command[i].starts_with(option + "=")) return command[i].substr(option.size() + 1) + ".journal";
  }
  return {};
}

/// How it has ended, as waitpid() tells. An interrupt is passed on to it.
int end_of(pid_t started, const Interrupt& interrupt) {
  constexpr std::chrono::milliseconds pause{20};
  int how = 0;
  for (bool is_told = false; ::waitpid(started, &how, WNOHANG) == 0; std::this_thread::sleep_for(pause))
    if (interrupt.flag() && !is_told) is_told = ::kill(started, SIGTERM) == 0;
  return how;
}

ExitStatus status_of(int how, const std::vector<std::string>& words, const std::vector<std::string>& command) {
  const int status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
  for (const ExitStatus known : {done, found, failed, not_known, interrupted})
    if (status == known) return known;
  if (status == cannot_start)
    throw Error(fmt::format("{} cannot be started. Install openmpi-bin, or name another by --mpirun.", words[0]));
  std::string sentence =
      fmt::format("{} ended with status {}: a rank was killed, or a machine was lost; the answer is not complete.",
                  words[0], status);
  std::error_code ignored;
  if (const std::string journal = journal_of(command); std::filesystem::exists(journal, ignored))
    sentence += fmt::format(" What is done is in {}; --resume goes on from there.", journal);
  throw Error(sentence);
}

ExitStatus start_ranks(const RanksArguments& arguments, const std::vector<std::string>& command) {
  if (command.empty()) throw Error("no command is given that the ranks are to share. See abut ranks --help.");
  if (crew()) throw Error("abut ranks starts mpirun itself: leave out one of them.");
  const std::vector<std::string> words = command_line(arguments, command);
  const Interrupt interrupt;
  const pid_t started = ::fork();
  if (started < 0) throw Error(fmt::format("{} cannot be started: {}.", words[0], std::strerror(errno)));
  if (started == 0) become(words);
  const int how = end_of(started, interrupt);
  return interrupt.flag() ? interrupted : status_of(how, words, command);
}

constexpr const char* footer = R"(Examples:
  abut ranks 8 distance piston.stl block.obj --poses p.txt --json --out d.jsonl
  abut ranks 64 --mpirun "mpirun --hostfile hosts" clash plant.glb --memory 2GB

This is mpirun -n N abut COMMAND, but for the end: a rank that is killed or a machine that is lost
end it with status 2, whatever mpirun says, and with a sentence that tells where what is done is
kept.

Exit status: 0, 1 or 3 as COMMAND ends, 2 on an error, 130 when interrupted.)";

}  // namespace

void add_ranks(Command& app, Work& work) {
  auto arguments = std::make_shared<RanksArguments>();
  Command command = app.add_subcommand("ranks", "Start another command on several ranks");
  command.add_option("N", arguments->count, "How many ranks share the work")
      .required()
      .type_name("")
      .check(whole_number(1, 1'000'000));
  command.add_option("--mpirun", arguments->mpirun, "What starts them, with its options (default: mpirun)")
      .type_name("TEXT");
  command.ends_with_another();
  command.footer(footer);
  command.callback(
      [arguments, command, &work] { work = [=] { return start_ranks(*arguments, command.remaining()); }; });
}

}  // namespace abut::cli
