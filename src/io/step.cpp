#include "io/step.h"

#include "base/budget_watch.h"
#include "io/child_program.h"
#include "io/file.h"
#include "io/module_file.h"
#include "io/step_stream.h"
#include "io/text.h"
#include <abut/error.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <mutex>
#include <string_view>
#include <utility>

namespace abut {

namespace {

namespace fs = std::filesystem;

fs::path reader_for(const fs::path& file) {
  if (fs::path place = module_file("abut-step-reader"); !place.empty()) return place;
  throw Error(
      file.string() +
      ": is a STEP file, and the program that reads them is not installed. Export the assembly as glTF; or install "
      "the package abut-step; or install libocct-data-exchange-dev and rebuild abut.");
}

/// Far beyond what sound files need, so that a damaged one cannot keep a machine busy.
ProgramLimits limits_for(std::uint64_t bytes) {
  return {.memory = (std::uint64_t{4} << 30) + 4096 * bytes, .seconds = 60 + bytes / 10000};
}

/// Why a reader that gave no answer did not.
std::string reason_of(const ChildProgram::Ending& ending, const ProgramLimits& limits) {
  if (ending.signal == SIGXCPU || ending.signal == SIGKILL)
    return "reading it took more than " + std::to_string(limits.seconds) +
           " s or too much memory. Is it damaged? If not, ask for a larger deflection.";
  if (ending.signal == SIGINT || ending.signal == SIGTERM || ending.signal == SIGHUP)
    return "was not read to its end: its reader was stopped (signal " + std::to_string(ending.signal) + ").";
  if (ending.signal != 0)
    return "is a damaged STEP file: OpenCASCADE crashes on it (signal " + std::to_string(ending.signal) +
           "). Was the download cut off?";
  return "STEP files cannot be read: their reader ended with status " + std::to_string(ending.status) +
         (ending.last_words.empty() ? "." : " and said " + abut::in_quotes(ending.last_words) + ".");
}

}  // namespace

bool looks_like_step(std::span<const std::byte> bytes) {
  constexpr std::string_view opening = "ISO-10303-21;";
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return text.substr(begin).starts_with(opening);
}

/// A file and the program that reads it, as long as that lives.
class StepReader::Session {
 public:
  Session(const fs::path& file, const StepOptions& options)
      : file_(file), options_(options), limits_(limits_for(InputFile(file).size())), state_(state_of(file)) {
    if (!(options.deflection >= 0)) throw Error("the deflection must be 0 or more.");
  }

  /// The answer to the file itself, of a program that is started for it.
  MeshInstances read() {
    start();
    std::optional<StepAnswer> answer = next_answer();
    if (answer && answer->flaw.empty()) return std::move(answer->parts);
    const ChildProgram::Ending ending = reader_->wait();
    reader_.reset();
    throw Error(file_.string() + ": " + (answer ? answer->flaw : reason_of(ending, limits_)));
  }

  std::optional<StepMesh> remesh(const StepRequest& request, const BudgetWatch& watch) {
    const std::lock_guard lock(asking_);
    const auto is_over = [&] { return watch.is_over_now(); };
    // A reader ends with the thread that started it; another one is asked once.
    for (int tries = 0; tries < 2 && !is_given_up_ && !is_over(); ++tries) {
      if (!reader_ && !restart(is_over)) break;
      std::optional<StepAnswer> answer;
      if (reader_->write(std::as_bytes(std::span(&request, 1)))) answer = next_answer(is_over);
      if (answer && (!answer->flaw.empty() || answer->parts.meshes.size() != 1)) return std::nullopt;
      if (answer) return StepMesh{std::move(answer->parts.meshes[0]), std::move(answer->parts.strays[0])};
      reader_.reset();
    }
    // What took too long, or ended two readers, would do so again.
    reader_.reset();
    is_given_up_ = true;
    return std::nullopt;
  }

 private:
  using State = std::pair<std::uintmax_t, fs::file_time_type>;
  /// By which a file is known to be the same.
  static State state_of(const fs::path& file) {
    std::error_code ignored;
    return {fs::file_size(file, ignored), fs::last_write_time(file, ignored)};
  }

  void start() {
    const fs::path program = reader_for(file_);
    char deflection[32];
    *std::to_chars(deflection, deflection + sizeof deflection - 1, options_.deflection).ptr = '\0';
    try {
      // Absolute, so that no name reads as an option.
      reader_ = std::make_unique<ChildProgram>(
          program, std::vector{fs::absolute(file_).string(), std::string(deflection)}, limits_);
    } catch (const Error& error) {
      throw Error(file_.string() + ": STEP files cannot be read: " + error.what());
    }
  }

  bool restart(const std::function<bool()>& is_over) {
    if (state_of(file_) != state_) return false;
    try {
      start();
    } catch (const Error&) {
      return false;
    }
    const std::optional<StepAnswer> answer = next_answer(is_over);
    return answer && answer->flaw.empty();
  }

  std::optional<StepAnswer> next_answer(const std::function<bool()>& is_over = {}) {
    return read_answer([&](std::span<std::byte> bytes) { return reader_->read(bytes, is_over); });
  }

  fs::path file_;
  StepOptions options_;
  ProgramLimits limits_;
  State state_;
  std::mutex asking_;
  std::unique_ptr<ChildProgram> reader_;
  bool is_given_up_ = false;
};

StepReader::StepReader(const fs::path& file, const StepOptions& options)
    : session_(std::make_unique<Session>(file, options)), parts_(session_->read()) {}
StepReader::~StepReader() = default;

MeshInstances StepReader::take_parts() { return std::exchange(parts_, {}); }

std::optional<StepMesh> StepReader::remesh(std::size_t mesh, double deflection, const Budget& budget) {
  if (!(deflection > 0)) throw Error("the deflection must be more than 0.");
  return session_->remesh({mesh, deflection}, BudgetWatch(budget));
}

MeshInstances read_step(const fs::path& file, const StepOptions& options) {
  return StepReader(file, options).take_parts();
}

}  // namespace abut
