#pragma once

// Included by .cpp files only, because of math/big_number.h.

#include "math/big_number.h"
#include "math/measured_number.h"
#include <abut/classic_region.h>

#include <cmath>
#include <vector>

namespace abut::classic {

/// Does a placed triangle share a point with a region? Decided by cutting the triangle with one bound after the other.
/// A corner of what is left is known by how far it is inside of every bound, times a positive number: points on edges
/// are then found without a division.
template <class Number>
class RegionCut {
 public:
  explicit RegionCut(const Region& region) {
    for (int i = 0; i < 3; ++i) {
      const bool thin = region.low[i] == region.high[i];
      if (thin) bounds_.insert(bounds_.begin(), bound(region, i, region.low[i], 1, true));
      if (!thin && std::isfinite(region.low[i])) bounds_.push_back(bound(region, i, region.low[i], 1, false));
      if (!thin && std::isfinite(region.high[i])) bounds_.push_back(bound(region, i, region.high[i], -1, false));
    }
  }

  bool meets(const std::array<Vec3, 3>& corners, const Placement& at) const {
    Polygon polygon, left;
    for (const Vec3& corner : corners) polygon.push_back(insides_of(corner, at));
    for (std::size_t k = 0; k < bounds_.size(); ++k) {
      left.clear();
      for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Insides &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
        const int sign_p = p[k].sign(), sign_q = q[k].sign();
        if (sign_p == 0 || (sign_p > 0 && !bounds_[k].thin)) left.push_back(p);
        if (sign_p * sign_q < 0) left.push_back(between(p, q, k, sign_p));
      }
      if (left.empty()) return false;
      std::swap(polygon, left);
    }
    return true;
  }

 private:
  /// sign * (normal . x - offset) is at least 0 inside; exactly 0 when there is no thickness.
  struct Bound {
    std::array<Number, 3> normal;
    Number offset;
    bool thin;
  };
  using Insides = std::array<Number, 6>;  // by bound
  using Polygon = std::vector<Insides>;

  static Bound bound(const Region& region, int i, double end, double sign, bool thin) {
    Bound result{{}, Number(0.0), thin};
    Number square(0.0), at(0.0);
    for (int k = 0; k < 3; ++k) {
      const Number entry(region.axes[i][k]);
      square = square + entry * entry;
      at = at + entry * Number(region.centre[k]);
      result.normal[k] = entry * Number(sign);
    }
    result.offset = (at + square * Number(end)) * Number(sign);
    return result;
  }

  Insides insides_of(const Vec3& corner, const Placement& at) const {
    std::array<Number, 3> world;
    for (int k = 0; k < 3; ++k) {
      world[k] = Number(at.shift[k]);
      for (int j = 0; j < 3; ++j) world[k] = world[k] + Number(at.linear(k, j)) * Number(corner[j]);
    }
    Insides insides;
    for (std::size_t k = 0; k < bounds_.size(); ++k) {
      const Bound& b = bounds_[k];
      insides[k] = b.normal[0] * world[0] + b.normal[1] * world[1] + b.normal[2] * world[2] - b.offset;
    }
    return insides;
  }

  /// Where the edge from p to q meets bound k, on different sides of which they are.
  Insides between(const Insides& p, const Insides& q, std::size_t k, int sign_p) const {
    const Number of_p = sign_p > 0 ? -q[k] : q[k], of_q = sign_p > 0 ? p[k] : -p[k];
    Insides result;
    for (std::size_t i = k + 1; i < bounds_.size(); ++i) result[i] = p[i] * of_p + q[i] * of_q;  // others are done with
    return result;
  }

  std::vector<Bound> bounds_;
};

}  // namespace abut::classic
