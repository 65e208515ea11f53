#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
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

/// A program that runs beside this one and whose standard output is read here. What crashes, crashes over there. It is
/// ended with this object.
class ChildProgram {
 public:
  /// Throws Error, without a file's name, when it cannot be started. Its standard input is empty.
  ChildProgram(const std::filesystem::path& program, const std::vector<std::string>& arguments,
               const ProgramLimits& limits);
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;
  ~ChildProgram();

  /// Fills `bytes` from its output and says how many there were: fewer only at the output's end.
  std::size_t read(std::span<std::byte> bytes);

  struct Ending {
    int status = 0;          ///< of its exit; meaningless after a signal
    int signal = 0;          ///< that ended it, or 0
    std::string last_words;  ///< the first line of its standard error, cut to 200 bytes
  };
  /// Waits for its end; what it still has to say goes unread.
  Ending wait();

 private:
  pid_t process_ = -1;
  int output_ = -1, errors_ = -1;
};

}  // namespace abut
