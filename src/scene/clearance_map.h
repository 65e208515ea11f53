#pragma once

#include "scene/checker_data.h"

#include <array>
#include <cstdint>
#include <vector>

namespace abut {

/// A connected piece of a body's surface.
struct WorldPiece {
  Vec3 ends[2];  ///< two of its points, far apart
  /// What its body's padding and radius take from clearances; infinite where rounding leaves the ends unknown.
  double less = 0;
  std::uint32_t body = 0;
};

/// How far the bodies of a world are from the middles of the cells of a grid, padding taken off. A point is no nearer
/// to a body than any cell's middle, less the way from there to the point, and no farther than with the way added.
struct ClearanceMap {
  Vec3 low{};
  double side = 1;  ///< of a cell
  std::array<int, 3> cells{};
  /// A cell's number n says that the clearance of its middle is from n to n + 1 steps, give or take `stray`; the
  /// largest: at least so much.
  double step = 1;
  /// What rounding does to the middles, and how wide the brackets of clearances are: it matters where bodies, or
  /// their paddings, or the way from the origin are some 2^30 times as large as the box.
  double stray = 0;
  static constexpr int largest_number = 255;
  std::vector<std::uint8_t> numbers;  ///< x runs fastest
  /// The piece that is closest to the middle, or whose body the middle is in, where the number comes from the middle;
  /// or `in_solid` for all cells that are wholly in one. Without a piece, the number says only how much there is at
  /// least.
  std::vector<std::uint16_t> piece_of;
  static constexpr std::uint16_t no_piece = 0xffff, in_solid = 0xfffe;
  std::vector<WorldPiece> pieces;

  /// What the map is for: cells where it does not matter are filled with less care.
  struct Purpose {
    double far;          ///< clearances above this are all alike
    double least_outer;  ///< and so are those below this that are above most_inner
    double most_inner;
  };
  /// Of the points of a box, nothing filled in.
  ClearanceMap(const Bounds& box, double far, std::size_t most_cells);
  /// Of the points of a box.
  ClearanceMap(const CheckerData& data, const Bounds& box, const Purpose& purpose, std::size_t most_cells, int threads);
};

}  // namespace abut
