#include "support/fits.h"

#include "math/random.h"

#include <cmath>

namespace abut {

namespace {

const double pi = std::acos(-1.0);

double sagitta(int segments, double radius) { return radius * (1 - std::cos(pi / segments)); }

}  // namespace

Mesh round_part(int segments, double phase, double bore, double radius, double height) {
  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(segments);
  const auto circle = [&](double r, double z) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const double angle = phase + 2 * pi * i / n;
      mesh.points.push_back({r * std::cos(angle), r * std::sin(angle), z});
    }
  };
  const auto band = [&](std::uint32_t p, std::uint32_t q) {
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t next = (i + 1) % n;
      mesh.triangles.push_back({p + i, p + next, q + next});
      mesh.triangles.push_back({p + i, q + next, q + i});
    }
  };
  circle(radius, 0), circle(radius, height);
  band(0, n);
  if (bore > 0) {
    circle(bore, 0), circle(bore, height);
    band(3 * n, 2 * n), band(2 * n, 0), band(n, 3 * n);
    return mesh;
  }
  for (std::uint32_t i = 1; i + 1 < n; ++i) {
    mesh.triangles.push_back({0, i + 1, i});
    mesh.triangles.push_back({n, n + i, n + i + 1});
  }
  return mesh;
}

FitLimit limit_of_fit(std::uint64_t seed) {
  Random random(seed);
  return {0.01 * std::pow(10.0, random.between(0, 1))};
}

Fit random_fit(std::uint64_t seed, double part) {
  Random random(seed + 1000);
  const double limit = limit_of_fit(seed).tolerance, hole = random.between(3, 60);
  const auto segments = [&] { return static_cast<int>(12 * std::pow(200.0 / 12, random.between(0, 1))); };
  const int of_shaft = segments(), of_hub = segments();
  const double height = random.between(0.5, 3) * hole;
  Fit fit;
  fit.depth = part * limit;
  const double radius = hole + fit.depth;
  fit.name =
      "fit " + std::to_string(seed) + ", " + std::to_string(of_shaft) + " in " + std::to_string(of_hub) + " segments";
  const bool is_bearing = seed % 3 == 0;
  fit.shaft = round_part(of_shaft, random.between(0, 1), is_bearing ? 0.7 * radius : 0, radius, height * 1.2);
  fit.hub = round_part(of_hub, random.between(0, 1), hole, hole * random.between(1.3, 2), height);
  for (Vec3& p : fit.shaft.points) p.z -= 0.1 * height;
  fit.stray = sagitta(of_shaft, radius) + sagitta(of_hub, hole);
  return fit;
}

}  // namespace abut
