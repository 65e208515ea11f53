#include "support/pair_configurations.h"

#include "math/rounding.h"

#include <algorithm>
#include <utility>

namespace abut {

namespace {

double whole(Random& random, int half) {
  return static_cast<double>(random.below(2 * static_cast<std::uint64_t>(half) + 1)) - half;
}
Vec3 on_grid(Random& random, int half) { return {whole(random, half), whole(random, half), whole(random, half)}; }
Vec3 nonzero_on_grid(Random& random, int half) {
  Vec3 v;
  while ((v = on_grid(random, half)) == Vec3{}) {
  }
  return v;
}
std::array<Vec3, 3> triangle_on_grid(Random& random, int half) {
  return {on_grid(random, half), on_grid(random, half), on_grid(random, half)};
}
void move(std::array<Vec3, 3>& corners, const Vec3& by) {
  for (Vec3& corner : corners) corner += by;
}

// Weights in eighths with sum 1, each at least 0; zeros are common.
std::array<double, 3> weights_in_eighths(Random& random) {
  const double first = static_cast<double>(random.below(9)), cut = static_cast<double>(random.below(9));
  const double low = std::min(first, cut), high = std::max(first, cut);
  return {low / 8, (high - low) / 8, (8 - high) / 8};
}
Vec3 mix(const std::array<Vec3, 3>& corners, const std::array<double, 3>& weights) {
  return corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
}

struct Plane {
  Vec3 e, f;
  Vec3 at(double s, double t) const { return e * s + f * t; }
};
Plane plane_on_grid(Random& random) {
  for (;;) {
    const Plane plane{on_grid(random, 3), on_grid(random, 3)};
    if (!(cross(plane.e, plane.f) == Vec3{})) return plane;
  }
}

// The origin lies on the triangle, segment or point.
std::array<Vec3, 3> shape_through_origin(Random& random) {
  const Vec3 direction = nonzero_on_grid(random, 4);
  std::array<Vec3, 3> corners{};
  switch (random.below(4)) {
    case 0:
      break;
    case 1:
      corners = {direction * -static_cast<double>(random.below(4)), direction * static_cast<double>(random.below(4)),
                 direction * whole(random, 3)};
      break;
    default:
      corners = triangle_on_grid(random, 8);
      move(corners, -mix(corners, weights_in_eighths(random)));
  }
  std::swap(corners[0], corners[random.below(3)]);
  std::swap(corners[1], corners[1 + random.below(2)]);
  return corners;
}

}  // namespace

Configuration grid_snapped(Random& random) { return {triangle_on_grid(random, 3), triangle_on_grid(random, 3)}; }

Configuration sharing_a_vertex(Random& random) {
  Configuration c{triangle_on_grid(random, 16), triangle_on_grid(random, 16)};
  if (random.chance(0.5))
    c = {{Vec3{}, random.in_cube(1), random.in_cube(1)}, {Vec3{}, random.in_cube(1), random.in_cube(1)}};
  c.a[0] = c.b[0] = {};
  return c;
}

Configuration sharing_an_edge(Random& random) {
  Configuration c = sharing_a_vertex(random);
  c.b[1] = c.a[1];
  return c;
}

Configuration coplanar_overlapping(Random& random) {
  const Plane plane = plane_on_grid(random);
  const auto corner = [&] { return plane.at(whole(random, 6), whole(random, 6)); };
  return {{corner(), corner(), corner()}, {corner(), corner(), corner()}};
}

Configuration coplanar_touching(Random& random) {
  const Plane plane = plane_on_grid(random);
  // A's side is the line t = 0 around the origin and A is at t > 0; a shear hides the axes.
  const double shear = whole(random, 2);
  const auto at = [&](double s, double t) { return plane.at(s + shear * t, t); };
  const auto beyond = [&] { return at(whole(random, 6), -static_cast<double>(random.below(4))); };
  return {{at(-static_cast<double>(random.below(4)), 0), at(static_cast<double>(random.below(4)), 0),
           at(whole(random, 6), 1 + static_cast<double>(random.below(5)))},
          {random.chance(0.7) ? Vec3{} : beyond(), beyond(), beyond()}};
}

Configuration vertex_on_face(Random& random) {
  Configuration c{triangle_on_grid(random, 16), {Vec3{}, on_grid(random, 16), on_grid(random, 16)}};
  move(c.a, -mix(c.a, weights_in_eighths(random)));
  return c;
}

Configuration one_ulp_off_face(Random& random) {
  Configuration c = vertex_on_face(random);
  const Vec3 away = random.chance(0.5) ? on_grid(random, 64) : random.in_cube(100);
  move(c.a, away), move(c.b, away);
  double& coordinate = c.b[0][static_cast<int>(random.below(3))];
  coordinate = random.chance(0.5) ? next_up(coordinate) : next_down(coordinate);
  return c;
}

Configuration edge_crossing_edge(Random& random) {
  const Vec3 d = nonzero_on_grid(random, 5), e = nonzero_on_grid(random, 5);
  const auto count = [&] { return static_cast<double>(random.below(4)); };
  return {{d * count(), d * -count(), on_grid(random, 9)}, {e * count(), e * -count(), on_grid(random, 9)}};
}

Configuration slivers(Random& random) {
  const auto sliver = [&](const Vec3& through) {
    const Vec3 along = random.in_cube(1);
    double aspect = 1e-6;
    for (std::uint64_t i = random.below(7); i > 0; --i) aspect *= 0.1;
    const double where = random.chance(0.5) ? 1 : random.unit();
    return std::array{through - along * random.unit(), through + along * random.unit(),
                      through + along * where + random.in_cube(aspect)};
  };
  const auto blunt = [&](const Vec3& through) {
    std::array<Vec3, 3> corners{random.in_cube(1), random.in_cube(1), random.in_cube(1)};
    const double first = random.unit(), second = random.unit() * (1 - first);
    move(corners, through - mix(corners, {first, second, 1 - first - second}));
    return corners;
  };
  const Vec3 through = random.in_cube(1);
  return {sliver(through), random.chance(0.5) ? sliver(through) : blunt(through)};
}

Configuration degenerate_forms(Random& random) {
  Configuration c{shape_through_origin(random), shape_through_origin(random)};
  if (random.chance(0.4)) move(c.b, on_grid(random, 1));
  if (random.chance(0.1)) move(c.b, Vec3{0x1p-40, 0, -0x1p-42});
  return c;
}

Configuration arbitrary(Random& random) {
  return {{random.in_cube(1), random.in_cube(1), random.in_cube(1)},
          {random.in_cube(1), random.in_cube(1), random.in_cube(1)}};
}

Configuration any_configuration(Random& random) {
  static constexpr MakeConfiguration all[] = {
      grid_snapped,     sharing_a_vertex,   sharing_an_edge, coplanar_overlapping, coplanar_touching, vertex_on_face,
      one_ulp_off_face, edge_crossing_edge, slivers,         degenerate_forms,     arbitrary};
  return all[random.below(std::size(all))](random);
}

}  // namespace abut
