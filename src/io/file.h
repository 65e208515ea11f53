#pragma once

#include "io/file_view.h"
#include "io/pages.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace abut {

/// A regular file, open for reading.
class InputFile {
 public:
  /// Throws Error, opening with the file's name, when it is missing, a directory, not a regular file, not readable or
  /// empty.
  explicit InputFile(const std::filesystem::path& file);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  /// In bytes, when it was opened.
  std::uint64_t size() const { return size_; }
  /// Throws Error when the file is not what it was when it was opened: a piece of it may be old and another new.
  void require_unchanged() const;
  /// Fills `bytes` from the file, beginning at `offset`, and says how many there were: fewer only at the file's end.
  /// Throws Error when reading fails.
  std::size_t read(std::uint64_t offset, std::span<std::byte> bytes) const;
  /// Throws Error also when the file changed while it was read.
  Pages read_all() const;
  /// The file itself as memory: read when it is first looked at, shared with all who map it, and not to be changed in
  /// place while anybody does.
  FileView map() const;

 private:
  std::filesystem::path file_;
  int descriptor_;
  std::uint64_t size_ = 0;
  std::int64_t changed_ = 0;  ///< when it was written to last, in nanoseconds
};

/// A text that is read line by line: a file, or a pipe that somebody writes to, or the standard input ("-"). Bytes come
/// as they are there, so that a pipe's writer may take its time.
class InputLines {
 public:
  /// Throws Error, opening with the file's name, when it is missing, a directory, not readable or a device that is no
  /// terminal.
  explicit InputLines(const std::filesystem::path& file);
  InputLines(const InputLines&) = delete;
  InputLines& operator=(const InputLines&) = delete;
  ~InputLines();

  /// What messages call it.
  const std::string& name() const { return name_; }
  /// The next line without its end; false when there is none. Throws Error when reading fails, when nobody opens the
  /// pipe for writing within seconds, and for a line of more than 2^20 bytes.
  bool next(std::string& line);
  /// All lines that have been read, each with its end, at least one; false when there is none. Throws as next() does.
  bool next_lines(std::string& lines);

 private:
  /// The end of the next line: where the next one begins. None at the end, where a last line without an end may be
  /// left.
  std::optional<std::size_t> end_of_next();
  /// Reads some bytes more; false at the end.
  bool fill();

  std::string name_;
  int descriptor_;
  bool is_pipe_ = false, has_begun_ = false;
  int slices_ = 0;  ///< of time that nobody wrote
  std::string buffer_;
  std::size_t at_ = 0;
};

/// Where a file that is written under this name comes to be: links are followed, also one whose target is not there
/// yet.
std::filesystem::path place_to_write(const std::filesystem::path& file);

/// A file that is written beside its place and takes it at the end: until then the place keeps what it held, and an
/// unfinished file leaves nothing behind. It keeps the permissions of the file that it replaces; one that must not be
/// written is refused. A link's target is replaced, not the link. What is no regular file (a pipe, a terminal,
/// /dev/stdout) is written to as it is.
class OutputFile {
 public:
  /// Throws Error, opening with the file's name, when it cannot be written there. Removes what programs that were
  /// killed have left of the same file.
  explicit OutputFile(const std::filesystem::path& file);
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&&) = delete;
  ~OutputFile();

  // Both throw Error when not everything could be written.
  void write(std::string_view bytes);
  void finish();

 private:
  void open_beside();
  void discard() noexcept;
  [[noreturn]] void fail() const;

  std::filesystem::path file_, place_;
  std::filesystem::path unfinished_;  ///< empty: written in place, finished, or moved away
  int descriptor_ = -1;
};

/// The same in one go: afterwards the file holds all of the bytes or, with an Error thrown, what it held before.
void write_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace abut
