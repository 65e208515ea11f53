#pragma once

#include <cstddef>

namespace abut {

/// Asks the operating system for huge pages under memory that is about to be filled for the first time. Page faults are
/// otherwise most of the time that reading a large file takes, and what is read here and there waits for the addresses
/// of small pages. Advice only.
void prefer_huge_pages(void* memory, std::size_t size);

}  // namespace abut
