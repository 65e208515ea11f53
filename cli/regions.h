#pragma once

#include <abut/classic_region.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace abut::cli {

/// Which of the regions of abut/classic_region.h, and how wide.
class RegionShape {
 public:
  /// Throws Error for another name, for a width that is missing, and for one that the shape has not.
  RegionShape(const std::string& name, std::optional<double> half_width);

  /// Through the point and along the direction; `where` begins the Error for numbers that make no region.
  classic::Region through(const Vec3& point, const Vec3& direction, const std::string& where) const;

 private:
  std::size_t shape_;
  double half_width_ = 0;
};

/// Point and direction are three numbers each, with commas or blanks between them, as options give them.
classic::Region region_at(const std::string& at, const std::string& along, const RegionShape& shape);

/// Reads regions, one per line: six numbers, a point and a direction, with commas or blanks between them. '#' starts a
/// comment, empty lines do not count. The file may be a pipe; "-" is the standard input. Throws Error with file and
/// line for anything else, and for a file without a region.
std::vector<classic::Region> read_regions(const std::filesystem::path& file, const RegionShape& shape);

}  // namespace abut::cli
