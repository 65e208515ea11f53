#include "query/farthest_point.h"

#include "math/random.h"
#include "support/placement_families.h"
#include <abut/shapes.h>

#include <gtest/gtest.h>

namespace abut {

TEST(FarthestCorner, IsAsFarAsTheFarthestOfAllCorners) {
  Random random(1703);
  const std::vector<Model> models{Model(shapes::sphere(1, 12)), Model(shapes::box({1, 2, 3})),
                                  Model(shapes::bumpy_scan(3000, 5)), Model(shapes::torus(1, 0.25, 40, 30)),
                                  Model(Mesh{{{5, 5, 5}, {9, 9, 9}, {6, 5, 5}, {5, 6, 5}}, {{0, 2, 3}}, {}})};
  for (const PlacementFamily& family : placement_families())
    for (const Model& model : models)
      for (int i = 0; i < 20; ++i) {
        const Placement at = family.next(random);
        const Vec3 direction = i < 3 ? Matrix3{}.column(i) : random.in_cube(1);
        double most = -std::numeric_limits<double>::infinity(), size = 0;
        for (const Triangle& triangle : model.mesh().triangles)
          for (const std::uint32_t corner : triangle) {
            const Vec3 point = at * model.mesh().points[corner];
            most = std::max(most, dot(point, direction));
            size = std::max(size, largest(abs(at.linear) * abs(model.mesh().points[corner]) + abs(at.shift)));
          }
        const double found = dot(FarthestCorner(model, at).along(direction), direction);
        EXPECT_LE(found, most);
        EXPECT_GE(found, most - 0x1p-46 * size) << family.name << " " << i;
      }
}

}  // namespace abut
