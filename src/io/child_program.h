#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

namespace abut {

/// What a program that runs beside this one may use up; 0 for no limit.
struct ProgramLimits {
  std::uint64_t memory = 0;   ///< bytes of address space
  std::uint64_t seconds = 0;  ///< of processor time
};

/// A program that runs beside this one, is told things on its standard input and answers on its standard output. What
/// crashes, crashes over there. It is ended with this object.
class ChildProgram {
 public:
  /// Throws Error, without a file's name, when it cannot be started.
  ChildProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments,
               const ProgramLimits& limits);
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;
  ~ChildProgram();

  /// Writes to its input; false when nobody reads there any more.
  bool write(std::span<const std::byte> bytes);
  /// It has been told everything: its input ends here.
  void close_input();

  /// Fills `bytes` from its output and says how many there were: fewer only at the output's end, or when `is_over`,
  /// asked some times a second while there is nothing to read, says so.
  std::size_t read(std::span<std::byte> bytes, const std::function<bool()>& is_over = {});

  struct Ending {
    int status = 0;          ///< of its exit; meaningless after a signal
    int signal = 0;          ///< that ended it, or 0
    std::string last_words;  ///< the first line of its standard error, cut to 200 bytes
  };
  /// Waits for its end; what it still has to say goes unread.
  Ending wait();

 private:
  pid_t process_ = -1;
  int input_ = -1, output_ = -1, errors_ = -1;
};

}  // namespace abut
