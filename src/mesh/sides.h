#pragma once

#include <abut/mesh.h>

namespace abut {

/// One side of one triangle, by welded corners.
struct Side {
  std::uint32_t low, high, triangle;
  bool forward;  ///< does it run from low to high?

  friend bool operator<(const Side& a, const Side& b) {
    if (a.low != b.low) return a.low < b.low;
    return a.high != b.high ? a.high < b.high : a.triangle < b.triangle;
  }
  bool is_with(const Side& other) const { return low == other.low && high == other.high; }
};

/// The sides of all triangles that have three corners in three places; those of one edge follow each other.
std::vector<Side> sorted_sides(const Mesh& mesh);
std::vector<Edge> edges_of(const Mesh& mesh, std::span<const Side> sides);

/// For each triangle the connected piece that it belongs to, as pieces_of() numbers them.
std::vector<std::uint32_t> piece_labels(const Mesh& mesh);

/// Calls `visit` with the sides of each edge.
template <class Visit>
void for_each_edge(std::span<const Side> sides, Visit&& visit) {
  for (std::size_t first = 0, last; first < sides.size(); first = last) {
    for (last = first + 1; last < sides.size() && sides[last].is_with(sides[first]);) ++last;
    visit(sides.subspan(first, last - first));
  }
}

}  // namespace abut
