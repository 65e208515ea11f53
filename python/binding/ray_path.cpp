#include "ray_path.h"

namespace abut::python {

std::vector<Ray> rays_from(const RayPath& path, py::handle origins, py::handle directions) {
  path.require_one(directions);
  const Points from = points_from(origins, "origins");
  const Points other = path.to ? points_from(path.to, "to") : points_from(directions, "directions");
  if (from.points().size() != other.points().size())
    throw Error("there are " + std::to_string(from.points().size()) + " origins and " +
                std::to_string(other.points().size()) + (path.to ? " ends" : " directions") + ".");
  std::vector<Ray> rays;
  rays.reserve(from.points().size());
  for (std::size_t i = 0; i < from.points().size(); ++i) rays.push_back(path.ray(from.points()[i], other.points()[i]));
  return rays;
}

}  // namespace abut::python
