#pragma once

#include "query/model_data.h"

#include <span>

namespace abut {

/// A set of points, asked which one is farthest along a direction, up to rounding.
class FarthestPoint {
 public:
  virtual ~FarthestPoint() = default;
  virtual Vec3 along(const Vec3& direction) const = 0;
};

/// Looks at all of some points, which outlive it.
class FarthestListed final : public FarthestPoint {
 public:
  explicit FarthestListed(std::span<const Vec3> points) : points_(points) {}
  Vec3 along(const Vec3& direction) const override;

 private:
  std::span<const Vec3> points_;
};

/// The corners of a placed model's triangles, by its tree. Model and placement outlive it; there are triangles.
class FarthestCorner final : public FarthestPoint {
 public:
  FarthestCorner(const Model& model, const Placement& at) : data_(model.data()), at_(at) {}
  Vec3 along(const Vec3& direction) const override { return at_ * data_.mesh.points()[index_along(direction)]; }
  /// Which point of the mesh it is.
  std::uint32_t index_along(const Vec3& direction) const;

 private:
  struct Best {
    double along = -std::numeric_limits<double>::infinity();
    std::uint32_t point = 0;
  };
  void look_at_leaf(const WideChild& leaf, const Vec3& direction, Best& best) const;

  const ModelData& data_;
  const Placement& at_;
};

}  // namespace abut
