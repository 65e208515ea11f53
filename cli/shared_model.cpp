#include "shared_model.h"

#include "io/checksum.h"
#include "io/file.h"
#include "run_files.h"
#include <abut/error.h>
#include <abut/load.h>
#include <abut/tree_file.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace abut::cli {

namespace {

namespace fs = std::filesystem;

/// Empty when there is none that this user, and nobody else, writes to: what is mapped is trusted.
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

/// A second sum, made in another way: files with the same name are then the same.
std::uint64_t other_sum(std::span<const std::byte> bytes) {
  std::uint64_t sum = bytes.size();
  for (std::uint64_t word = 0; !bytes.empty(); word = 0) {
    const auto some = bytes.first(std::min(bytes.size(), sizeof word));
    std::memcpy(&word, some.data(), some.size());
    sum = (sum ^ word) * 0x2545f4914f6cdd1d;
    sum ^= sum >> 29;
    bytes = bytes.subspan(some.size());
  }
  return sum;
}

std::string name_of_tree(const fs::path& file) {
  const Pages content = InputFile(file).read_all();
  const std::span<const std::byte> bytes = content.bytes();
  return fmt::format("{}{}-{:016x}{:016x}-{:x}.abut", ABUT_VERSION, file.extension().string(), checksum_of(bytes),
                     other_sum(bytes), bytes.size());
}

/// Held by one program at a time, and given back when it ends, however it does.
class Lock {
 public:
  explicit Lock(const fs::path& file) : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    if (descriptor_ >= 0) ::flock(descriptor_, LOCK_EX);
  }
  ~Lock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

std::optional<Model> mapped(const fs::path& tree) {
  std::error_code ignored;
  if (!fs::exists(tree, ignored)) return std::nullopt;
  try {
    return map_model(tree.string());
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

Model shared_model(const fs::path& file, int threads) {
  const auto build = [&] { return Model(load(file), {.threads = threads}); };
  const fs::path folder = cache_folder();
  if (folder.empty()) return build();
  const fs::path tree = folder / name_of_tree(file);
  if (auto model = mapped(tree)) return *std::move(model);
  const Lock lock(folder / "lock");
  if (auto model = mapped(tree)) return *std::move(model);
  Model model = build();
  try {
    // Written beside its place first, and lasting before it gets there: a file of that name is whole.
    const fs::path unfinished = tree.string() + fmt::format(".{}", ::getpid());
    save(model, unfinished.string());
    make_lasting(unfinished);
    fs::rename(unfinished, tree);
    if (auto shared = mapped(tree)) return *std::move(shared);
  } catch (const std::exception&) {
    // The disk is full, or the folder has gone: what is in memory serves as well.
  }
  return model;
}

}  // namespace abut::cli
