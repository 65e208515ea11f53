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

/// A pin that sticks in the hole of a square plate, "pin" and "plate", with their axes `aside` of each other.
struct PinInPlate {
  double pin_radius = 15, hole_radius = 15.05, plate_size = 2000, plate_height = 10;
  double aside = 0;
};
void write_pin_in_plate(const std::filesystem::path& file, const PinInPlate& options = {});

}  // namespace abut
