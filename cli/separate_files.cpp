#include "separate_files.h"

#include "io/file.h"
#include <abut/error.h>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace abut::cli {

namespace {

/// What tells two files apart: device and number where there is a file, else where it would be.
struct FileIdentity {
  struct stat status {};
  bool exists = false;
  std::filesystem::path place;

  explicit FileIdentity(const std::filesystem::path& path)
      : exists(::stat(path.c_str(), &status) == 0), place(place_to_write(path)) {}
  explicit FileIdentity(int descriptor) : exists(::fstat(descriptor, &status) == 0) {}

  bool is_same(const FileIdentity& other) const {
    if (exists != other.exists) return false;
    if (!exists) return place == other.place;
    // What one writes to a terminal, or to /dev/null, does not take away what another does.
    if (S_ISCHR(status.st_mode)) return false;
    return status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino;
  }
};

/// Does the name stand for a descriptor itself, as /dev/stdout does? Then that is what is meant.
bool names_a_descriptor(const std::filesystem::path& path) {
  const std::string text = path.string();
  return text.starts_with("/dev/std") || text.starts_with("/dev/fd/") || text.starts_with("/proc/");
}

void require_apart_from_streams(const NamedFile& output) {
  if (names_a_descriptor(output.path)) return;
  const FileIdentity file(output.path);
  // Only a regular file would be replaced under the stream that is being written to it.
  if (!file.exists || !S_ISREG(file.status.st_mode)) return;
  for (const auto& [descriptor, name] : {std::pair(STDOUT_FILENO, "output"), std::pair(STDERR_FILENO, "error")})
    if (file.is_same(FileIdentity(descriptor)))
      throw Error(fmt::format("{}: {} is where the standard {} goes. Name another file.", output.option,
                              output.path.string(), name));
}

}  // namespace

void require_separate(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const FileIdentity output(outputs[i].path);
    for (const NamedFile& input : inputs)
      if (output.exists && output.is_same(FileIdentity(input.path)))
        throw Error(fmt::format("{}: {} is an input ({}) and would be overwritten. Name another file.",
                                outputs[i].option, outputs[i].path.string(), input.option));
    for (std::size_t j = 0; j < i; ++j)
      if (output.is_same(FileIdentity(outputs[j].path)))
        throw Error(fmt::format("{} and {} name the same file, {}. Give each a file of its own.", outputs[j].option,
                                outputs[i].option, outputs[i].path.string()));
    require_apart_from_streams(outputs[i]);
  }
}

}  // namespace abut::cli
