#pragma once

// The distance of two cores in fifty digits, by trying every set of axes along which the closest points may be free.
// Shares nothing with volume/core.cpp.

#include "classic/volume/core.h"

#include <vector>

#include <boost/multiprecision/cpp_bin_float.hpp>

namespace abut::classic {

using Fifty = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

class CoreOracle {
 public:
  template <int m, int n>
  CoreOracle(const Core<m>& a, const Core<n>& b) {
    for (int i = 0; i < 3; ++i) way_[i] = Fifty(b.centre[i]) - Fifty(a.centre[i]);
    for (int i = 0; i < m; ++i) add(a.axes[i], a.extent[i], -1);
    for (int j = 0; j < n; ++j) add(b.axes[j], b.extent[j], 1);
  }

  /// The distance of the cores, each dilated by nothing.
  Fifty distance() {
    best_ = -1;
    choose(0);
    return sqrt(best_ < 0 ? Fifty(0) : best_);
  }

 private:
  struct Axis {
    std::array<Fifty, 3> direction;
    Fifty extent;
  };
  void add(const Vec3& axis, double extent, int sign) {
    if (extent == 0) return;
    axes_.push_back({{Fifty(sign * axis.x), Fifty(sign * axis.y), Fifty(sign * axis.z)}, Fifty(extent)});
  }
  static Fifty dot(const std::array<Fifty, 3>& a, const std::array<Fifty, 3>& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  /// Every axis is at its low end, at its high end or free.
  void choose(std::size_t axis) {
    if (axis == axes_.size()) return solve();
    for (int side : {-1, 1}) {
      const auto before = way_;
      for (int i = 0; i < 3; ++i) way_[i] += axes_[axis].direction[i] * (axes_[axis].extent * side);
      choose(axis + 1);
      way_ = before;
    }
    if (free_.size() == 3) return;  // a fourth would depend on them
    free_.push_back(axis);
    choose(axis + 1);
    free_.pop_back();
  }

  /// The point closest to the origin over the free axes, if their weights are within their extents.
  void solve() {
    const std::size_t count = free_.size();
    Fifty system[3][4];
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) system[i][j] = dot(axes_[free_[i]].direction, axes_[free_[j]].direction);
      system[i][3] = -dot(axes_[free_[i]].direction, way_);
    }
    for (std::size_t k = 0; k < count; ++k) {
      if (system[k][k] < Fifty(1e-40)) return;  // parallel: a smaller set does as well
      for (std::size_t i = k + 1; i < count; ++i) {
        const Fifty factor = system[i][k] / system[k][k];
        for (std::size_t j = k; j < count; ++j) system[i][j] -= factor * system[k][j];
        system[i][3] -= factor * system[k][3];
      }
    }
    std::array<Fifty, 3> point = way_;
    for (std::size_t k = count; k-- > 0;) {
      Fifty weight = system[k][3];
      for (std::size_t j = k + 1; j < count; ++j) weight -= system[k][j] * system[j][3];
      weight /= system[k][k];
      system[k][3] = weight;
      if (abs(weight) > axes_[free_[k]].extent) return;
      for (int i = 0; i < 3; ++i) point[i] += axes_[free_[k]].direction[i] * weight;
    }
    const Fifty square = dot(point, point);
    if (best_ < 0 || square < best_) best_ = square;
  }

  std::array<Fifty, 3> way_;
  std::vector<Axis> axes_;
  std::vector<std::size_t> free_;
  Fifty best_;
};

template <int m, int n>
Fifty true_distance(const Core<m>& a, const Core<n>& b) {
  return CoreOracle(a, b).distance();
}

}  // namespace abut::classic
