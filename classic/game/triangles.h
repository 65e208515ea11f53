#pragma once

#include "leaf/triangle_triangle.h"
#include "query/model_data.h"
#include <abut/classic_game.h>
#include <abut/small_tests.h>

#include <optional>
#include <utility>

namespace abut::classic::game {

/// Exact tests between triangles of two placed models.
class TrianglePairs {
 public:
  TrianglePairs(const abut::Model& a, const Placement& at_a, const abut::Model& b, const Placement& at_b)
      : a_(a), b_(b), at_a_(at_a), at_b_(at_b), test_(a.data().leaf_geometry(), at_a, b.data().leaf_geometry(), at_b) {}

  /// The first pair of two leaves that touches.
  template <class Real>
  std::optional<abut::Contact> first(const Tree<Real>& a, const Node<Real>& node_a, const Tree<Real>& b,
                                     const Node<Real>& node_b, Effort& effort) {
    for (const Bucket& bucket_a : a.buckets().subspan(node_a.first, node_a.count))
      for (const Bucket& bucket_b : b.buckets().subspan(node_b.first, node_b.count)) {
        ++effort.triangle_tests;
        if (test_.touch(bucket_a.triangle, bucket_b.triangle))
          return abut::Contact{bucket_a.triangle, bucket_b.triangle};
      }
    return std::nullopt;
  }
  /// A common point of two triangles that touch, in the world, rounded: where a side of one meets the other.
  Vec3 point(const abut::Contact& pair) const {
    const small::Corners a = corners(a_, at_a_, pair.a), b = corners(b_, at_b_, pair.b);
    for (const auto& [sides, face] : {std::pair(a, b), std::pair(b, a)})
      for (int i = 0; i < 3; ++i) {
        const Vec3 way = sides[(i + 1) % 3] - sides[i];
        if (way == Vec3{}) continue;
        if (const auto hit = small::first_hit(sides[i], way, 0, 1, face)) return sides[i] + way * hit->lower;
      }
    // Rounding took the touch away: they are that close everywhere near it.
    return (a[0] + a[1] + a[2]) * (1.0 / 3);
  }

 private:
  static small::Corners corners(const abut::Model& model, const Placement& at, std::uint32_t triangle) {
    const Mesh& mesh = model.mesh();
    const Triangle& t = mesh.triangles[triangle];
    return {at * mesh.points[t[0]], at * mesh.points[t[1]], at * mesh.points[t[2]]};
  }

  const abut::Model &a_, &b_;
  const Placement &at_a_, &at_b_;
  ContactTest test_;
};

}  // namespace abut::classic::game
