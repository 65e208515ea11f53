#include <abut/error.h>
#include <abut/io/file.h>

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
    flaw = "is a directory. Name a mesh file in it.";
  else if (!S_ISREG(status.st_mode))
    flaw = "is not a regular file. Save the mesh to a file first.";
  else if (status.st_size == 0)
    flaw = "the file is empty. Was it saved or downloaded in full?";
  if (!flaw.empty()) {
    ::close(descriptor_);
    fail(file, flaw);
  }
  size_ = static_cast<std::uint64_t>(status.st_size);
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

Pages InputFile::read_all() const {
  Pages content(size_);
  content.shrink(read(0, content.bytes()));
  return content;
}

}  // namespace abut
