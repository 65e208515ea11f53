#include "query/distance_memory.h"

#include <utility>

namespace abut {

void DistanceCache::Memory::serve(std::uint64_t stamp_a, std::uint64_t stamp_b) {
  if (a_ == stamp_a && b_ == stamp_b) return;
  pair.reset();
  front = {};
  a_ = stamp_a;
  b_ = stamp_b;
}

DistanceCache::DistanceCache() = default;
DistanceCache::~DistanceCache() { delete memory_; }
DistanceCache::DistanceCache(DistanceCache&& other) noexcept : memory_(std::exchange(other.memory_, nullptr)) {}
DistanceCache& DistanceCache::operator=(DistanceCache&& other) noexcept {
  std::swap(memory_, other.memory_);
  return *this;
}

void DistanceCache::clear() { delete std::exchange(memory_, nullptr); }

DistanceCache::Memory& DistanceCache::memory() {
  if (!memory_) memory_ = new Memory;
  return *memory_;
}

}  // namespace abut
