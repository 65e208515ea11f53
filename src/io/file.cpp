#include "io/file.h"

#include <abut/error.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace abut {

namespace {

// Linux moves at most 2^31 - 4096 bytes in one call.
constexpr std::size_t largest_transfer = std::size_t{1} << 30;

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
  throw Error(file.string() + ": " + reason);
}

std::string reason_of(int code) { return std::generic_category().message(code); }

std::int64_t time_of_change(const struct stat& status) {
  return std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
}

}  // namespace

InputFile::InputFile(const std::filesystem::path& file)
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    : file_(file), descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (descriptor_ < 0 && (errno == ENOENT || errno == ENOTDIR)) fail(file, "there is no such file. Check the path.");
  if (descriptor_ < 0) fail(file, "cannot be opened: " + reason_of(errno) + ".");
  struct stat status {};
  std::string flaw;
  if (::fstat(descriptor_, &status) != 0)
    flaw = "cannot be read: " + reason_of(errno) + ".";
  else if (S_ISDIR(status.st_mode))
    flaw = "is a directory. Name a file in it.";
  else if (!S_ISREG(status.st_mode))
    flaw = "is not a regular file. Save its content to a file first.";
  else if (status.st_size == 0)
    flaw = "the file is empty. Was it saved or downloaded in full?";
  if (!flaw.empty()) {
    ::close(descriptor_);
    fail(file, flaw);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
  changed_ = time_of_change(status);
}

InputFile::~InputFile() { ::close(descriptor_); }

std::size_t InputFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const std::span<std::byte> rest = bytes.subspan(filled);
    const ssize_t got =
        ::pread(descriptor_, rest.data(), std::min(rest.size(), largest_transfer), static_cast<off_t>(offset + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(file_, "cannot be read: " + reason_of(errno) + ".");
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  return filled;
}

void InputFile::require_unchanged() const {
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0) fail(file_, "cannot be read: " + reason_of(errno) + ".");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size < size_) fail(file_, "became shorter while it was read. Load it again when it is complete.");
  if (size > size_) fail(file_, "became longer while it was read. Load it again when it is complete.");
  if (time_of_change(status) != changed_) fail(file_, "changed while it was read. Load it again when it is complete.");
}

Pages InputFile::read_all() const {
  Pages content(size_);
  const std::size_t got = read(0, content.bytes());
  require_unchanged();
  if (got < size_) fail(file_, "became shorter while it was read. Load it again when it is complete.");
  return content;
}

FileView InputFile::map() const {
  void* memory = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor_, 0);
  if (memory == MAP_FAILED) fail(file_, "cannot be mapped: " + reason_of(errno) + ".");
  return FileView(static_cast<const std::byte*>(memory), size_);
}

FileView::FileView(FileView&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)), size_(std::exchange(other.size_, 0)) {}

FileView::~FileView() {
  if (begin_) ::munmap(const_cast<std::byte*>(begin_), size_);
}

InputLines::InputLines(const std::filesystem::path& file)
    : name_(file == "-" ? "standard input" : file.string()),
      descriptor_(file == "-" ? ::dup(STDIN_FILENO) : ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  if (descriptor_ < 0 && (errno == ENOENT || errno == ENOTDIR)) fail(name_, "there is no such file. Check the path.");
  if (descriptor_ < 0) fail(name_, "cannot be opened: " + reason_of(errno) + ".");
  struct stat status {};
  std::string flaw;
  if (::fstat(descriptor_, &status) != 0)
    flaw = "cannot be read: " + reason_of(errno) + ".";
  else if (S_ISDIR(status.st_mode))
    flaw = "is a directory. Name a file in it.";
  else if (file != "-" && !S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode) && ::isatty(descriptor_) == 0)
    flaw = "is neither a file nor a pipe. Save its content to a file first.";
  if (!flaw.empty()) {
    ::close(descriptor_);
    fail(name_, flaw);
  }
  is_pipe_ = S_ISFIFO(status.st_mode) && file != "-";
}

InputLines::~InputLines() { ::close(descriptor_); }

std::optional<std::size_t> InputLines::end_of_next() {
  constexpr std::size_t longest = std::size_t{1} << 20;
  for (std::size_t searched = at_;;) {
    const std::size_t end = buffer_.find('\n', searched);
    if ((end == buffer_.npos ? buffer_.size() : end) - at_ > longest)
      fail(name_, "has a line of more than 2^20 bytes. Is it a text?");
    if (end != buffer_.npos) return end + 1;
    buffer_.erase(0, std::exchange(at_, 0));
    searched = buffer_.size();
    if (!fill()) return std::nullopt;
  }
}

bool InputLines::next(std::string& line) {
  if (const auto end = end_of_next()) {
    line.assign(buffer_, at_, *end - 1 - at_);
    at_ = *end;
    return true;
  }
  line = std::exchange(buffer_, "");
  return !line.empty();
}

bool InputLines::next_lines(std::string& lines) {
  if (end_of_next()) {
    const std::size_t end = buffer_.rfind('\n') + 1;
    lines.assign(buffer_, at_, end - at_);
    at_ = end;
    return true;
  }
  lines = std::exchange(buffer_, "");
  if (lines.empty()) return false;
  lines += '\n';
  return true;
}

bool InputLines::fill() {
  constexpr std::size_t piece = 1 << 16;
  const std::size_t before = buffer_.size();
  buffer_.resize(before + piece);
  for (;;) {
    const ssize_t got = ::read(descriptor_, buffer_.data() + before, piece);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      // Somebody has it open for writing and will write, or close it.
      has_begun_ = true;
      struct pollfd wanted {
        descriptor_, POLLIN, 0
      };
      ::poll(&wanted, 1, -1);
      continue;
    }
    if (got < 0) fail(name_, "cannot be read: " + reason_of(errno) + ".");
    if (got == 0 && is_pipe_ && !has_begun_) {
      // Nobody has opened it for writing; once somebody has, reading says that it would block.
      constexpr int slice = 100, most_slices = 50;  // milliseconds
      if (++slices_ > most_slices)
        fail(name_, "is a pipe that nobody writes to. Start the program that writes to it first.");
      struct pollfd wanted {
        descriptor_, POLLIN, 0
      };
      has_begun_ = ::poll(&wanted, 1, slice) > 0;
      continue;
    }
    has_begun_ = true;
    buffer_.resize(before + static_cast<std::size_t>(got));
    return got > 0;
  }
}

}  // namespace abut
