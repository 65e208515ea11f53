#pragma once

#include "io/tree_file.h"

#include <cstring>

namespace abut {

/// The bytes of a tree file that somebody has changed, with all checksums set right again, as a forger would do it.
inline std::vector<std::byte> sealed(std::vector<std::byte> bytes) {
  TreeFileHead head;
  if (bytes.size() < sizeof(head)) return bytes;
  std::memcpy(&head, bytes.data(), sizeof(head));
  for (TreeFileHead::Place& place : head.places)
    if (place.offset <= bytes.size() && place.size <= bytes.size() - place.offset)
      place.checksum = section_checksum(std::span(bytes).subspan(place.offset, place.size));
  seal(head);
  std::memcpy(bytes.data(), &head, sizeof(head));
  return bytes;
}

}  // namespace abut
