#pragma once

#include "base/huge_pages.h"

#include <cstddef>
#include <span>

namespace abut {

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
