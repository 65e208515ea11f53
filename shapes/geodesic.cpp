#include "shapes/geodesic.h"

#include "shapes/building.h"

#include <map>
#include <utility>

namespace abut::shapes {

namespace {

constexpr double golden = 1.618033988749895;
constexpr Vec3 corners[12] = {{-1, golden, 0}, {1, golden, 0}, {-1, -golden, 0}, {1, -golden, 0},
                              {0, -1, golden}, {0, 1, golden}, {0, -1, -golden}, {0, 1, -golden},
                              {golden, 0, -1}, {golden, 0, 1}, {-golden, 0, -1}, {-golden, 0, 1}};
constexpr Triangle faces[20] = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                                {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                                {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
/// The angle between neighbouring corners of an icosahedron, atan(2), in turns.
constexpr double edge_turns = 0.17620819117478337;

Vec3 unit(const Vec3& v) { return v * (1 / length(v)); }

/// Points of one frequency; those on edges are made once and shared by both faces.
class Subdivision {
 public:
  explicit Subdivision(int frequency) : frequency_(frequency) {
    for (const Vec3& corner : corners) mesh.points.push_back(unit(corner));
  }

  /// The point with the given weights (their sum is the frequency) at the corners of a face.
  std::uint32_t on_edge(std::uint32_t a, std::uint32_t b, int weight_b) {
    if (weight_b == 0) return a;
    if (weight_b == frequency_) return b;
    // Both faces of the edge must ask for the same numbers.
    if (a > b) return on_edge(b, a, frequency_ - weight_b);
    auto [entry, is_new] = edges_.try_emplace({a, b}, static_cast<std::uint32_t>(mesh.points.size()));
    if (is_new)
      for (int i = 1; i < frequency_; ++i) add({{a, b, b}}, frequency_ - i, i, 0);
    return entry->second + static_cast<std::uint32_t>(weight_b) - 1;
  }

  std::uint32_t add(const Triangle& face, int weight_a, int weight_b, int weight_c) {
    // Slerp along edges, its symmetric extension inside: triangles of nearly one size.
    const auto share = [&](int weight) { return turn(edge_turns * weight / frequency_).sine; };
    mesh.points.push_back(unit(unit(corners[face[0]]) * share(weight_a) + unit(corners[face[1]]) * share(weight_b) +
                               unit(corners[face[2]]) * share(weight_c)));
    return static_cast<std::uint32_t>(mesh.points.size() - 1);
  }

  void add_face(const Triangle& face) {
    // rows[r][c]: r steps from corner 0 towards the edge (1, 2), c steps along it from 1 to 2.
    std::vector<std::uint32_t> above{face[0]};
    for (int r = 1; r <= frequency_; ++r) {
      std::vector<std::uint32_t> row;
      for (int c = 0; c <= r; ++c) {
        if (c == 0)
          row.push_back(on_edge(face[0], face[1], r));
        else if (c == r)
          row.push_back(on_edge(face[0], face[2], r));
        else if (r == frequency_)
          row.push_back(on_edge(face[1], face[2], c));
        else
          row.push_back(add(face, frequency_ - r, r - c, c));
      }
      for (std::size_t c = 0; c < above.size(); ++c) {
        mesh.triangles.push_back({above[c], row[c], row[c + 1]});
        if (c + 1 < above.size()) mesh.triangles.push_back({above[c], row[c + 1], above[c + 1]});
      }
      above = std::move(row);
    }
  }

  Mesh mesh;

 private:
  int frequency_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> edges_;
};

}  // namespace

Mesh unit_geodesic(int frequency) {
  require(frequency >= 1, "a geodesic sphere needs a frequency of at least 1.");
  Subdivision subdivision(frequency);
  for (const Triangle& face : faces) subdivision.add_face(face);
  return std::move(subdivision.mesh);
}

}  // namespace abut::shapes
