#pragma once

#include "base/shared_data.h"
#include "query/model_data.h"
#include <abut/shape.h>

#include <optional>
#include <vector>

namespace abut {

/// What a core is, for the ways to decide about it.
enum class CoreForm {
  nothing,
  half_space,
  hull,  ///< the convex hull of `corners`, few of them
  box,   ///< a hull: all points with |x_i| <= half_i
  mesh,
};

struct Shape::Data : detail::SharedData {
  ShapeKind kind = ShapeKind::nothing;
  CoreForm form = CoreForm::nothing;
  Model core;
  std::optional<Solid> solid;  ///< the core, if it has an inside
  std::vector<Vec3> pieces;    ///< a point of each connected piece of the core
  std::vector<Vec3> corners;   ///< of a hull or box
  Vec3 half;                   ///< of a box
  Vec3 middle, reach;          ///< of the core: |x - middle| <= reach along each axis
  double radius = 0, stray = 0;
  std::vector<double> lengths;  ///< of the maker
  bool is_solid = false;

  bool is_convex() const { return form == CoreForm::hull || form == CoreForm::box; }
};

/// A shape where it stands; all outlive it.
struct StandingShape {
  const Shape::Data& shape;
  const Placement& at;
  double defect;  ///< rigidity_defect of the placement
};

/// A box around the exact images of all points with |x - middle| <= reach, and all points within `radius` of them.
Bounds bounds_around(const Vec3& middle, const Vec3& reach, const Placement& at, double radius);

/// Throws Error when the placement is not valid, or not for this shape.
StandingShape standing(const Shape& shape, const Placement& at, const char* what);

}  // namespace abut
