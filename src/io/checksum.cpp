#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "io/checksum.h"

#include <array>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "io/checksum.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Takes blocks of 32 words into as many lanes.
void TakeBlocks(const std::byte* from, std::size_t blocks, std::uint32_t* lanes) {
  namespace hn = hwy::HWY_NAMESPACE;
  using Tag = hn::CappedTag<std::uint32_t, 16>;
  constexpr Tag d;
  constexpr std::size_t width = hn::MaxLanes(d), registers = 32 / width;
  const auto factor = hn::Set(d, 0x9e3779b1);
  hn::Vec<Tag> lane[registers];
  for (std::size_t k = 0; k < registers; ++k) lane[k] = hn::LoadU(d, lanes + k * width);
  for (; blocks > 0; --blocks)
    for (std::size_t k = 0; k < registers; ++k, from += width * sizeof(std::uint32_t)) {
      const auto x = hn::Xor(lane[k], hn::LoadU(d, reinterpret_cast<const std::uint32_t*>(from)));
      lane[k] = hn::Mul(hn::Xor(x, hn::ShiftRight<15>(x)), factor);
    }
  for (std::size_t k = 0; k < registers; ++k) hn::StoreU(lane[k], d, lanes + k * width);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(TakeBlocks);

std::uint64_t joined_checksum(std::uint64_t before, std::uint64_t next) {
  const std::uint64_t sum = (before ^ next) * 0x9e3779b97f4a7c15;
  return sum ^ sum >> 32;
}

std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  constexpr std::size_t block = 128;
  std::array<std::uint32_t, 32> lanes;
  for (std::uint32_t i = 0; i < lanes.size(); ++i) lanes[i] = i + 1;
  const std::size_t whole = bytes.size() / block, rest = bytes.size() % block;
  HWY_DYNAMIC_DISPATCH(TakeBlocks)(bytes.data(), whole, lanes.data());
  if (rest > 0) {
    std::byte last[block] = {};
    std::memcpy(last, bytes.data() + whole * block, rest);
    HWY_DYNAMIC_DISPATCH(TakeBlocks)(last, 1, lanes.data());
  }
  std::uint64_t sum = joined_checksum(0, whole + (rest > 0 ? 1 : 0));
  for (std::size_t i = 0; i < lanes.size(); i += 2)
    sum = joined_checksum(sum, lanes[i] | std::uint64_t{lanes[i + 1]} << 32);
  return sum;
}

}  // namespace abut
#endif
