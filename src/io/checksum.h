#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace abut {

/// A checksum against damage, not against forgery. The bytes, continued by zeros to a multiple of 128, are
/// little-endian words of 32 bits; word i goes to lane i mod 32. A lane begins as its number plus 1, and takes a word w
/// by
///
///     x = lane xor w;  lane = (x xor (x >> 15)) * 0x9e3779b1.
///
/// At the end the number of blocks of 128 bytes and then pairs of lanes, the even one low, go into one word of 64 bits:
///
///     sum = (sum xor pair) * 0x9e3779b97f4a7c15;  sum = sum xor (sum >> 32).
///
/// Each of these steps can be undone, so that a change within one aligned word of 64 bits always changes the sum; any
/// other does but for one in 2^64 or, if the words that it changes are in one lane alone, in 2^32. The shift keeps a
/// changed bit from coming out of the product as one bit, which a second one in the lane's next word would undo. Zeros
/// up to a multiple of 128 at the end make no difference.
std::uint64_t checksum_of(std::span<const std::byte> bytes);

/// Goes on from the sum of what came before, by the last of these steps.
std::uint64_t joined_checksum(std::uint64_t before, std::uint64_t next);

}  // namespace abut
