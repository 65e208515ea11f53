#pragma once

// Rays as Python tells them.

#include "arrays.h"
#include "keywords.h"
#include <abut/error.h>
#include <abut/ray.h>

#include <optional>

namespace abut::python {

/// How rays are told, besides where they begin.
struct RayPath {
  double t_min = 0;
  std::optional<double> t_max;
  py::handle to;

  explicit RayPath(Keywords& taken)
      : t_min(taken.take<double>("t_min").value_or(0)), t_max(taken.take<double>("t_max")), to(taken.take("to")) {}

  /// Throws Error unless there is a direction or an end.
  void require_one(py::handle direction) const {
    if (direction.is_none() == !to) throw Error("give a direction or `to`, the end of a segment, but not both.");
  }
  Ray ray(const Vec3& origin, const Vec3& other) const {
    Ray ray = to ? Ray::between(origin, other) : Ray{origin, other};
    ray.t_min = t_min;
    if (t_max) ray.t_max = *t_max;
    return ray;
  }
  Ray ray(py::handle origin, py::handle direction) const {
    require_one(direction);
    return ray(point_from(origin, "origin"), to ? point_from(to, "to") : point_from(direction, "direction"));
  }
};

/// From arrays of the shape (N, 3).
std::vector<Ray> rays_from(const RayPath& path, py::handle origins, py::handle directions);

}  // namespace abut::python
