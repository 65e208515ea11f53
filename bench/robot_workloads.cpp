#include "robot_workloads.h"

#include "math/random.h"
#include <abut/distance.h>
#include <abut/shapes.h>

#include <array>
#include <cmath>
#include <numbers>

namespace abut::bench {

namespace {

/// A ring of a surface of revolution about the z axis.
struct Ring {
  double radius, z;
};

/// Closed by a point below the first ring and one above the last: 2 * around * rings triangles.
Mesh revolved(const std::vector<Ring>& rings, double bottom, double top, int around) {
  const auto n = static_cast<std::uint32_t>(around), count = static_cast<std::uint32_t>(rings.size());
  Mesh mesh;
  for (const Ring& ring : rings)
    for (int i = 0; i < around; ++i) {
      const double angle = 2 * std::numbers::pi * i / around;
      mesh.points.push_back({ring.radius * std::cos(angle), ring.radius * std::sin(angle), ring.z});
    }
  mesh.points.push_back({0, 0, bottom});
  mesh.points.push_back({0, 0, top});
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t next = (i + 1) % n, last = (count - 1) * n;
    mesh.triangles.push_back({count * n, next, i});
    mesh.triangles.push_back({count * n + 1, last + i, last + next});
    for (std::uint32_t ring = 0; ring + 1 < count; ++ring) {
      const std::uint32_t low = ring * n, high = low + n;
      mesh.triangles.push_back({low + i, low + next, high + next});
      mesh.triangles.push_back({low + i, high + next, high + i});
    }
  }
  return mesh;
}

constexpr int links = 7;

/// An arm's links at random angles of its joints, which bend it one way and the other in turn.
std::array<Placement, links> random_arm(Random& random) {
  std::array<Placement, links> at;
  Placement joint;
  for (int i = 0; i < links; ++i) {
    const double half_angle = random.between(-1.2, 1.2), c = std::cos(half_angle), s = std::sin(half_angle);
    joint = joint * (i % 2 ? Placement::rotation(c, s, 0, 0) : Placement::rotation(c, 0, s, 0));
    at[static_cast<std::size_t>(i)] = joint;
    joint = joint * Placement::translation({0, 0, 1});
  }
  return at;
}

/// All pairs of links of some arms that share no joint.
std::vector<PlacementPair> pairs_of_links(int arms) {
  std::vector<PlacementPair> pairs;
  Random random(18);
  for (int i = 0; i < arms; ++i) {
    const std::array<Placement, links> arm = random_arm(random);
    for (std::size_t first = 0; first < links; ++first)
      for (std::size_t second = first + 2; second < links; ++second) pairs.push_back({arm[first], arm[second]});
  }
  return pairs;
}

/// The first so many pairs that are clear, and near or not.
Workload between_links(const std::string& name, const Mesh& mesh, bool near, int placements) {
  Workload work{name, mesh, mesh, {}};
  const Model model(mesh);
  for (const PlacementPair& at : pairs_of_links(15 * placements)) {
    const bool is_near = static_cast<bool>(within(model, at.a, model, at.b, 0.1));
    if (is_near != near || touches(model, at.a, model, at.b)) continue;
    work.placements.push_back(at);
    if (work.placements.size() == static_cast<std::size_t>(placements)) break;
  }
  return work;
}

}  // namespace

Mesh box_link() { return transformed(shapes::box({0.22, 0.22, 0.5}), Placement::translation({0, 0, 0.5})); }

Mesh capsule_link() {
  // Five rings round off either end; the poles close it.
  constexpr double radius = 0.25;
  std::vector<Ring> rings;
  for (int i = 0; i < 10; ++i) {
    const double angle = (i < 5 ? i - 5 : i - 4) * std::numbers::pi / 11;
    rings.push_back({radius * std::cos(angle), (i < 5 ? 0 : 1) + radius * std::sin(angle)});
  }
  return revolved(rings, -radius, 1 + radius, 10);
}

Mesh detailed_link(int around, int count) {
  std::vector<Ring> rings;
  for (int i = 0; i < count; ++i) {
    const double z = static_cast<double>(i) / (count - 1), from_middle = std::abs(2 * z - 1);
    rings.push_back({0.16 + 0.12 * from_middle * from_middle * from_middle, z});
  }
  return revolved(rings, -0.05, 1.05, around);
}

std::vector<Workload> robot_workloads(int placements) {
  std::vector<Workload> result;
  const auto add = [&](const std::string& name, const Mesh& mesh) {
    result.push_back(between_links(name + ", far", mesh, false, placements));
    result.push_back(between_links(name + ", near", mesh, true, placements));
  };
  add("box of 12", box_link());
  add("capsule of 200", capsule_link());
  add("link of 1000", detailed_link());
  return result;
}

}  // namespace abut::bench
