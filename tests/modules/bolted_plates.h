#pragma once

#include <filesystem>

namespace abut {

/// Two plates on top of each other, held by four bolts with nuts: shanks of radius 4 in holes of radius 4.5 and in nuts
/// of radius 4; heads, nuts and plates lie flush on each other. Every part is a product of its own, bolts and nuts
/// share their shapes.
struct BoltedPlates {
  double first_bolt_moved_by = 0;  ///< along the plate
  bool has_first_bolt_twice = false;
};
void write_bolted_plates(const std::filesystem::path& file, const BoltedPlates& options = {});

}  // namespace abut
