#include "query/cache_memory.h"

#include <algorithm>

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
  if (a_.is(a.stamp()) && b_.is(b.stamp())) return;
  recent.clear();
  front = {};
  a_ = a.served();
  b_ = b.served();
}

CollideCache::CollideCache() = default;
CollideCache::~CollideCache() = default;
CollideCache::CollideCache(CollideCache&& other) noexcept = default;
CollideCache& CollideCache::operator=(CollideCache&& other) noexcept = default;

void CollideCache::clear() { memory_.reset(); }

CollideCache::Memory& CollideCache::memory() {
  if (!memory_) memory_ = std::make_unique<Memory>();
  return *memory_;
}

}  // namespace abut
