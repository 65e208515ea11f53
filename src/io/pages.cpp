#include "io/pages.h"

#include <cstdint>
#include <new>
#include <utility>

#include <sys/mman.h>

namespace abut {

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;

}  // namespace

void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t size) {
#ifdef MADV_HUGEPAGE
  // The advice takes whole pages; 4096 bytes are the smallest, and larger ones make it fail, which does no harm.
  constexpr std::uintptr_t page = 4096;
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(memory) + size) / page * page;
  if (end > begin && end - begin >= 2 * huge_page)
    ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

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
