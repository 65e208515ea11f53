#pragma once

// Two placed models seen by the leaf tests: rounded corners near a common origin for filters, exact ones for the rest.

#include "leaf/degenerate.h"
#include "leaf/orientation_filter.h"
#include "math/exact_orientation.h"

#include <algorithm>

namespace abut {

/// What a model offers to the leaf tests. Spans outlive the tests.
struct LeafGeometry {
  std::span<const Vec3> points;  // model frame, as given
  std::span<const Triangle> triangles;
  std::span<const TriangleForm> forms;  // exact form of each triangle
  Vec3 centre;                          // a point near the model's middle
};

/// What becomes of a placement that both models share. Left out, corners and signs are those of the models' own frame:
/// contact is the same there, but directions are not the world's. Who asks along axes of the world keeps it.
enum class CommonPlacement { left_out, kept };

/// The pair of triangles under test. Corners 0, 1, 2 are A's and 3, 4, 5 are B's, in the order of the mesh. Signs are
/// exact: a filter answers when it is certain, exact arithmetic otherwise.
class TestedPair {
 public:
  TestedPair(const LeafGeometry& a, const Placement& at_a, const LeafGeometry& b, const Placement& at_b,
             CommonPlacement common);

  void load(std::uint32_t triangle_a, std::uint32_t triangle_b) {
    place(a_, triangle_a, &corners_[0]);
    place(b_, triangle_b, &corners_[3]);
    error_ = std::max(a_.error, b_.error);
    used_exact_ = false;
  }

  TriangleForm form_a() const { return a_.geometry.forms[a_.loaded]; }
  TriangleForm form_b() const { return b_.geometry.forms[b_.loaded]; }
  /// A corner relative to A's placed centre, rounded; in the world's directions unless a common placement is left out.
  const Vec3& corner(int i) const { return corners_[i]; }
  /// No coordinate of a corner is off by more.
  double error() const { return error_; }
  /// Was exact arithmetic asked since the pair was loaded?
  bool used_exact() const { return used_exact_; }

  int orientation3d(int i, int j, int k, int l) {
    const int sign = orientation_filter::orientation3d(corners_[i], corners_[j], corners_[k], corners_[l], error_);
    return sign != 0 ? sign : exact_side(i, j, k, l);
  }
  int orientation2d(int i, int j, int k, int dropped) {
    const int sign = orientation_filter::orientation2d(corners_[i], corners_[j], corners_[k], dropped, error_);
    return sign != 0 ? sign : exact_turn(i, j, k, dropped);
  }
  int compare(int i, int j, int axis) {
    const int sign = orientation_filter::compare(corners_[i][axis], corners_[j][axis], error_);
    return sign != 0 ? sign : exact_order(i, j, axis);
  }
  /// As orientation3d, without asking the filter again.
  int exact_side(int i, int j, int k, int l);

 private:
  struct Side {
    LeafGeometry geometry;
    Placement at;    // for exact arithmetic
    Matrix3 linear;  // for filters: corner = linear * (point - centre) + offset
    Vec3 offset;     // of the model's placed centre from A's
    double error_per_size, error_base;
    std::uint32_t loaded = ~std::uint32_t{0};
    double error = 0;
  };

  static void place(Side& side, std::uint32_t triangle, Vec3* corners) {
    if (triangle == side.loaded) return;
    side.loaded = triangle;
    double size = 0;
    for (int i = 0; i < 3; ++i) {
      const Vec3 p = side.geometry.points[side.geometry.triangles[triangle][i]] - side.geometry.centre;
      size = std::max(size, largest(abs(p)));
      corners[i] = side.linear * p + side.offset;
    }
    side.error = side.error_per_size * size + side.error_base;
  }
  PlacedPoint exact_point(int i) const;
  int exact_turn(int i, int j, int k, int dropped);
  int exact_order(int i, int j, int axis);

  Side a_, b_;
  Vec3 corners_[6];
  double error_ = 0;
  bool used_exact_ = false;
};

}  // namespace abut
