#include "property/property_case.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace abut::property {

namespace {

double any_of(Random& random, const Vec3& p, const Vec3& q, int axis) {
  switch (random.below(4)) {
    case 0:
      return p[axis];
    case 1:
      return q[axis];
    case 2:
      return p[axis] * 0.5 + q[axis] * 0.5;
    default:
      return random.between(p[axis], q[axis]);
  }
}

/// A point of the model's frame: on corners, sides, faces, on the box around them, on a lattice, anywhere.
Vec3 model_point(const Mesh& mesh, Random& random) {
  const std::array<Vec3, 3> t = mesh.corners(random.below(mesh.triangles.size()));
  const Bounds box = bounds_of(mesh.points);
  const double size = largest(box.high - box.low);
  switch (random.below(8)) {
    case 0:
      return t[0];
    case 1:
      return t[0] * 0.5 + t[1] * 0.5;
    case 2:
      return t[0] * 0.5 + (t[1] * 0.25 + t[2] * 0.25);
    case 3:
    case 4:  // on a face, a side or a corner of the box, or within it
      return {any_of(random, box.low, box.high, 0), any_of(random, box.low, box.high, 1),
              any_of(random, box.low, box.high, 2)};
    case 5: {  // near lattice points
      const Vec3 p = box.low - Vec3{1, 1, 1} + (box.high - box.low + Vec3{2, 2, 2}) * random.unit();
      return {std::round(p.x), std::round(p.y), std::round(p.z)};
    }
    case 6: {  // of two places the coordinates of one or the other: in line with corners
      const Vec3 q = mesh.points[random.below(mesh.points.size())];
      return {random.chance(0.5) ? t[0].x : q.x, random.chance(0.5) ? t[0].y : q.y, random.chance(0.5) ? t[0].z : q.z};
    }
    default:
      return box.low * 0.5 + box.high * 0.5 + random.in_cube(random.chance(0.8) ? size : 20 * size);
  }
}

/// A model point's rounded image, sometimes moved along an axis of the world: then a ray along it meets what was there.
Vec3 world_point(const Mesh& mesh, const Placement& at, Random& random) {
  Vec3 p = at * model_point(mesh, random);
  if (random.chance(0.35)) {
    const Bounds box = bounds_of(mesh.points);
    const double size = largest(box.high - box.low) * largest_magnitude(at.linear);
    const int axis = static_cast<int>(random.below(3));
    const double by = size * random.between(-1, 1);
    p[axis] += largest_magnitude(at.linear) == 1 && random.chance(0.5) ? std::round(by * 2) / 2 : by;
  }
  return p;
}

}  // namespace

Case make_case(std::uint64_t number, std::uint64_t seed, const std::vector<MeshFamily>& families) {
  Case c;
  c.seed = Random(seed ^ (number * 0x2545f4914f6cdd1d)).bits();
  c.placement_family = number % placement_families().size();
  c.mesh_family = number / placement_families().size() % families.size();
  Random random(c.seed);
  c.meshes = families[c.mesh_family].make(random);
  c.at = placement_families()[c.placement_family].make(random, c.meshes);
  for (int i = 0; i < 6; ++i) {
    const Vec3 p = world_point(c.meshes.a, c.at.a, random);
    if (largest(abs(p)) <= 0x1p300) c.points.push_back(p);
  }
  return c;
}

namespace {

std::string hex(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%a", value);
  return buffer;
}
std::string hex(const Vec3& p) { return text("{", hex(p.x), ", ", hex(p.y), ", ", hex(p.z), "}"); }
template <class List, class Show>
std::string listed(const List& list, const Show& show) {
  std::ostringstream out;
  const char* before = "";
  for (const auto& item : list) out << before << show(item), before = ", ";
  return out.str();
}
std::string hex(std::span<const Vec3> points) {
  return listed(points, [](const Vec3& p) { return hex(p); });
}
std::string hex(const Mesh& mesh) {
  const auto corners = [](const Triangle& t) { return text("{", t[0], ", ", t[1], ", ", t[2], "}"); };
  return text("{{", hex(mesh.points), "}, {", listed(mesh.triangles, corners), "}, {}}");
}
std::string hex(const Placement& at) {
  return text("{{{", listed(at.linear.entries, [](double entry) { return hex(entry); }), "}}, ", hex(at.shift), "}");
}

}  // namespace

std::string reproduction(const Case& c) {
  return text("  const abut::Mesh a", hex(c.meshes.a), ";\n  const abut::Mesh b", hex(c.meshes.b),
              ";\n  const abut::Placement at_a", hex(c.at.a), ";\n  const abut::Placement at_b", hex(c.at.b),
              ";\n  const std::vector<abut::Vec3> points{", hex(c.points), "};\n");
}

Context::Context(const Case& c)
    : given(c),
      a(c.meshes.a),
      b(c.meshes.b),
      placed_a(c.meshes.a, c.at.a),
      placed_b(c.meshes.b, c.at.b),
      pairs(placed_a, placed_b),
      topology_a(c.meshes.a),
      topology_b(c.meshes.b),
      inside_a(c.meshes.a, placed_a),
      inside_b(c.meshes.b, placed_b) {}

const std::vector<std::pair<std::uint32_t, std::uint32_t>>& Context::contacts() {
  if (!contacts_) contacts_ = pairs.contacts();
  return *contacts_;
}

Context::Known& Context::known(const Vec3& point) {
  known_.resize(given.points.size());
  return known_[static_cast<std::size_t>(std::find(given.points.begin(), given.points.end(), point) -
                                         given.points.begin())];
}
const Ratio& Context::squared_distance(const Vec3& point) {
  Known& one = known(point);
  if (!one.square) one.square = placed_a.squared_distance_from(exact(point));
  return *one.square;
}
Side Context::side(const Vec3& point) {
  Known& one = known(point);
  if (!one.side) one.side = inside_a.where(exact(point));
  return *one.side;
}

namespace {

/// The mesh without points that no triangle uses.
Mesh compact(const Mesh& mesh) {
  Mesh result;
  std::vector<std::uint32_t> moved(mesh.points.size(), ~0u);
  for (const Triangle& t : mesh.triangles) {
    Triangle u{};
    for (int i = 0; i < 3; ++i) {
      if (moved[t[i]] == ~0u)
        moved[t[i]] = static_cast<std::uint32_t>(result.points.size()), result.points.push_back(mesh.points[t[i]]);
      u[i] = moved[t[i]];
    }
    result.triangles.push_back(u);
  }
  return result;
}

}  // namespace

Case shrunk(Case c, const std::function<bool(const Case&)>& is_wrong) {
  const auto try_case = [&](Case smaller) {
    if (!is_wrong(smaller)) return false;
    c = std::move(smaller);
    return true;
  };
  for (Mesh MeshPair::*which : {&MeshPair::a, &MeshPair::b})
    for (std::size_t i = (c.meshes.*which).triangles.size(); i-- > 0;) {
      if ((c.meshes.*which).triangles.size() == 1) break;
      Case smaller = c;
      auto& triangles = (smaller.meshes.*which).triangles;
      triangles.erase(triangles.begin() + static_cast<std::ptrdiff_t>(i));
      try_case(std::move(smaller));
    }
  for (std::size_t i = c.points.size(); i-- > 0 && c.points.size() > 1;) {
    Case smaller = c;
    smaller.points.erase(smaller.points.begin() + static_cast<std::ptrdiff_t>(i));
    try_case(std::move(smaller));
  }
  Case smaller = c;
  smaller.meshes = {compact(c.meshes.a), compact(c.meshes.b)};
  try_case(std::move(smaller));
  return c;
}

}  // namespace abut::property
