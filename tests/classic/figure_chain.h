#pragma once

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

}  // namespace abut::classic::figure
