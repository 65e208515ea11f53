#pragma once

#include <cstddef>

namespace abut {

/// The memory that this program has now, files that it has mapped and looked at included; 0 where it is not known.
std::size_t resident_bytes();

/// Gives memory back to the operating system that the heap keeps for later.
void release_free_memory();

}  // namespace abut
