#pragma once

#include <cstddef>
#include <span>

namespace abut {

/// Asks the operating system for huge pages under memory that is about to be filled for the first time: page faults are
/// otherwise most of the time that reading a large file takes. Advice only.
void prefer_huge_pages(void* memory, std::size_t size);

/// Memory that begins as zeros, taken from the operating system in huge pages where it has them.
class Pages {
 public:
  /// Throws std::bad_alloc when there is not enough memory.
  explicit Pages(std::size_t size);
  Pages(Pages&& other) noexcept;
  Pages& operator=(Pages&& other) noexcept;
  ~Pages();

  std::span<std::byte> bytes() const { return {begin_, size_}; }
  /// Keeps the first bytes only.
  void shrink(std::size_t size) { size_ = size < size_ ? size : size_; }

 private:
  std::byte* begin_ = nullptr;
  std::size_t size_ = 0;
  std::size_t mapped_ = 0;
};

}  // namespace abut
