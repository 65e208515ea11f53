#include "support/moving_scenes.h"

#include <abut/shapes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace abut {

namespace {

using Kind = MotionPlan::Kind;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double half_turn = 0x1.921fb54442d18p+1;

Placement rounded(Placement at, double step) {
  for (double& entry : at.linear.entries) entry = step * std::nearbyint(entry / step);
  return at;
}

Mesh scaled(Mesh mesh, double by, const Vec3& shift = {}) {
  for (Vec3& point : mesh.points) point = point * by + shift;
  return mesh;
}

/// A few triangles of size 1 or so.
Mesh small_mesh(Random& random) {
  switch (random.below(6)) {
    case 0:
      return shapes::box({random.between(0.1, 1), random.between(0.1, 1), random.between(0.1, 1)});
    case 1:
      return shapes::random_soup(static_cast<int>(2 + random.below(5)), 1.2, random.bits());
    case 2:
      return shapes::plate(1, 1.5, 1, 2);
    case 3:
      return shapes::icosahedron(random.between(0.3, 1));
    default: {
      Mesh mesh;
      for (int i = 0; i < 4; ++i) mesh.points.push_back(random.direction());
      mesh.triangles = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
      return mesh;
    }
  }
}

MotionPlan still_at(const Placement& at) { return {Kind::still, {{0, at}}, {}, {}, {}}; }
MotionPlan straight(const Placement& from, const Vec3& by) {
  return {Kind::straight, {{0, from}, {1, {from.linear, from.shift + by}}}, by, {}, {}};
}
MotionPlan about(const Placement& from, const Screw& axis) {
  return {Kind::about_axis, {{0, from}, {1, from}}, {}, axis, {}};
}
MotionPlan between(Kind kind, const Placement& from, const Placement& to) {
  return {kind, {{0, from}, {1, to}}, {}, {}, {}};
}

/// A motion of any kind from one placement to another, or on from the first.
MotionPlan any_plan(Random& random, const Placement& from, const Placement& to, const Placement& third) {
  switch (random.below(7)) {
    case 0:
      return still_at(from);
    case 1:
      return straight(from, to.shift - from.shift);
    case 2:
      return about(from, {random.in_cube(1), random.direction(), random.between(-7, 7), random.between(-1, 1)});
    case 3: {
      MotionPlan plan = between(Kind::slerp, from, to);
      plan.straight_point = random.in_cube(1);
      return plan;
    }
    case 4:
    case 5: {
      const double knot = random.between(0.1, 0.9);
      return {random.chance(0.5) ? Kind::through_screws : Kind::through_slerps,
              {{0, from}, {knot, to}, {1, third}},
              {},
              {},
              {}};
    }
    default:
      return between(Kind::screw, from, to);
  }
}
MotionPlan moving_plan(Random& random, const Placement& from, const Placement& to, const Placement& third) {
  for (;;)
    if (MotionPlan plan = any_plan(random, from, to, third); plan.kind != Kind::still) return plan;
}

/// Anything, with placements made by a rule.
template <class Rule>
MovingScene any_scene(Random& random, double reach, const Rule& rule) {
  const auto place = [&](double size) -> Placement { return rule(random.rotation(random.in_cube(size))); };
  MovingScene scene;
  const Placement a0 = place(reach), a1 = place(reach), a2 = place(reach), b0 = place(0.5), b1 = place(0.5),
                  b2 = place(0.5);
  scene.a = {small_mesh(random), moving_plan(random, a0, a1, a2)};
  scene.b = {small_mesh(random), any_plan(random, b0, b1, b2)};
  return scene;
}

MovingScene any_motions(Random& random) {
  return any_scene(random, 2.5, [](const Placement& at) { return at; });
}

MovingScene rounded_placements(Random& random) {
  const double step = std::array{0x1p-24, 1e-6, 1e-4, 5e-4}[random.below(4)];
  return any_scene(random, 2.5, [&](const Placement& at) { return rounded(at, step); });
}

MovingScene mirrored(Random& random) {
  return any_scene(random, 2.5, [](Placement at) {
    at.linear = at.linear * -1;
    return at;
  });
}

void carry(MotionPlan& plan, const Vec3& by) {
  for (TimedPlacement& place : plan.places) place.at.shift = place.at.shift + by;
  plan.axis.point = plan.axis.point + by;
}
MovingScene far_from_the_origin(Random& random) {
  MovingScene scene = any_motions(random);
  const Vec3 by = random.direction() * std::pow(10, random.between(2, 7));
  carry(scene.a.plan, by);
  carry(scene.b.plan, by);
  return scene;
}

/// The mesh moved in its own frame, and its placements against that.
void recentre(PlannedBody& body, const Vec3& by) {
  body.mesh = scaled(body.mesh, 1, by);
  for (TimedPlacement& place : body.plan.places) place.at.shift = place.at.shift - place.at.linear * by;
  body.plan.straight_point = body.plan.straight_point + by;
}
MovingScene far_from_their_own_origins(Random& random) {
  MovingScene scene = any_motions(random);
  const double size = std::pow(10, random.between(1, 6));
  recentre(scene.a, random.direction() * size);
  if (random.chance(0.5)) recentre(scene.b, random.direction() * size);
  return scene;
}

void scale(MotionPlan& plan, double by) {
  for (TimedPlacement& place : plan.places) place.at.shift = place.at.shift * by;
  plan.axis.point = plan.axis.point * by, plan.axis.advance *= by, plan.by = plan.by * by;
  plan.straight_point = plan.straight_point * by;
}
MovingScene tiny_and_huge(Random& random) {
  MovingScene scene = any_motions(random);
  const double by = std::pow(10, std::array{-6, 6, -12, 12, -30, 30, -81, 80}[random.below(8)]);
  for (PlannedBody* body : {&scene.a, &scene.b}) body->mesh = scaled(body->mesh, by), scale(body->plan, by);
  return scene;
}
MovingScene unequal_sizes(Random& random) {
  MovingScene scene = any_motions(random);
  scene.a.mesh = scaled(scene.a.mesh, std::pow(10, random.between(-6, 0)));
  if (random.chance(0.3)) std::swap(scene.a, scene.b);
  return scene;
}

MovingScene with_margins(Random& random) {
  MovingScene scene = random.chance(0.5) ? any_motions(random) : rounded_placements(random);
  scene.options.margin = std::pow(10, random.between(-9, -0.5));
  return scene;
}

MovingScene without_tolerance(Random& random) {
  MovingScene scene = any_motions(random);
  scene.options.distance_tolerance = 0;
  return scene;
}

MovingScene near_half_turns(Random& random) {
  MovingScene scene = any_motions(random);
  const double off = std::pow(10, random.between(-11, -1)), angle = half_turn - off;
  const Vec3 u = random.direction() * std::sin(angle / 2);
  const Placement from = random.rotation(random.in_cube(2)),
                  turn = Placement::rotation(std::cos(angle / 2), u.x, u.y, u.z, {});
  scene.a.plan =
      between(random.chance(0.5) ? Kind::screw : Kind::slerp, from, {turn.linear * from.linear, random.in_cube(2)});
  return scene;
}

MovingScene small_turns(Random& random) {
  MovingScene scene = any_motions(random);
  const double angle = std::pow(10, random.between(-17, -2));
  const Vec3 u = random.direction() * (angle / 2);
  const Placement from = random.rotation(random.in_cube(2)), turn = Placement::rotation(1, u.x, u.y, u.z, {});
  scene.a.plan =
      between(random.chance(0.5) ? Kind::screw : Kind::slerp, from, {turn.linear * from.linear, random.in_cube(2)});
  return scene;
}

MovingScene many_turns(Random& random) {
  MovingScene scene = any_motions(random);
  const auto turning = [&](double size) {
    return about(random.rotation(random.in_cube(size)),
                 {random.in_cube(1), random.direction(), random.between(-60, 60), random.between(-3, 3)});
  };
  scene.a.plan = turning(2.5);
  if (random.chance(0.4)) scene.b.plan = turning(0.5);
  return scene;
}

MovingScene axes_far_away(Random& random) {
  MovingScene scene = any_motions(random);
  const double away = std::pow(10, random.between(3, 6.5));
  const Vec3 axis = random.direction(), out = random.direction();
  scene.a.plan = about(random.rotation(random.in_cube(2.5)),
                       {out * away, axis, random.between(-6, 6) / away, random.between(-2, 2)});
  return scene;
}

MovingScene bullets_through_plates(Random& random) {
  MovingScene scene;
  const double thickness = std::pow(10, random.between(-9, -2)), size = std::pow(10, random.between(-3, -1));
  const double way = std::pow(10, random.between(1, 4));
  scene.b = {shapes::box({1, 1, thickness}), still_at({})};
  scene.a.mesh = scaled(small_mesh(random), size);
  Placement from = random.rotation({random.between(-0.5, 0.5), random.between(-0.5, 0.5), -way * random.unit() - 2});
  scene.a.plan = straight(from, {0, 0, 2 * way});
  if (random.chance(0.3)) scene.a.plan = about(from, {from.shift, {0, 0, 1}, random.between(-30, 30), 2 * way});
  return scene;
}

/// A prism's corner in a prism's bore, about one axis: the corner meets the flat at the angle where its height is that
/// of the flat.
MovingScene shafts_in_bores(Random& random) {
  MovingScene scene;
  const int sides = 3 + static_cast<int>(random.below(5));
  const double bore = 1 / std::cos(half_turn / sides), clearance = std::pow(10, random.between(-6, -1));
  const double most = bore * (1 - clearance), angle = half_turn / sides;
  const bool free = random.chance(0.5);
  const double radius = free ? 1 - clearance : std::max(most, 1 + 0.3 * (bore - 1));
  scene.a.mesh = shapes::cylinder(radius, 0.5, sides);
  scene.b.mesh = shapes::cylinder(bore, 1, sides);
  // The bore alone, without its ends.
  std::erase_if(scene.b.mesh.triangles, [&](const auto& t) {
    const auto z = [&](int i) { return scene.b.mesh.points[t[i]].z; };
    return z(0) == z(1) && z(1) == z(2);
  });
  const double turn = free ? random.between(-20, 20) : 2 * angle;
  scene.a.plan = about({}, {{}, {0, 0, 1}, turn, random.chance(0.5) ? 0 : 0.4});
  scene.b.plan = still_at({});
  // Coordinates are rounded to floats.
  if (free && clearance > 1e-5) scene.known = infinity;
  if (!free) scene.known = (angle - std::acos(1 / radius)) / turn, scene.unsure = 1e-6 / (1e-6 + radius - 1) + 1e-5;
  return scene;
}

MovingScene shells_in_shells(Random& random) {
  MovingScene scene;
  // Faces of an icosahedron of radius 1 are this far from its middle.
  const double inside = 0.79465447229176612, clearance = std::pow(10, random.between(-5, -1));
  scene.a.mesh = shapes::icosahedron(inside * (1 - clearance));
  scene.b.mesh = shapes::icosahedron(1);
  scene.a.plan = about(random.rotation(), {{}, random.direction(), random.between(-9, 9), 0});
  scene.b.plan = random.chance(0.5) ? still_at(random.rotation())
                                    : about(random.rotation(), {{}, random.direction(), random.between(-9, 9), 0});
  scene.known = infinity;
  return scene;
}

/// A corner at a distance of 1 from the axis meets a wall slightly nearer, or not.
MovingScene corners_that_graze(Random& random) {
  MovingScene scene;
  const double off = std::pow(10, random.between(-15, -3)) * (random.chance(0.7) ? 1 : -1);
  scene.a.mesh.points = {{0, 0, 0}, {0.25, 0.03125, 0}, {0.25, -0.03125, 0}, {1, 0, 0}};
  scene.a.mesh.triangles = {{0, 1, 3}, {0, 2, 3}};
  scene.b.mesh = scaled(shapes::box({2, 1, 2}), 1, {0, 1, 0});
  const Vec3 shift{0, 1 - off, 0};
  scene.b.plan = still_at(Placement::translation(shift));
  const double start = random.between(-0.5, 0.4), angle = random.between(3, 6);
  scene.a.plan = about(Placement::rotation(std::cos(start / 2), 0, 0, std::sin(start / 2)),
                       {{}, {0, 0, 1}, angle, random.chance(0.5) ? 0 : random.between(-0.5, 0.5)});
  if (off > 1e-12) scene.known = (std::asin(shift.y) - start) / angle, scene.unsure = 1e-15 / std::sqrt(off) + 1e-13;
  if (off < -1e-12) scene.known = infinity;
  return scene;
}

/// A box that turns about the normal of the face that it lands on.
MovingScene faces_that_land_flush(Random& random) {
  MovingScene scene;
  const double gap = random.between(0.01, 1), advance = random.chance(0.3) ? gap : gap * random.between(1, 4);
  scene.a.mesh = shapes::box({1, 0.5, 0.25});
  scene.b.mesh = random.chance(0.5) ? shapes::box({2, 2, 1}) : shapes::plate(3, 3, 4, 4);
  const double top = scene.b.mesh.points.size() == 8 ? 1 : 0, angle = random.chance(0.3) ? 0 : random.between(-3, 3);
  scene.a.plan =
      about(Placement::translation({0.125, 0.25, top + 0.25 + gap}), {{0.5, 0, 0}, {0, 0, 1}, angle, -advance});
  if (random.chance(0.3)) scene.a.plan = straight(scene.a.plan.places[0].at, {random.between(-1, 1), 0, -advance});
  scene.b.plan = still_at({});
  scene.known = gap / advance;
  return scene;
}

/// Boxes that slide along each other's faces or edges, with a gap or without.
MovingScene sliding(Random& random) {
  MovingScene scene;
  const double gap = random.chance(0.3) ? 0 : std::pow(10, random.between(-13, -2));
  scene.a.mesh = scene.b.mesh = shapes::box({1, 1, 1});
  const double beside = random.chance(0.5) ? 2 + gap : random.between(-1, 1);
  scene.a.plan = straight(Placement::translation({-4, beside, 2 + gap}), {random.between(5, 9), 0, 0});
  scene.b.plan = still_at({});
  if (random.chance(0.5)) {
    // Seen in another frame.
    const Placement carrier = random.rotation(random.in_cube(1));
    scene.a.plan.places[0].at = carrier * scene.a.plan.places[0].at;
    scene.a.plan.places[1].at = scene.a.plan.places[0].at;
    scene.a.plan.by = carrier.linear * scene.a.plan.by;
    scene.b.plan = still_at(carrier);
    if (gap > 1e-10) scene.known = infinity;
  } else if (gap > 0) {
    scene.known = infinity;
  }
  return scene;
}

MovingScene spikes_and_wedges(Random& random) {
  MovingScene scene;
  const double thin = std::pow(10, random.between(-4, -1)), depth = random.between(0.2, 1);
  scene.a.mesh.points = {{-thin, -thin, 0}, {thin, -thin, 0}, {0, thin, 0}, {0, 0, -1}};
  scene.a.mesh.triangles = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  // A groove along y that is as narrow.
  const double width = thin * random.between(0.5, 4);
  scene.b.mesh.points = {{-width, -1, 0}, {-width, 1, 0}, {0, -1, -depth},
                         {0, 1, -depth},  {width, -1, 0}, {width, 1, 0}};
  scene.b.mesh.triangles = {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}, {3, 5, 4}};
  const double tilt = random.between(-1, 1) * thin;
  scene.a.plan = between(random.chance(0.5) ? Kind::screw : Kind::slerp,
                         Placement::rotation(1, tilt, 0, random.between(-1, 1), {0.1 * width, 0, random.between(1, 3)}),
                         Placement::rotation(1, 0, tilt, random.between(-1, 1), {0, 0.2, -0.2}));
  scene.b.plan = still_at({});
  return scene;
}

MovingScene degenerate_triangles(Random& random) {
  MovingScene scene = any_motions(random);
  for (Mesh* mesh : {&scene.a.mesh, &scene.b.mesh}) {
    mesh->points.push_back(random.in_cube(1.2));
    const auto last = static_cast<std::uint32_t>(mesh->points.size() - 1);
    mesh->triangles.push_back({last, last, last});
    mesh->triangles.push_back({0, last, last});
    mesh->triangles.push_back({1, 0, 1});
  }
  return scene;
}

/// Both models ride on a fast carousel, and one moves little beside the other.
MovingScene on_a_carousel(Random& random) {
  MovingScene scene;
  scene.a.mesh = small_mesh(random), scene.b.mesh = small_mesh(random);
  const Screw carousel{random.direction() * random.between(0, 30), random.direction(), random.between(-50, 50),
                       random.between(-9, 9)};
  Screw other = carousel;
  if (random.chance(0.7)) other.angle *= 1 + random.between(-1, 1) * std::pow(10, random.between(-9, -1));
  if (random.chance(0.5)) other.advance += random.between(-3, 3);
  scene.a.plan = about(random.rotation(random.in_cube(1.5)), carousel);
  scene.b.plan = about(random.rotation(random.in_cube(1.5)), other);
  return scene;
}

/// A corner arrives on a face exactly at a time: at the beginning, the end, a knot, or in between.
MovingScene planted(Random& random) {
  MovingScene scene = any_motions(random);
  const double margin = random.chance(0.5) ? 0 : random.between(0, 0.2);
  double time = std::array{0.0, 1.0, random.unit(), random.unit()}[random.below(4)];
  if (scene.a.plan.places.size() == 3 && random.chance(0.5)) time = scene.a.plan.places[1].time;
  const PlannedCurve curve(scene.a);
  std::vector<PlannedCurve::Point> now, before;
  const double back = time == 0 ? -0x1p-20 : 0x1p-20;
  curve.place(time, now);
  curve.place(time - back, before);
  const std::size_t i = random.below(now.size());
  const auto vec = [](const PlannedCurve::Point& p) {
    return Vec3{static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
  };
  const Vec3 x = vec(now[i]);
  Vec3 n = x - vec(before[i]);
  if (!(length(n) > 0)) n = {0, 0, 1};
  n = n * ((time == 0 ? -1 : 1) / length(n));
  const Vec3 u = cross(n, std::abs(n.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}), v = cross(n, u);
  // Beyond the plane through x across the way; and a little nearer, so that it is met whatever is rounded.
  const Vec3 foot = x + n * (margin - 1e-13 * (1 + length(x)));
  scene.b.mesh = {};
  scene.b.mesh.points = {foot + u * 0.5, foot - u * 0.25 + v * 0.4, foot - u * 0.25 - v * 0.4};
  scene.b.mesh.triangles = {{0, 1, 2}};
  scene.b.plan = still_at({});
  scene.options.margin = margin;
  // No later; other corners may be sooner.
  scene.no_later_than = time;
  return scene;
}

constexpr MovingFamily families[] = {
    {"any motions", any_motions},
    {"rounded placements", rounded_placements},
    {"mirrored", mirrored},
    {"far from the origin", far_from_the_origin},
    {"far from their own origins", far_from_their_own_origins},
    {"tiny and huge", tiny_and_huge},
    {"unequal sizes", unequal_sizes},
    {"margins", with_margins},
    {"no distance tolerance", without_tolerance},
    {"near half turns", near_half_turns},
    {"small turns", small_turns},
    {"many turns", many_turns},
    {"axes far away", axes_far_away},
    {"bullets through plates", bullets_through_plates},
    {"shafts in bores", shafts_in_bores},
    {"shells in shells", shells_in_shells},
    {"corners that graze", corners_that_graze},
    {"faces that land flush", faces_that_land_flush},
    {"sliding", sliding},
    {"spikes and wedges", spikes_and_wedges},
    {"degenerate triangles", degenerate_triangles},
    {"on a carousel", on_a_carousel},
    {"planted contacts", planted},
};

}  // namespace

std::span<const MovingFamily> moving_families() { return families; }

}  // namespace abut
