#pragma once

#include "leaf/triangle_packet.h"
#include "support/pair_families.h"

#include <array>
#include <vector>

namespace abut {

/// Triangles as a model keeps them for the float filters.
struct FilterModel {
  InnerFrame frame;
  std::vector<float> corners;  ///< and one number more
  std::vector<Triangle> triangles;

  explicit FilterModel(const std::vector<Vec3>& points);
  /// The corners of the frame's cube are sqrt(3) away.
  TriangleFilter::Corners filter_corners() const { return {{corners.data(), triangles.data()}, 1.7321}; }
};

/// The corners of a triangle as number 0, and of one more that makes the model `size` times as large, as number 1.
std::vector<Vec3> with_company(const std::array<Vec3, 3>& triangle, double size, Random& random);

/// Corners of so many triangles that fill [-1, 1]^3.
std::vector<Vec3> random_corners(int triangles, Random& random);
/// Numbers of triangles, each below `triangles`.
std::vector<std::uint32_t> random_triangles(std::size_t count, int triangles, Random& random);

/// Ordinary triangles of two ordinary models, placed so that they lie within their size of each other.
TrianglePair ordinary_pair(Random& random, double size);
/// Makes a sliver of A, or B's model much smaller or larger, in turns, or leaves the pair alone.
void make_unlike(TrianglePair& pair, int turn, Random& random);

}  // namespace abut
