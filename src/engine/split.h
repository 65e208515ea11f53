#pragma once

// The arithmetic of dividing triangles into groups, on vector instructions. Every function gives the same bytes on
// every instruction set: only minima, counts and single rounded operations are used.

#include "engine/corners.h"

namespace abut {

/// A box around a triangle or several, its upper corner negated: the union of two is a minimum throughout. The fourth
/// entry of `low` carries a triangle's id, as bits; that of `minus_high` is unused.
struct SplitBounds {
  float low[4];
  float minus_high[4];
};

/// The smallest box around twice the centres of some bounds.
struct CentreBounds {
  float low[4], minus_high[4];
};

inline constexpr int few_bins = 8, most_bins = 16;

/// How bounds are sorted into bins by their centres, along the axis on which those reach farthest.
struct Binning {
  int bins = most_bins;  ///< or few_bins
  int axis = 0;
  float low = 0, per_length = 0;
  float least_length = 0;  ///< boxes are taken this much larger, so that flat ones have a cost, too

  float place_of(const SplitBounds& b) const { return (b.low[axis] - b.minus_high[axis] - low) * per_length; }
};

/// The number of a bin, which is found once and told for each of some bounds, in their order.
using BinNumber = std::int8_t;

struct Bins {
  alignas(64) SplitBounds bounds[most_bins];
  std::uint32_t count[most_bins];
};

/// A division of bounds: those in bins below `bin` go first. Bin 0: no division was found.
struct Cut {
  int bin = 0;
  std::uint32_t below = 0;  ///< how many go first
};

/// A division of a group that is stored for every group that is no leaf.
struct alignas(32) SplitNode {
  static constexpr int most_lanes = 8;
  std::uint32_t left_count;
  /// [i]: the least cost of visiting what is below when the group takes at most i + 1 lanes of a wide node.
  float cost[most_lanes - 1];
};

/// Where the results for all triangles go; see BinaryShape.
struct SplitArrays {
  std::uint32_t leaf_size;
  std::uint32_t* order;
  SplitNode* nodes;
  float* leaf_cost;   ///< at a leaf's first triangle
  BinNumber* bin_of;  ///< scratch, one a triangle
};

/// A group of triangles: a run of the order, and where its division is stored if it is not a leaf.
struct SplitGroup {
  std::uint32_t first, count, node;
};
inline SplitGroup left_half(const SplitNode* nodes, const SplitGroup& group) {
  return {group.first, nodes[group.node].left_count, group.node + 1};
}
inline SplitGroup right_half(const SplitNode* nodes, const SplitGroup& group) {
  // A group of n triangles is divided fewer than n times: that leaves room for the nodes of the left half.
  const std::uint32_t left_count = nodes[group.node].left_count;
  return {group.first + left_count, group.count - left_count, group.node + left_count};
}

/// The bounds of triangles first .. first + count - 1.
void triangle_bounds(const FloatPoint* points, std::span<const Triangle> triangles, std::uint32_t first,
                     std::uint32_t count, SplitBounds* into);
CentreBounds centre_bounds(const SplitBounds* run, std::uint32_t count);
Binning binning_of(const CentreBounds& centres, std::uint32_t count);
void fill_bins(const SplitBounds* run, std::uint32_t count, const Binning& binning, Bins& bins, BinNumber* bin_of);
Cut best_cut(const Bins& bins, const Binning& binning, std::uint32_t count, std::uint32_t leaf_size);
/// Copies those in bins below `bin` to `left` and the others to `right`, each in the order they had.
void move_apart(const SplitBounds* run, std::uint32_t count, const BinNumber* bin_of, int bin, SplitBounds* left,
                SplitBounds* right);

/// Divides the group, whose bounds lie in `from`, and everything below it; `to` is room for as many. Returns its box.
SplitBounds divide_group(const SplitArrays& arrays, const SplitGroup& group, SplitBounds* from, SplitBounds* to,
                         int level);
/// Finds the costs of a group from those of its halves, whose boxes are given. Returns its box.
SplitBounds join_halves(const SplitArrays& arrays, const SplitGroup& group, const SplitBounds& left,
                        const SplitBounds& right);

/// Skewed distributions could go on dividing off a few triangles; from this level on groups are halved by count.
inline constexpr int deepest_by_area = 64;

}  // namespace abut
