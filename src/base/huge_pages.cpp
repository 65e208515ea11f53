#include "base/huge_pages.h"

#include <cstdint>

#include <sys/mman.h>

namespace abut {

void prefer_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t size) {
#ifdef MADV_HUGEPAGE
  constexpr std::uintptr_t huge_page = std::uintptr_t{1} << 21;
  // The advice takes whole pages; 4096 bytes are the smallest, and larger ones make it fail, which does no harm.
  constexpr std::uintptr_t page = 4096;
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(memory) + size) / page * page;
  if (end > begin && end - begin >= 2 * huge_page)
    ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace abut
