#include "../../experiment.h"
#include "../rectangles.h"

#include <fcl/geometry/shape/box.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

namespace abut::bench::pqp {

namespace {

struct PlacedBox {
  PlacedBox(const classic::Core<3>& c) : box(2 * c.extent[0], 2 * c.extent[1], 2 * c.extent[2]) {
    const Vec3 &x = c.axes[0], &y = c.axes[1], &z = c.axes[2];
    at = fcl::Transform3d::Identity();
    at.linear() << x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z;
    at.translation() << c.centre.x, c.centre.y, c.centre.z;
  }
  /// Without thickness.
  PlacedBox(const classic::Rectangle& r)
      : PlacedBox(classic::Core<3>{
            r.centre, {r.axes[0], r.axes[1], cross(r.axes[0], r.axes[1])}, {r.extent[0], r.extent[1], 0}}) {}

  fcl::Boxd box;
  fcl::Transform3d at;
};

template <class Solver, class Pair>
TimedDistances distances_by(std::span<const Pair> pairs) {
  const Solver solver;
  std::vector<PlacedBox> a, b;
  for (const Pair& pair : pairs) {
    a.emplace_back(pair.a);
    b.emplace_back(pair.b);
  }
  TimedDistances result{std::vector<double>(pairs.size())};
  const double start = thread_seconds();
  for (std::size_t i = 0; i < pairs.size(); ++i)
    solver.shapeDistance(a[i].box, a[i].at, b[i].box, b[i].at, &result.distances[i], nullptr, nullptr);
  result.seconds = thread_seconds() - start;
  return result;
}

}  // namespace

TimedDistances distances_by_fcl(std::span<const RectanglePair> pairs) {
  return distances_by<fcl::detail::GJKSolver_indep<double>>(pairs);
}
TimedDistances distances_by_libccd(std::span<const RectanglePair> pairs) {
  return distances_by<fcl::detail::GJKSolver_libccd<double>>(pairs);
}

TimedDistances box_distances_by_fcl(std::span<const BoxPair> pairs) {
  return distances_by<fcl::detail::GJKSolver_indep<double>>(pairs);
}

}  // namespace abut::bench::pqp
