#pragma once

#include <cstddef>
#include <span>

namespace abut {

/// The bytes of a file that is mapped into memory, to be read; see InputFile::map().
class FileView {
 public:
  /// Takes over what mmap gave.
  FileView(const std::byte* begin, std::size_t size) : begin_(begin), size_(size) {}
  FileView(FileView&& other) noexcept;
  FileView& operator=(FileView&&) = delete;
  ~FileView();

  std::span<const std::byte> bytes() const { return {begin_, size_}; }

 private:
  const std::byte* begin_;
  std::size_t size_;
};

}  // namespace abut
