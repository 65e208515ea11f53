#pragma once

#include "io/ply.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace abut {

enum class PlyType { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

std::size_t size_of(PlyType type);
inline bool is_whole(PlyType type) { return type < PlyType::float32; }

/// One value per record, or a count of `count_type` and as many values.
struct PlyProperty {
  std::string name;
  PlyType type = PlyType::int8;
  bool is_list = false;
  PlyType count_type = PlyType::uint8;
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;
  /// Of the file, counted from 1.
  std::size_t line = 0;
};

struct PlyHeader {
  PlyForm format = PlyForm::ascii;
  std::vector<PlyElement> elements;
  /// Where the header ends: the byte behind it.
  std::size_t end = 0;
};

/// Reads the header of a PLY file; Errors open with the file's name and the line. No two elements have one name.
PlyHeader read_ply_header(std::span<const std::byte> bytes, const std::string& name);

}  // namespace abut
