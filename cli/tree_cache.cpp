#include "tree_cache.h"

#include "io/checksum.h"
#include "io/file.h"
#include "run_files.h"
#include <abut/error.h>
#include <abut/tree_file.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace abut::cli {

namespace {

namespace fs = std::filesystem;

/// A second sum, made in another way.
std::uint64_t other_sum(std::uint64_t sum, std::span<const std::byte> bytes) {
  sum ^= bytes.size();
  for (std::uint64_t word = 0; !bytes.empty(); word = 0) {
    const auto some = bytes.first(std::min(bytes.size(), sizeof word));
    std::memcpy(&word, some.data(), some.size());
    sum = (sum ^ word) * 0x2545f4914f6cdd1d;
    sum ^= sum >> 29;
    bytes = bytes.subspan(some.size());
  }
  return sum;
}

template <class Write>
void write_whole(const fs::path& file, const Write& write) {
  // Threads may write the same file.
  static std::atomic<int> files{0};
  const fs::path unfinished = file.string() + fmt::format(".{}-{}", ::getpid(), ++files);
  write(unfinished.string());
  make_lasting(unfinished);
  fs::rename(unfinished, file);
}

}  // namespace

fs::path cache_folder() {
  fs::path folder;
  if (const char* told = std::getenv("ABUT_CACHE"))
    folder = told;
  else if (const char* cache = std::getenv("XDG_CACHE_HOME"))
    folder = fs::path(cache) / "abut";
  else if (const char* home = std::getenv("HOME"))
    folder = fs::path(home) / ".cache" / "abut";
  if (folder.empty() || !folder.is_absolute()) return {};
  folder /= "trees";
  std::error_code error;
  if (fs::create_directories(folder, error); error) return {};
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0 || status.st_uid != ::geteuid()) return {};
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return {};
  return folder;
}

void ContentName::add(std::span<const std::byte> bytes) {
  sum_ = joined_checksum(sum_, checksum_of(bytes));
  other_ = other_sum(other_, bytes);
  bytes_ += bytes.size();
}

void ContentName::add_file(const fs::path& file) {
  const InputFile input(file);
  std::vector<std::byte> bytes(std::size_t{1} << 20);
  for (std::uint64_t offset = 0; offset < input.size(); offset += bytes.size())
    add(std::span(bytes).first(input.read(offset, bytes)));
  input.require_unchanged();
}

std::string ContentName::text() const { return fmt::format("{:016x}{:016x}-{:x}", sum_, other_, bytes_); }

Lock::Lock(const fs::path& file) : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
  if (descriptor_ >= 0) ::flock(descriptor_, LOCK_EX);
}

Lock::~Lock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<Model> mapped(const fs::path& tree) {
  std::error_code ignored;
  if (!fs::exists(tree, ignored)) return std::nullopt;
  try {
    return map_model(tree.string());
  } catch (const Error&) {
    return std::nullopt;
  }
}

void save_whole(const Model& model, const fs::path& tree) {
  write_whole(tree, [&](const std::string& file) { save(model, file); });
}

void save_whole(std::span<const std::byte> bytes, const fs::path& file) {
  write_whole(file, [&](const std::string& name) {
    OutputFile output(name);
    output.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    output.finish();
  });
}

}  // namespace abut::cli
