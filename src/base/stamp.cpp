#include <abut/shared.h>

#include <atomic>

namespace abut::detail {

std::uint64_t new_stamp() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace abut::detail
