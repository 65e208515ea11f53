#include "choices.h"
#include "least_seconds.h"
#include "math/random.h"
#include <abut/error.h>
#include <abut/scene.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cmath>

namespace abut::bench {

namespace {

/// The wall of a hollow ball, one voxel thick.
struct Room {
  int radius;
  std::vector<Bounds> voxels;

  explicit Room(int of_radius) : radius(of_radius) {
    for (int x = -radius; x <= radius; ++x)
      for (int y = -radius; y <= radius; ++y)
        for (int z = -radius; z <= radius; ++z)
          if (const int square = x * x + y * y + z * z;
              (radius - 1) * (radius - 1) <= square && square < radius * radius) {
            const Vec3 middle{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)},
                half{0.5, 0.5, 0.5};
            voxels.push_back({middle - half, middle + half});
          }
  }
};

/// All faces of all boxes.
Mesh faces_of(std::span<const Bounds> boxes) {
  const Mesh unit = shapes::box({0.5, 0.5, 0.5});
  Mesh mesh;
  for (const Bounds& box : boxes) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size());
    for (const Vec3& point : unit.points) mesh.points.push_back(point + (box.low + box.high) * 0.5);
    for (const auto& t : unit.triangles) mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  return mesh;
}

struct Thing {
  const char* name;
  Shape shape;
};

std::vector<Thing> things() {
  Mesh scan = shapes::bumpy_scan(5000, 1);
  for (Vec3& point : scan.points) point = point * 3;
  return {{"ball", Shape::sphere(3)},
          {"box", Shape::box({5, 4, 3})},
          {"capsule", Shape::capsule(1, 5)},
          {"scan", Shape(Model(scan))}};
}

/// Near the wall, so that about half of the things touch it; or in the middle of the room.
std::vector<PlacementPair> placements(const Room& room, bool near, int count) {
  Random random(5);
  std::vector<PlacementPair> all;
  for (int i = 0; i < count; ++i) {
    const double way = near ? room.radius - random.between(1, 6) : room.radius * random.between(0, 0.7);
    all.push_back({random.rotation(random.direction() * way), {}});
  }
  return all;
}

/// One way to have the voxels: as a shape, or each as a body of a scene.
struct Way {
  std::string name;
  double build_ms = 0;
  Shape shape;
  Scene scene;
  bool is_scene = false;
};

std::vector<Way> ways_of(const Room& room) {
  std::vector<Way> ways(3);
  ways[0].name = "Shape::boxes", ways[1].name = "mesh of all faces", ways[2].name = "bodies of a scene";
  ways[0].build_ms = 1e3 * least_seconds(1, [&] { ways[0].shape = Shape::boxes(room.voxels); });
  const Mesh mesh = faces_of(room.voxels);
  ways[1].build_ms = 1e3 * least_seconds(1, [&] { ways[1].shape = Shape(Model(mesh)); });
  ways[2].is_scene = true;
  ways[2].build_ms =
      1e3 * least_seconds(1, [&] {
        const Shape voxel = Shape::box({1, 1, 1});
        std::vector<NewBody> bodies;
        for (const Bounds& box : room.voxels)
          bodies.push_back({std::to_string(bodies.size()), voxel, Placement::translation((box.low + box.high) * 0.5)});
        ways[2].scene.add(bodies);
      });
  return ways;
}

struct Cost {
  double touches_us = 0, distance_us = 0;
  std::vector<std::uint8_t> touching;
};

Cost cost_of(Way& way, const Thing& thing, std::span<const PlacementPair> at, int rounds) {
  Cost cost;
  const double to_us = 1e6 / static_cast<double>(at.size());
  if (way.is_scene) {
    std::vector<Placement> places;
    for (const PlacementPair& each : at) places.push_back(each.a);
    // Outside the room, where it touches nothing meanwhile.
    const BodyId body = way.scene.add(thing.name, thing.shape, Placement::translation({1e3, 0, 0}));
    cost.touches_us = to_us * least_seconds(rounds, [&] { cost.touching = way.scene.touches_at(body, places); });
    way.scene.remove(body);
    return cost;
  }
  cost.touches_us = to_us * least_seconds(rounds, [&] { cost.touching = touches(thing.shape, way.shape, at); });
  cost.distance_us = to_us * least_seconds(rounds, [&] { distance(thing.shape, way.shape, at); });
  return cost;
}

}  // namespace

void measure_voxels(const Surroundings& to) {
  Table table(
      {"thing", "where", "voxels", "voxels_are", "triangles", "build_ms", "touches_us", "distance_us", "touching"});
  const Room room(to.count(64, 12));
  std::vector<Way> ways = ways_of(room);
  for (const Thing& thing : things())
    for (const bool near : {true, false}) {
      const std::vector<PlacementPair> at = placements(room, near, to.count(500, 20));
      std::vector<std::uint8_t> touching;
      std::string line = std::string(thing.name) + (near ? " near the wall:" : " in the middle:");
      for (Way& way : ways) {
        const Cost cost = cost_of(way, thing, at, to.count(5, 1));
        if (&way != &ways.front() && cost.touching != touching)
          throw Error("voxels: " + ways.front().name + " and " + way.name + " disagree about a " + thing.name);
        touching = cost.touching;
        const auto count = static_cast<std::uint64_t>(std::count(touching.begin(), touching.end(), 1));
        table.row({thing.name, near ? "near" : "middle", cell(std::uint64_t{room.voxels.size()}), way.name,
                   way.is_scene ? "" : cell(std::uint64_t{way.shape.core().mesh().triangles.size()}),
                   cell(way.build_ms), cell(cost.touches_us), way.is_scene ? "" : cell(cost.distance_us),
                   cell(static_cast<double>(count) / static_cast<double>(at.size()))});
        line += " " + way.name + " " + cell(std::round(100 * cost.touches_us) / 100) + " µs";
        if (!way.is_scene) line += ", distance " + cell(std::round(100 * cost.distance_us) / 100) + " µs";
        line += &way == &ways.back() ? "" : ";";
      }
      to.report(line);
    }
  table.save(to.out / "voxels.csv");
}

}  // namespace abut::bench
