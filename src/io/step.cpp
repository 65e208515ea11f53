#include "io/step.h"

#include "io/child_program.h"
#include "io/file.h"
#include "io/step_stream.h"
#include "io/text.h"
#include <abut/error.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include <dlfcn.h>

namespace abut {

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> module_folders() {
  if (const char* told = std::getenv("ABUT_MODULES")) return {told};
  std::error_code ignored;
  const fs::path bin = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  std::vector<fs::path> folders{bin, bin.parent_path() / ABUT_LIBRARY_FOLDER / "abut"};
  // A Python extension or a shared library that holds this code has the reader beside it or in a folder there. A
  // program goes by the name it was called by, which may be relative: nothing is run from where a user happens to
  // stand.
  Dl_info holder;
  if (dladdr(reinterpret_cast<const void*>(&looks_like_step), &holder) && fs::path(holder.dli_fname).is_absolute()) {
    const fs::path beside = fs::path(holder.dli_fname).parent_path();
    folders.insert(folders.end(), {beside, beside / "abut"});
  }
  return folders;
}

fs::path reader_for(const fs::path& file) {
  std::error_code ignored;
  for (const fs::path& folder : module_folders())
    if (const fs::path place = folder / "abut-step-reader"; fs::exists(place, ignored)) return place;
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

MeshInstances read_step(const fs::path& file, const StepOptions& options) {
  if (!(options.deflection >= 0)) throw Error("the deflection must be 0 or more.");
  const ProgramLimits limits = limits_for(InputFile(file).size());
  char deflection[32];
  *std::to_chars(deflection, deflection + sizeof deflection - 1, options.deflection).ptr = '\0';
  const fs::path program = reader_for(file);
  std::optional<ChildProgram> started;
  try {
    // Absolute, so that no name reads as an option.
    started.emplace(program, std::vector{fs::absolute(file).string(), std::string(deflection)}, limits);
  } catch (const Error& error) {
    throw Error(file.string() + ": STEP files cannot be read: " + error.what());
  }
  ChildProgram& reader = *started;
  std::optional<StepAnswer> answer = read_answer([&](std::span<std::byte> bytes) { return reader.read(bytes); });
  const ChildProgram::Ending ending = reader.wait();
  if (!answer) throw Error(file.string() + ": " + reason_of(ending, limits));
  if (!answer->flaw.empty()) throw Error(file.string() + ": " + answer->flaw);
  return std::move(answer->parts);
}

}  // namespace abut
