#include "run_files.h"

#include "io/checksum.h"
#include "io/file.h"
#include "separate_files.h"
#include <abut/error.h>

#include <cerrno>
#include <cstring>
#include <span>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace abut::cli {

namespace {

std::vector<std::string> run_arguments;

std::uint64_t with(std::uint64_t sum, std::string_view bytes) {
  return joined_checksum(joined_checksum(sum, checksum_of(std::as_bytes(std::span(bytes)))), bytes.size());
}

std::uint64_t with_content(std::uint64_t sum, const std::string& name) {
  const InputFile file(name);
  std::vector<std::byte> bytes(std::size_t{1} << 20);
  for (std::uint64_t offset = 0; offset < file.size(); offset += bytes.size()) {
    const std::span<const std::byte> read = std::span(bytes).first(file.read(offset, bytes));
    sum = joined_checksum(sum, checksum_of(read));
  }
  return joined_checksum(sum, file.size());
}

}  // namespace

void Destination::require_usable(bool is_silent, const std::vector<std::string>& inputs) const {
  if (out.empty()) {
    if (resume) throw Error("--resume goes on with a file of results: give --out with it.");
    return;
  }
  if (is_silent) throw Error("--out has nothing to write with --quiet alone: leave out --quiet, or give --json.");
  std::error_code ignored;
  if (std::filesystem::exists(out, ignored) && !std::filesystem::is_regular_file(out, ignored))
    throw Error(fmt::format("--out: {} is not a regular file. Beside it a journal is kept: name a file.", out));
  std::vector<NamedFile> read;
  for (const std::string& input : inputs)
    if (!input.empty() && input != "-") read.push_back({"this run reads it", input});
  require_separate(read, {{"--out", out}, {"the journal of --out", journal()}});
}

void add_destination(Command& app, Destination& destination) {
  app.add_option("--out", destination.out,
                 "Write the results to this file, once all are there;\nuntil then they are in FILE.journal")
      .type_name("FILE");
  app.add_flag("--resume", destination.resume,
               "Go on with a run that did not end: what is in the\njournal of --out is not asked again");
}

void remember_arguments(int count, const char* const* arguments) {
  run_arguments.assign(arguments + 1, arguments + count);
}

std::uint64_t sum_of_run(const std::vector<std::string>& files) {
  std::uint64_t sum = with(0, "abut " ABUT_VERSION);
  for (std::size_t i = 0; i < run_arguments.size(); ++i) {
    const std::string& argument = run_arguments[i];
    const std::string name = argument.substr(0, argument.find('='));
    const bool is_indifferent = name == "--resume" || name == "--stats";
    const bool has_indifferent_value = name == "--out" || name == "--threads" || name == "--simd";
    if (has_indifferent_value && name == argument) ++i;
    if (!is_indifferent && !has_indifferent_value) sum = with(sum, argument);
  }
  for (const std::string& file : files) sum = with_content(sum, file);
  return sum;
}

void make_lasting(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const bool lasts = descriptor >= 0 && ::fsync(descriptor) == 0;
  const int code = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!lasts) throw Error(fmt::format("{}: cannot be written: {}.", file.string(), std::strerror(code)));
}

}  // namespace abut::cli
