#include "io/checksum.h"

#include "math/random.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace abut {
namespace {

std::vector<std::byte> random_bytes(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::byte> bytes(size);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random.below(256));
  return bytes;
}

/// The definition, word by word.
std::uint64_t defined_checksum(std::vector<std::byte> bytes) {
  bytes.resize((bytes.size() + 127) / 128 * 128);
  std::uint32_t lanes[32];
  for (std::uint32_t i = 0; i < 32; ++i) lanes[i] = i + 1;
  for (std::size_t i = 0; i < bytes.size() / 4; ++i) {
    std::uint32_t word = 0;
    for (std::size_t b = 0; b < 4; ++b) word |= static_cast<std::uint32_t>(bytes[4 * i + b]) << 8 * b;
    const std::uint32_t x = lanes[i % 32] ^ word;
    lanes[i % 32] = (x ^ x >> 15) * 0x9e3779b1u;
  }
  const auto take = [](std::uint64_t sum, std::uint64_t next) {
    sum = (sum ^ next) * 0x9e3779b97f4a7c15;
    return sum ^ sum >> 32;
  };
  std::uint64_t sum = take(0, bytes.size() / 128);
  for (std::size_t i = 0; i < 32; i += 2) sum = take(sum, lanes[i] | std::uint64_t{lanes[i + 1]} << 32);
  return sum;
}

TEST(Checksum, IsTheOneThatIsDefined) {
  for (const std::size_t size : {0, 1, 3, 4, 127, 128, 129, 1000, 4096, 65537})
    EXPECT_EQ(checksum_of(random_bytes(size, size)), defined_checksum(random_bytes(size, size))) << size;
  // Files are read years later: the number itself must not change.
  EXPECT_EQ(checksum_of(std::as_bytes(std::span("abut", 4))), 0x920f6485cebacea5);
}

TEST(Checksum, TellsWhicheverBitIsChanged) {
  std::vector<std::byte> bytes = random_bytes(700, 1);
  std::set<std::uint64_t> seen{checksum_of(bytes)};
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    EXPECT_TRUE(seen.insert(checksum_of(bytes)).second) << bit;
    bytes[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
  }
}

}  // namespace
}  // namespace abut
