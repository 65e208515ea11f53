#include "shape/core_mesh.h"
#include <abut/error.h>

#include <algorithm>
#include <map>
#include <string>

namespace abut {

namespace {

bool is_within(const Bounds& inner, const Bounds& outer) {
  return min(inner.low, outer.low) == outer.low && max(inner.high, outer.high) == outer.high;
}

bool overlap(const Bounds& a, const Bounds& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (!(a.low[axis] < b.high[axis] && b.low[axis] < a.high[axis])) return false;
  return true;
}

struct Outermost {
  std::vector<Bounds> boxes;
  bool any_overlap = false;  ///< do the interiors of two of them share a point?
};

/// Without boxes that lie within others; one of equal ones is left.
Outermost outermost(std::span<const Bounds> boxes) {
  std::vector<Bounds> sorted(boxes.begin(), boxes.end());
  // What holds a box does not begin after it, and if both begin together, it ends after it.
  const auto order = [](const Bounds& a, const Bounds& b) {
    const auto key = [](const Bounds& box) {
      return std::array{box.low.x, box.low.y, box.low.z, -box.high.x, -box.high.y, -box.high.z};
    };
    return key(a) < key(b);
  };
  std::sort(sorted.begin(), sorted.end(), order);
  Outermost kept;
  std::vector<Bounds> open;  // those that reach beyond where the next ones begin
  for (const Bounds& box : sorted) {
    std::erase_if(open, [&](const Bounds& other) { return other.high.x < box.low.x; });
    if (std::any_of(open.begin(), open.end(), [&](const Bounds& other) { return is_within(box, other); })) continue;
    const auto meets = [&](const Bounds& other) { return overlap(box, other); };
    kept.any_overlap = kept.any_overlap || std::any_of(open.begin(), open.end(), meets);
    kept.boxes.push_back(box);
    open.push_back(box);
  }
  return kept;
}

/// A side of a box: the axis across it, and its corners with the least and the largest coordinates.
struct Face {
  int axis;
  Vec3 low, high;
  bool operator<(const Face& other) const {
    const auto key = [](const Face& face) {
      return std::array{
          static_cast<double>(face.axis), face.low.x, face.low.y, face.low.z, face.high.x, face.high.y, face.high.z};
    };
    return key(*this) < key(other);
  }
};

void check(std::span<const Bounds> boxes) {
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      const double low = boxes[i].low[axis], high = boxes[i].high[axis];
      if (!(low < high && low >= -largest_input && high <= largest_input))
        throw Error("box " + std::to_string(i) + " has no volume, or a bound that is not finite.");
    }
}

void add_face(Mesh& mesh, const Face& face, bool is_high) {
  const int u = (face.axis + 1) % 3, v = (face.axis + 2) % 3;
  Vec3 corners[4] = {face.low, face.low, face.high, face.low};
  corners[1][u] = face.high[u], corners[3][v] = face.high[v];
  const auto first = static_cast<std::uint32_t>(mesh.points.size());
  mesh.points.insert(mesh.points.end(), corners, corners + 4);
  const std::uint32_t second = is_high ? 1 : 3, last = is_high ? 3 : 1;
  mesh.triangles.push_back({first, first + second, first + 2});
  mesh.triangles.push_back({first, first + 2, first + last});
}

}  // namespace

// Two boxes that share a whole face lie on its two sides, or one of them within the other. Without the face each of its
// edges has two triangles less: what is left is closed, and encloses both. Boxes that overlap keep all faces: a third
// one that lies within two together would not cross what is left of them, and be taken for a hole.
Mesh boxes_mesh(std::span<const Bounds> boxes) {
  check(boxes);
  const Outermost kept = outermost(boxes);
  std::map<Face, std::pair<int, bool>> faces;
  for (const Bounds& box : kept.boxes)
    for (int axis = 0; axis < 3; ++axis)
      for (const bool is_high : {false, true}) {
        Face face{axis, box.low, box.high};
        face.low[axis] = face.high[axis] = is_high ? box.high[axis] : box.low[axis];
        auto& [count, which] = faces[face];
        ++count, which = is_high;
      }
  Mesh mesh;
  for (const auto& [face, found] : faces)
    if (found.first == 1) {
      add_face(mesh, face, found.second);
    } else if (kept.any_overlap) {
      add_face(mesh, face, false);
      add_face(mesh, face, true);
    }
  return mesh;
}

}  // namespace abut
