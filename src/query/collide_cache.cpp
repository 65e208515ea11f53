#include "query/cache_memory.h"

#include <algorithm>
#include <utility>

namespace abut {

void RecentContacts::renew(std::uint32_t a, std::uint32_t b) {
  int place = 0;
  while (place < size_ && !(a_[place] == a && b_[place] == b)) ++place;
  if (place == size_) {
    size_ = std::min(size_ + 1, most);
    place = size_ - 1;
  }
  std::copy_backward(a_.begin(), a_.begin() + place, a_.begin() + place + 1);
  std::copy_backward(b_.begin(), b_.begin() + place, b_.begin() + place + 1);
  a_[0] = a;
  b_[0] = b;
}

void CollideCache::Memory::serve(const Model& a, const Model& b) {
  if (a_ == a.stamp() && b_ == b.stamp()) return;
  recent.clear();
  front = WideFront();
  a_ = a.stamp();
  b_ = b.stamp();
}

CollideCache::CollideCache() = default;
CollideCache::~CollideCache() { delete memory_; }
CollideCache::CollideCache(CollideCache&& other) noexcept : memory_(std::exchange(other.memory_, nullptr)) {}
CollideCache& CollideCache::operator=(CollideCache&& other) noexcept {
  std::swap(memory_, other.memory_);
  return *this;
}

void CollideCache::clear() { delete std::exchange(memory_, nullptr); }

CollideCache::Memory& CollideCache::memory() {
  if (!memory_) memory_ = new Memory;
  return *memory_;
}

}  // namespace abut
