#include "proximity.h"
#include <abut/math/random.h>
#include <abut/mesh/shapes.h>

namespace abut::bench::obbtree {

namespace {

/// The geodesic sphere has points at both ends of the z axis, so two copies one above the other face each other with
/// a point each, and the gap between the centres' distance and 2 is the true distance.
constexpr Vec3 pole{0, 0, 1};

}  // namespace

/// Fig. 6: volume tests against the gap of two equal spheres of 32000 triangles side by side.
void fig6(const Surroundings& surroundings) {
  // Turned, so that the closest points lie in no special direction to the axis-aligned boxes.
  const Placement turn = Random(6).rotation();
  const Mesh sphere = transformed(shapes::sphere(1, 40), turn);
  std::vector<CostCurve> curves;
  for (VolumeKind kind : {VolumeKind::obb, VolumeKind::aabb}) {
    const Model model(sphere, as_in_the_paper(kind));
    CostCurve curve{kind, {}, {}, {}};
    for (double gap : falling_gaps(6))
      add_query(curve, gap, model, model, Placement::translation(turn * pole * (2 + gap)));
    curves.push_back(std::move(curve));
  }
  points_of(curves).save(surroundings.out / "fig6.csv");
}

}  // namespace abut::bench::obbtree
