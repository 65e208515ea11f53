#include "io/file.h"
#include "io/unfinished.h"
#include <abut/error.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <optional>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace abut {

namespace {

namespace fs = std::filesystem;

// Linux moves at most 2^31 - 4096 bytes in one call.
constexpr std::size_t largest_write = std::size_t{1} << 30;
constexpr int most_links = 40;

[[noreturn]] void refuse(const fs::path& file, const std::string& reason) {
  throw Error(file.string() + ": " + reason);
}

/// A whole number that fills the text.
std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size() && number >= 0;
  return whole ? std::optional(number) : std::nullopt;
}

/// The file behind a link, or nothing when it is none.
std::optional<fs::path> target_of(const fs::path& link) {
  std::error_code none;
  const fs::path target = fs::read_symlink(link, none);
  if (none) return std::nullopt;
  return target.is_absolute() ? target : link.parent_path() / target;
}

/// The descriptor of this process that a name such as /dev/stdout stands for.
std::optional<int> descriptor_named(fs::path file) {
  const fs::path own = "/proc/" + std::to_string(::getpid()) + "/fd";
  for (int links = 0; links < most_links; ++links) {
    std::error_code ignored;
    const std::string name = file.filename().string();
    if (const auto number = number_in(name); number && fs::weakly_canonical(file.parent_path(), ignored) == own)
      return number;
    const std::optional<fs::path> target = target_of(file);
    if (!target) return std::nullopt;
    file = *target;
  }
  return std::nullopt;
}

// Names of unfinished files: the file's own, shortened where there is no room for more, then process and serial number.
std::string beginning_of_unfinished(const fs::path& place) { return place.filename().string().substr(0, 200) + "."; }
constexpr std::string_view unfinished_ending = ".part";

/// The process that writes or wrote this unfinished file.
std::optional<int> writer_of(std::string_view name, std::string_view beginning) {
  if (!name.starts_with(beginning) || !name.ends_with(unfinished_ending)) return std::nullopt;
  if (name.size() < beginning.size() + unfinished_ending.size()) return std::nullopt;
  name.remove_prefix(beginning.size());
  name.remove_suffix(unfinished_ending.size());
  const std::size_t dash = name.find('-');
  if (dash == name.npos || !number_in(name.substr(dash + 1))) return std::nullopt;
  return number_in(name.substr(0, dash));
}

/// The process is gone, and no process that we cannot see from here (of another machine or container) has it locked.
bool is_abandoned(const fs::path& file, int writer) {
  if (writer <= 0 || ::kill(writer, 0) == 0 || errno != ESRCH) return false;
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return false;
  struct stat status {};
  const bool free =
      ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
  return free;
}

void remove_abandoned_files(const fs::path& place) {
  const std::string beginning = beginning_of_unfinished(place);
  std::error_code ignored;
  std::vector<fs::path> abandoned;
  for (fs::directory_iterator entry(place.parent_path(), ignored), end; !ignored && entry != end;
       entry.increment(ignored))
    if (const auto writer = writer_of(entry->path().filename().string(), beginning))
      if (is_abandoned(entry->path(), *writer)) abandoned.push_back(entry->path());
  for (const fs::path& file : abandoned) fs::remove(file, ignored);
}

/// Gives the new file the owner and the permissions of the one that it replaces; the owner where the system lets us.
void keep_permissions(int descriptor, const struct stat& old) {
  const bool is_same_owner = ::fchown(descriptor, old.st_uid, old.st_gid) == 0;
  // Rights to act as the owner are for that owner alone.
  if (::fchmod(descriptor, old.st_mode & (is_same_owner ? 07777 : 0777)) != 0) return;
}

}  // namespace

fs::path place_to_write(const fs::path& file) {
  std::error_code ignored;
  fs::path place = fs::absolute(file, ignored);
  for (int links = 0; links < most_links; ++links) {
    const std::optional<fs::path> target = target_of(place);
    if (!target) break;
    place = *target;
  }
  const fs::path folder = fs::weakly_canonical(place.parent_path(), ignored);
  return folder.empty() ? place : folder / place.filename();
}

OutputFile::OutputFile(const fs::path& file) : file_(file), place_(place_to_write(file)) {
  struct stat status {};
  const bool exists = ::stat(file.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) refuse(file, "is a directory. Name the file to write.");
  if (exists && S_ISBLK(status.st_mode)) refuse(file, "is a disk and is left as it is. Name the file to write.");
  if (file.empty()) throw Error("the name of the file to write is empty.");
  if (file.filename().empty()) refuse(file, "cannot be written: its directory does not exist.");
  if (const auto ours = descriptor_named(file)) {
    // Not opened anew: a second position in the same file would overwrite what is printed there.
    descriptor_ = ::fcntl(*ours, F_DUPFD_CLOEXEC, 3);
  } else if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  } else {
    open_beside();
  }
  if (descriptor_ < 0) fail();
}

void OutputFile::open_beside() {
  static std::atomic<unsigned> serial{0};
  struct stat old {};
  const bool exists = ::stat(place_.c_str(), &old) == 0;
  if (!exists && errno == ELOOP) fail();
  if (exists) {
    // A file that must not be written stays, though a folder may let us replace it.
    const int probe = ::open(place_.c_str(), O_WRONLY | O_CLOEXEC);
    if (probe < 0) fail();
    ::close(probe);
  }
  remove_abandoned_files(place_);
  unfinished_ = place_.parent_path() / (beginning_of_unfinished(place_) + std::to_string(::getpid()) + "-" +
                                        std::to_string(serial.fetch_add(1)) + std::string(unfinished_ending));
  UnfinishedOutputs& outputs = unfinished_outputs();
  const std::lock_guard guard(outputs.busy);
  const auto ours = outputs.paths.emplace(unfinished_, UnfinishedOutputs::Removal::with_content).first;
  descriptor_ = ::open(unfinished_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, exists ? 0600 : 0666);
  if (descriptor_ < 0) {
    const int code = errno;
    outputs.paths.erase(ours);
    errno = code;
    if (code == ENOENT || code == ENOTDIR) refuse(file_, "cannot be written: its directory does not exist.");
    fail();
  }
  ::flock(descriptor_, LOCK_EX | LOCK_NB);
  if (exists) keep_permissions(descriptor_, old);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : file_(std::move(other.file_)),
      place_(std::move(other.place_)),
      unfinished_(std::exchange(other.unfinished_, {})),
      descriptor_(std::exchange(other.descriptor_, -1)) {}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  discard();
}

void OutputFile::discard() noexcept {
  if (unfinished_.empty()) return;
  UnfinishedOutputs& outputs = unfinished_outputs();
  const std::lock_guard guard(outputs.busy);
  ::unlink(unfinished_.c_str());
  outputs.paths.erase(unfinished_);
}

void OutputFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), std::min(bytes.size(), largest_write));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail();
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void OutputFile::finish() {
  if (::close(std::exchange(descriptor_, -1)) != 0) fail();
  if (unfinished_.empty()) return;
  UnfinishedOutputs& outputs = unfinished_outputs();
  const std::lock_guard guard(outputs.busy);
  if (::rename(unfinished_.c_str(), place_.c_str()) != 0) fail();
  outputs.paths.erase(unfinished_);
  unfinished_.clear();
}

void OutputFile::fail() const { refuse(file_, "cannot be written: " + std::generic_category().message(errno) + "."); }

void write_file(const fs::path& file, std::string_view bytes) {
  OutputFile output(file);
  output.write(bytes);
  output.finish();
}

}  // namespace abut
