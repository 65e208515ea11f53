#pragma once

#include <abut/mesh.h>

#include <cmath>
#include <numbers>

namespace abut {

/// A ring with so many sides whose walls, of radius `inner` and `outer`, are chords of the true circles.
inline Mesh ring(int segments, double inner, double outer, double height, double phase = 0) {
  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(segments);
  for (const double radius : {inner, outer})
    for (const double z : {0.0, height})
      for (std::uint32_t i = 0; i < n; ++i) {
        const double angle = phase + 2 * std::numbers::pi * i / n;
        mesh.points.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
      }
  const auto wall = [&](std::uint32_t p, std::uint32_t q) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t next = (i + 1) % n;
      mesh.triangles.push_back({p + i, p + next, q + next});
      mesh.triangles.push_back({p + i, q + next, q + i});
    }
  };
  wall(n, 0), wall(2 * n, 3 * n), wall(0, 2 * n), wall(3 * n, n);
  return mesh;
}

/// How far the middle of a chord is from its arc.
inline double sagitta(int segments, double radius) { return radius * (1 - std::cos(std::numbers::pi / segments)); }

}  // namespace abut
