#pragma once

#include "math/random.h"
#include <abut/classic_figure.h>
#include <abut/shapes.h>

#include <vector>

namespace abut::classic::figure {

/// A link of length 2 along x from its joint at the origin, with a gap.
inline abut::Model bone() {
  Mesh mesh = shapes::box({0.9, 0.25, 0.2});
  for (Vec3& p : mesh.points) p.x += 1;
  return abut::Model(mesh);
}

inline std::vector<Link> chain(std::size_t count) {
  std::vector<Link> links;
  for (std::size_t i = 0; i < count; ++i) links.push_back({bone(), static_cast<std::int32_t>(i) - 1, {}});
  return links;
}

inline std::vector<LinkPair> neighbours(std::uint32_t first, std::uint32_t count) {
  std::vector<LinkPair> pairs;
  for (std::uint32_t i = first + 1; i < first + count; ++i) pairs.push_back({i - 1, i});
  return pairs;
}

/// Two chains and a ball, neighbours not asked about.
inline Figures crowd() {
  std::vector<LinkPair> ignored = neighbours(0, 6);
  for (const LinkPair& pair : neighbours(6, 4)) ignored.push_back(pair);
  return Figures({chain(6), chain(4), {{abut::Model(shapes::sphere(0.8, 3)), -1, {}}}}, ignored);
}

inline std::vector<Placement> some_pose(Random& random, const Figures& figures, double bend, double room) {
  std::vector<Placement> at;
  for (const Link& link : figures.links()) {
    if (link.parent < 0) {
      at.push_back(random.rotation(random.in_cube(room)));
      continue;
    }
    const Vec3 axis = random.direction() * (bend * random.unit());
    at.push_back(at[static_cast<std::size_t>(link.parent)] * Placement::translation({2, 0, 0}) *
                 Placement::rotation(1, axis.x, axis.y, axis.z));
  }
  return at;
}

}  // namespace abut::classic::figure
