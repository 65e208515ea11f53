#pragma once

#include "io/pages.h"
#include <abut/mesh.h>

namespace abut {

/// Gives equal points one index, in the order of their first appearance. Equal means ==, so that -0 is 0. Scalar is
/// float or double, whichever holds the file's numbers.
template <class Scalar>
class Welder {
 public:
  using Corner = std::array<Scalar, 3>;

  /// Room for this many different points is made at once; more may come, up to 2^30. `file` opens the Error beyond.
  Welder(std::size_t expected_points, std::string file);

  /// Appends the triangles whose corners, three for each, are given. Corners must be finite.
  void add(std::span<const Corner> corners, std::vector<Triangle>& triangles);

  /// The different points; the welder is of no further use.
  std::vector<Vec3> take_points() { return std::move(points_); }

 private:
  /// The point itself lies in the table, so that looking it up touches one place in memory.
  struct Slot {
    Corner point;
    std::uint32_t index_plus_one;  // 0 is a free slot
  };

  std::uint32_t index_of(const Corner& point, std::uint32_t hash);
  void make_room(std::size_t corners);
  void use(Pages table);

  Pages table_;
  std::span<Slot> slots_;
  int shift_ = 0;
  std::vector<Vec3> points_;
  std::string file_;
};

extern template class Welder<float>;
extern template class Welder<double>;

}  // namespace abut
