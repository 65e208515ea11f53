#include "io/pages.h"

#include <new>
#include <utility>

#include <sys/mman.h>

namespace abut {

Pages::Pages(std::size_t size) : size_(size), mapped_(size > 0 ? size : 1) {
  void* memory = ::mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<std::byte*>(memory);
  prefer_huge_pages(begin_, mapped_);
}

Pages::Pages(Pages&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)), size_(std::exchange(other.size_, 0)), mapped_(other.mapped_) {}

Pages& Pages::operator=(Pages&& other) noexcept {
  std::swap(begin_, other.begin_);
  std::swap(size_, other.size_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

Pages::~Pages() {
  if (begin_) ::munmap(begin_, mapped_);
}

}  // namespace abut
