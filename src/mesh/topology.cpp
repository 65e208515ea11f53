#include "mesh/sides.h"

#include <algorithm>
#include <charconv>
#include <numeric>

namespace abut {

namespace {

// Lexicographic; -0 and 0 are equal.
int order_of(const Vec3& a, const Vec3& b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (a[axis] < b[axis]) return -1;
    if (a[axis] > b[axis]) return 1;
  }
  return 0;
}

std::string written(const Vec3& p) {
  std::string text = "(";
  for (int axis = 0; axis < 3; ++axis) {
    char digits[32];
    text.append(digits, std::to_chars(digits, digits + sizeof digits, p[axis]).ptr);
    text += axis < 2 ? ", " : ")";
  }
  return text;
}

std::string count_of(std::uint64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string place_of(const Edge& edge) {
  return "from " + written(edge.from) + " to " + written(edge.to) + " at triangle " + std::to_string(edge.triangle);
}

bool has_two_corners_in_one(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

Triangle welded(const Triangle& t, std::span<const std::uint32_t> weld) { return {weld[t[0]], weld[t[1]], weld[t[2]]}; }

}  // namespace

std::vector<std::uint32_t> welded(std::span<const Vec3> points) {
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const int by_position = order_of(points[a], points[b]);
    return by_position != 0 ? by_position < 0 : a < b;
  });
  std::vector<std::uint32_t> weld(points.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    weld[order[i]] = i > 0 && points[order[i]] == points[order[i - 1]] ? weld[order[i - 1]] : order[i];
  return weld;
}

namespace {

template <class Use>
void for_each_side(const Mesh& mesh, std::span<const std::uint32_t> weld, const Use& use) {
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle t = welded(mesh.triangles[i], weld);
    if (has_two_corners_in_one(t)) continue;
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t from = t[k], to = t[(k + 1) % 3];
      use(Side{std::min(from, to), std::max(from, to), i, from < to});
    }
  }
}

}  // namespace

std::vector<Side> sorted_sides(const Mesh& mesh) {
  const std::vector<std::uint32_t> weld = abut::welded(mesh.points);
  // Few have a corner in common: first by that corner, then those of each.
  std::vector<std::uint32_t> next(mesh.points.size() + 1);
  for_each_side(mesh, weld, [&](const Side& side) { ++next[side.low + 1]; });
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Side> sides(next.back());
  for_each_side(mesh, weld, [&](const Side& side) { sides[next[side.low]++] = side; });
  std::uint32_t first = 0;
  for (std::size_t corner = 0; corner < mesh.points.size(); first = next[corner++])
    std::sort(sides.begin() + first, sides.begin() + next[corner]);
  return sides;
}

std::vector<Edge> edges_of(const Mesh& mesh) { return edges_of(mesh, sorted_sides(mesh)); }

std::vector<Edge> edges_of(const Mesh& mesh, std::span<const Side> sides) {
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < sides.size();) {
    Edge edge{mesh.points[sides[i].low], mesh.points[sides[i].high], sides[i].triangle, 0, 0};
    const Side& first = sides[i];
    for (; i < sides.size() && sides[i].is_with(first); ++i) ++edge.faces, edge.balance += sides[i].forward ? 1 : -1;
    edges.push_back(edge);
  }
  std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.triangle < b.triangle; });
  return edges;
}

Closedness closedness_of(const Mesh& mesh) { return closedness_of(mesh, edges_of(mesh)); }

Closedness closedness_of(const Mesh& mesh, std::span<const Edge> edges) {
  Closedness result;
  result.edges = edges.size();
  const auto note = [](bool is_so, const Edge& edge, std::uint64_t& count, std::optional<Edge>& first) {
    if (!is_so) return;
    if (count++ == 0) first = edge;
  };
  for (const Edge& edge : edges) {
    note(edge.faces % 2 == 1, edge, result.open, result.first_open);
    note(edge.faces > 2, edge, result.crowded, result.first_crowded);
    note(edge.balance != 0, edge, result.unbalanced, result.first_unbalanced);
  }
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.points[t[0]], &b = mesh.points[t[1]], &c = mesh.points[t[2]];
    result.degenerate += a == b || b == c || c == a;
  }
  return result;
}

std::string Closedness::report() const {
  std::string text =
      is_closed() ? "closed" : "not closed: " + count_of(open, "open edge") + ", the first " + place_of(*first_open);
  if (crowded > 0)
    text += "; " + count_of(crowded, "edge") + " with more than two triangles, the first " + place_of(*first_crowded);
  if (is_closed() && unbalanced > 0)
    text += "; neighbours wind against each other at " + count_of(unbalanced, "edge") + ", the first " +
            place_of(*first_unbalanced);
  return text;
}

std::vector<std::uint32_t> piece_labels(const Mesh& mesh) {
  std::vector<std::uint32_t> parent = welded(mesh.points);
  const auto root_of = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    a = root_of(a), b = root_of(b);
    parent[std::max(a, b)] = std::min(a, b);
  };
  for (const Triangle& t : mesh.triangles) join(t[0], t[1]), join(t[1], t[2]);
  constexpr std::uint32_t none = 0xffffffffu;
  std::vector<std::uint32_t> label_of_root(mesh.points.size(), none), labels;
  std::uint32_t count = 0;
  for (const Triangle& t : mesh.triangles) {
    std::uint32_t& label = label_of_root[root_of(t[0])];
    if (label == none) label = count++;
    labels.push_back(label);
  }
  return labels;
}

std::vector<std::uint32_t> pieces_of(const Mesh& mesh) {
  const std::vector<std::uint32_t> labels = piece_labels(mesh);
  std::vector<std::uint32_t> first;
  for (std::uint32_t i = 0; i < labels.size(); ++i)
    if (labels[i] == first.size()) first.push_back(i);
  return first;
}

}  // namespace abut
