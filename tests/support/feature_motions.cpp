#include "support/feature_motions.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

using Points = std::array<MovingPoint, 4>;

double whole(Random& random, int most) {
  return static_cast<double>(random.below(static_cast<std::uint64_t>(2 * most + 1))) - most;
}
Vec3 lattice(Random& random, int most) { return {whole(random, most), whole(random, most), whole(random, most)}; }

Points each(Points points, const auto& change) {
  for (MovingPoint& point : points) point.from = change(point.from), point.to = change(point.to);
  return points;
}
Points scaled(const Points& points, double factor) {
  return each(points, [&](const Vec3& p) { return p * factor; });
}
Points shifted(const Points& points, const Vec3& by) {
  return each(points, [&](const Vec3& p) { return p + by; });
}
// By an integer matrix that keeps volumes: lattice points stay lattice points.
Points sheared(const Points& points, Random& random) {
  const double a = whole(random, 2), b = whole(random, 2), c = whole(random, 2);
  const auto turn = static_cast<int>(random.below(3));
  return each(points, [&](const Vec3& p) {
    const Vec3 q{p.x + a * p.y + b * p.z, p.y + c * p.z, p.z};
    return Vec3{q[turn], q[(turn + 1) % 3], q[(turn + 2) % 3]};
  });
}

Points anywhere(Random& random, bool) {
  Points points;
  for (MovingPoint& point : points) point = {random.in_cube(1), random.in_cube(1)};
  return points;
}

// As simulations ask: a feature near another one, both moving a little.
Points simulated(Random& random, bool is_edge_edge) {
  Points points;
  const Vec3 way = random.direction() * random.between(0, 1);
  const int of_a = is_edge_edge ? 2 : 1;
  const double size = random.between(0.5, 2);
  for (int i = 0; i < 4; ++i) {
    points[i].from = random.in_cube(size) + (i < of_a ? random.direction() * 0.2 : Vec3{});
    points[i].to = points[i].from + random.in_cube(0.1) + (i < of_a ? way : Vec3{});
  }
  return points;
}

// Two points, one of each feature, meet at some time.
Points planted(Random& random, bool is_edge_edge) {
  Points points = anywhere(random, is_edge_edge);
  const double t = random.unit();
  const auto at = [&](int i) { return points[i].from * (1 - t) + points[i].to * t; };
  const double u = random.unit(), v = random.unit() * (1 - u);
  if (is_edge_edge) {
    const Vec3 way = (at(0) * (1 - u) + at(1) * u) - (at(2) * (1 - v) + at(3) * v);
    for (int i : {2, 3}) points[i].from += way, points[i].to += way;
  } else {
    const Vec3 way = at(1) * (1 - u - v) + at(2) * u + at(3) * v - at(0);
    points[0].from += way, points[0].to += way;
  }
  return points;
}

// Small lattices hold every degeneracy there is.
Points on_a_lattice(Random& random, int most) {
  Points points;
  for (MovingPoint& point : points) point = {lattice(random, most), lattice(random, most)};
  return points;
}
Points on_a_tiny_lattice(Random& random, bool) { return on_a_lattice(random, 1); }
Points on_a_small_lattice(Random& random, bool) { return on_a_lattice(random, 3); }

Points coplanar(Random& random, bool) {
  Points points = on_a_lattice(random, random.chance(0.5) ? 3 : 50);
  const double height = whole(random, 2), climb = whole(random, 2);
  for (MovingPoint& point : points) point.from.z = height, point.to.z = height + climb;
  return sheared(points, random);
}
Points coplanar_and_rounded(Random& random, bool is_edge_edge) {
  Points points = anywhere(random, is_edge_edge);
  const auto axis = static_cast<int>(random.below(3));
  const double from = random.between(-1, 1), to = random.between(-1, 1);
  for (MovingPoint& point : points) point.from[axis] = from, point.to[axis] = to;
  return points;
}
Points collinear(Random& random, bool) {
  Points points = on_a_lattice(random, random.chance(0.5) ? 3 : 50);
  for (MovingPoint& point : points) point.from.z = point.to.z = point.from.y = point.to.y = 0;
  return sheared(points, random);
}
Points parallel_edges(Random& random, bool) {
  Points points = on_a_lattice(random, 3);
  points[3].from = points[2].from + (points[1].from - points[0].from) * whole(random, 2);
  points[3].to = points[2].to + (points[1].to - points[0].to) * whole(random, 2);
  return points;
}
Points with_a_point_twice(Random& random, bool) {
  Points points = random.chance(0.5) ? on_a_lattice(random, 2) : anywhere(random, false);
  const auto from = random.below(4), to = random.below(4);
  if (random.chance(0.7)) points[to].from = points[from].from;
  if (random.chance(0.7)) points[to].to = points[from].to;
  return points;
}
Points partly_still(Random& random, bool) {
  Points points = random.chance(0.5) ? on_a_lattice(random, 2) : anywhere(random, false);
  for (MovingPoint& point : points)
    if (random.chance(0.6)) point.to = point.from;
  return points;
}

// Touching at a given eighth of the time, at a lattice point of both features.
Points touching_at_an_eighth(Random& random, bool is_edge_edge, int eighth) {
  Points places = on_a_lattice(random, 3), points;
  std::array<Vec3, 4> x;
  for (int i = 0; i < 4; ++i) x[i] = places[i].from;
  const double u = whole(random, 1) + 1, v = whole(random, 1) + 1;
  // The points of a are at the corner, inside an edge or a face, as u and v have it: quarters.
  x[0] = is_edge_edge ? x[2] * (4 - u) + x[3] * u : x[1] * (4 - u - v) + x[2] * u + x[3] * v;
  for (int i = 1; i < 4; ++i) x[i] = x[i] * 4;
  if (is_edge_edge && random.chance(0.5)) x[1] = x[0] * 2 - x[1], x[0] = x[0] * 2 - x[1];
  for (int i = 0; i < 4; ++i) {
    const Vec3 speed = lattice(random, 3);
    points[i] = {x[i] - speed * eighth, x[i] + speed * (8 - eighth)};
  }
  return points;
}
Points touching_at_start(Random& random, bool is_edge_edge) { return touching_at_an_eighth(random, is_edge_edge, 0); }
Points touching_at_end(Random& random, bool is_edge_edge) { return touching_at_an_eighth(random, is_edge_edge, 8); }
Points touching_between(Random& random, bool is_edge_edge) {
  return touching_at_an_eighth(random, is_edge_edge, 1 + static_cast<int>(random.below(7)));
}

// The volume has a double root: at the time of touching nothing moves apart or together.
Points grazing(Random& random, bool is_edge_edge) {
  Points points;
  std::array<Vec3, 4> x, speed;
  for (int i = 0; i < 4; ++i) x[i] = lattice(random, 4), speed[i] = lattice(random, 3), x[i].z = 0;
  if (is_edge_edge) {
    // Middles meet: x0 + x1 = x2 + x3.
    x[3] = x[0] + x[1] - x[2], speed[3].z = speed[0].z + speed[1].z - speed[2].z;
  } else {
    x[3] = x[0] * 3 - x[1] - x[2], speed[3].z = 3 * speed[0].z - speed[1].z - speed[2].z;
  }
  const int eighth = static_cast<int>(random.below(9));
  for (int i = 0; i < 4; ++i) points[i] = {x[i] - speed[i] * eighth, x[i] + speed[i] * (8 - eighth)};
  return sheared(points, random);
}

Points nudged(Random& random, bool is_edge_edge) {
  Points points = random.chance(0.5) ? grazing(random, is_edge_edge) : touching_between(random, is_edge_edge);
  const auto nudge = [&](const Vec3& p) {
    return p + random.in_cube(1) * std::ldexp(1.0, -30 - static_cast<int>(random.below(25)));
  };
  for (MovingPoint& point : points) {
    if (random.chance(0.5)) point.from = nudge(point.from);
    if (random.chance(0.5)) point.to = nudge(point.to);
  }
  return points;
}

Points any_other(Random& random, bool is_edge_edge) {
  switch (random.below(5)) {
    case 0:
      return anywhere(random, is_edge_edge);
    case 1:
      return grazing(random, is_edge_edge);
    case 2:
      return coplanar(random, is_edge_edge);
    case 3:
      return touching_between(random, is_edge_edge);
    default:
      return planted(random, is_edge_edge);
  }
}
Points far_away(Random& random, bool is_edge_edge) {
  return shifted(any_other(random, is_edge_edge), lattice(random, 2) * 1e9 + random.in_cube(10));
}
Points huge(Random& random, bool is_edge_edge) { return scaled(any_other(random, is_edge_edge), 0x1p290); }
Points tiny(Random& random, bool is_edge_edge) {
  return scaled(any_other(random, is_edge_edge), random.chance(0.5) ? 0x1p-1060 : 0x1p-300);
}
Points of_all_sizes(Random& random, bool is_edge_edge) {
  Points points = any_other(random, is_edge_edge);
  for (MovingPoint& point : points)
    if (random.chance(0.4)) {
      const double factor = std::ldexp(1.0, static_cast<int>(random.below(121)) - 60);
      point = {point.from * factor, point.to * (random.chance(0.5) ? factor : 1.0)};
    }
  return points;
}

}  // namespace

const std::vector<MotionFamily>& motion_families() {
  static const std::vector<MotionFamily> families{
      {"anywhere", false, anywhere},
      {"simulated", false, simulated},
      {"planted", false, planted},
      {"tiny lattice", true, on_a_tiny_lattice},
      {"small lattice", true, on_a_small_lattice},
      {"coplanar", true, coplanar},
      {"coplanar, rounded", true, coplanar_and_rounded},
      {"collinear", true, collinear},
      {"parallel edges", true, parallel_edges},
      {"a point twice", true, with_a_point_twice},
      {"partly still", true, partly_still},
      {"touching at 0", true, touching_at_start},
      {"touching at 1", true, touching_at_end},
      {"touching between", true, touching_between},
      {"grazing", true, grazing},
      {"nudged", false, nudged},
      {"far away", false, far_away},
      {"huge", false, huge},
      {"tiny", false, tiny},
      {"of all sizes", false, of_all_sizes},
  };
  return families;
}

}  // namespace abut
