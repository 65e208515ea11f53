#include <abut/error.h>
#include <abut/io/file.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <system_error>

#include <fcntl.h>
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

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }
  bool is_open() const { return number_ >= 0; }
  int number() const { return number_; }
  int close() {
    const int result = number_ < 0 ? 0 : ::close(number_);
    number_ = -1;
    return result;
  }

 private:
  int number_;
};

/// Removes the unfinished file unless it was kept.
class Unfinished {
 public:
  explicit Unfinished(std::string path) : path_(std::move(path)) {}
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() {
    if (!path_.empty()) ::unlink(path_.c_str());
  }
  void keep() { path_.clear(); }

 private:
  std::string path_;
};

std::size_t size_of_regular_file(const std::filesystem::path& file, const Descriptor& descriptor) {
  struct stat status {};
  if (::fstat(descriptor.number(), &status) != 0) fail(file, "cannot be read: " + reason_of(errno) + ".");
  if (S_ISDIR(status.st_mode)) fail(file, "is a directory. Name a mesh file in it.");
  if (!S_ISREG(status.st_mode)) fail(file, "is not a regular file. Save the mesh to a file first.");
  return static_cast<std::size_t>(status.st_size);
}

void write_all(const std::filesystem::path& file, const Descriptor& descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor.number(), bytes.data(), std::min(bytes.size(), largest_transfer));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(file, "cannot be written: " + reason_of(errno) + ".");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::filesystem::path place_to_write(const std::filesystem::path& file) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(file, ignored);
  if (std::filesystem::is_directory(status)) fail(file, "is a directory. Name the file to write.");
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    fail(file, "is not a regular file and is left as it is.");
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(file, ignored);
  return resolved.empty() ? file : resolved;
}

}  // namespace

Pages read_file(const std::filesystem::path& file) {
  // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!descriptor.is_open() && (errno == ENOENT || errno == ENOTDIR))
    fail(file, "there is no such file. Check the path.");
  if (!descriptor.is_open()) fail(file, "cannot be opened: " + reason_of(errno) + ".");
  Pages content(size_of_regular_file(file, descriptor));
  std::size_t filled = 0;
  while (filled < content.bytes().size()) {
    const std::span<std::byte> rest = content.bytes().subspan(filled);
    const ssize_t got = ::read(descriptor.number(), rest.data(), std::min(rest.size(), largest_transfer));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(file, "cannot be read: " + reason_of(errno) + ".");
    if (got == 0) break;  // the file shrank since its size was asked for
    filled += static_cast<std::size_t>(got);
  }
  content.shrink(filled);
  if (filled == 0) fail(file, "the file is empty. Was it saved or downloaded in full?");
  return content;
}

void write_file(const std::filesystem::path& file, std::string_view bytes) {
  static std::atomic<unsigned> serial{0};
  const std::filesystem::path place = place_to_write(file);
  const std::string beside =
      place.string() + "." + std::to_string(::getpid()) + "-" + std::to_string(serial.fetch_add(1)) + ".part";
  Descriptor descriptor(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!descriptor.is_open() && (errno == ENOENT || errno == ENOTDIR))
    fail(file, "cannot be written: its directory does not exist.");
  if (!descriptor.is_open()) fail(file, "cannot be written: " + reason_of(errno) + ".");
  Unfinished unfinished(beside);
  write_all(file, descriptor, bytes);
  if (descriptor.close() != 0) fail(file, "cannot be written: " + reason_of(errno) + ".");
  if (::rename(beside.c_str(), place.c_str()) != 0) fail(file, "cannot be written: " + reason_of(errno) + ".");
  unfinished.keep();
}

}  // namespace abut
