#include "query/contact_graph.h"

#include "math/scaled_length.h"

#include <algorithm>

namespace abut {

ContactGraph::ContactGraph(const MeshData& a, const Placement& at_a, const MeshData& b, const Placement& at_b)
    : a_(a),
      b_(b),
      at_(at_a),
      have_one_place_(at_a == at_b),
      is_mirrored_a_(exact_determinant_sign(at_a.linear) < 0),
      is_mirrored_b_(exact_determinant_sign(at_b.linear) < 0),
      signs_(a, at_a, b, at_b),
      meetings_(signs_, a, b),
      distances_(a.leaf_geometry(), at_a, b.leaf_geometry(), at_b),
      origin_(at_a * a.frame.centre) {}

ContactGraph::Node ContactGraph::node_of(int point_of_last_pair, const MeetingPoint& point) {
  const auto [place, is_new] = known_.try_emplace(point, static_cast<Node>(nodes_.size()));
  if (is_new) {
    nodes_.push_back(meetings_.spot(point_of_last_pair));
    Spot& spot = nodes_.back();
    if (spot.homogeneous) spot.homogeneous = &crossings_.emplace_back(*spot.homogeneous);
    same_places_.add(), patches_.add();
  }
  return place->second;
}

void ContactGraph::add(const Contact& pair) {
  if (a_.forms[pair.a] != TriangleForm::triangle || b_.forms[pair.b] != TriangleForm::triangle)
    return add_degenerate(pair);
  const TriangleMeeting& meeting = meetings_.at(pair.a, pair.b);
  Piece piece{pair, {}};
  for (int i = 0; i < static_cast<int>(meeting.points.size()); ++i)
    piece.nodes.push_back(node_of(i, meeting.points[i]));
  if (piece.is_area()) piece.nodes = in_turn(meeting, piece.nodes, normal(Of::a, pair.a));
  pieces_.push_back(std::move(piece));
}

/// Its common point as it is measured: rounded, and in no other piece.
void ContactGraph::add_degenerate(const Contact& pair) {
  const PairDistance found = distances_.measure_touching(pair.a, pair.b);
  const SeenTriangle t = signs_.triangle(Of::a, pair.a);
  const Vec3 near =
      t[0].near + (t[1].near - t[0].near) * found.weights_a[1] + (t[2].near - t[0].near) * found.weights_a[2];
  degenerate_.push_back(static_cast<std::uint32_t>(pieces_.size()));
  pieces_.push_back({pair, {static_cast<Node>(nodes_.size())}});
  nodes_.push_back({{near, {}}, nullptr});
  same_places_.add(), patches_.add();
}

std::vector<ContactGraph::Node> ContactGraph::in_turn(const TriangleMeeting& meeting, const std::vector<Node>& nodes,
                                                      const Vec3& front) const {
  // Each corner is an end of two sides.
  std::vector<int> order{meeting.sides[0][0], meeting.sides[0][1]};
  const auto beyond = [&](const std::array<int, 2>& side) {
    const int last = order.back(), next = side[0] == last ? side[1] : side[0];
    return (side[0] == last || side[1] == last) && next != order[order.size() - 2];
  };
  while (order.size() < nodes.size()) {
    const std::array<int, 2>& side = *std::ranges::find_if(meeting.sides, beyond);
    order.push_back(side[0] == order.back() ? side[1] : side[0]);
  }
  std::vector<Node> result;
  for (const int i : order) result.push_back(nodes[i]);
  Vec3 turn;
  for (std::size_t i = 1; i + 1 < result.size(); ++i)
    turn = turn + cross(place(result[i]) - place(result[0]), place(result[i + 1]) - place(result[0]));
  if (dot(turn, front) < 0) std::reverse(result.begin(), result.end());
  return result;
}

Vec3 ContactGraph::normal(Of of, std::uint32_t triangle) const {
  const SeenTriangle t = signs_.triangle(of, triangle);
  const Vec3 u = in_world(t[1].near - t[0].near), v = in_world(t[2].near - t[0].near);
  const double size = std::max(largest(abs(u)), largest(abs(v)));
  if (!(size > 0)) return {};
  const Vec3 across = cross(u * (1 / size), v * (1 / size));
  const double length = scaled_length(across);
  if (!(length > 0)) return {};
  return across * ((of == Of::a ? is_mirrored_a_ : is_mirrored_b_) ? -1 / length : 1 / length);
}

std::array<Vec3, 2> ContactGraph::normals(const Contact& pair) const {
  return {normal(Of::a, pair.a), normal(Of::b, pair.b)};
}

bool ContactGraph::are_coplanar(std::uint32_t triangle, std::uint32_t other) {
  if (triangle == other) return true;
  const SeenTriangle t = signs_.triangle(Of::a, triangle), s = signs_.triangle(Of::a, other);
  return std::ranges::all_of(s, [&](const SeenPoint& p) { return signs_.orientation3d(t[0], t[1], t[2], p) == 0; });
}

void ContactGraph::finish() {
  join_equal_nodes();
  for (Piece& piece : pieces_) {
    std::vector<Node> nodes;
    for (const Node node : piece.nodes)
      if (const Node same = same_places_.root_of(node); nodes.empty() || same != nodes.back()) nodes.push_back(same);
    while (nodes.size() > 1 && nodes.front() == nodes.back()) nodes.pop_back();
    piece.nodes = std::move(nodes);
    for (const Node node : piece.nodes) patches_.join(piece.nodes[0], node);
  }
  join_degenerate_pairs();
}

// In a mesh with T-joints, or one that meets itself, a point may be on several features. Points in the same place are
// seen within twice the error of each other.
void ContactGraph::join_equal_nodes() {
  std::vector<Node> order(nodes_.size());
  std::iota(order.begin(), order.end(), Node{0});
  const auto seen = [&](Node node) { return nodes_[node].seen.near; };
  std::ranges::sort(order, [&](Node i, Node j) { return std::pair(seen(i).x, i) < std::pair(seen(j).x, j); });
  const double most = 2.5 * signs_.error();
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::size_t j = i + 1; j < order.size() && seen(order[j]).x - seen(order[i]).x <= most; ++j)
      if (largest(abs(seen(order[j]) - seen(order[i]))) <= most && are_equal(order[i], order[j]))
        same_places_.join(order[i], order[j]);
}

bool ContactGraph::are_equal(Node i, Node j) {
  const auto is_measured = [&](Node node) { return !nodes_[node].homogeneous && !nodes_[node].seen.exact.point; };
  if (is_measured(i) || is_measured(j)) return false;
  const HomogeneousPoint p = meetings_.signs().exact(nodes_[i]), q = meetings_.signs().exact(nodes_[j]);
  for (int axis = 0; axis < 3; ++axis)
    if ((p.x[axis] * q.w - q.x[axis] * p.w).sign() != 0) return false;
  return true;
}

std::array<std::uint32_t, 3> ContactGraph::corners(Of of, std::uint32_t triangle) {
  const Triangle& t = (of == Of::a ? a_ : b_).mesh.triangles()[triangle];
  return {meetings_.welded(of, t[0]), meetings_.welded(of, t[1]), meetings_.welded(of, t[2])};
}

void ContactGraph::join_degenerate_pairs() {
  if (degenerate_.empty()) return;
  std::map<std::uint32_t, std::vector<std::uint32_t>> pieces_at;  // by A's corners
  for (std::uint32_t i = 0; i < pieces_.size(); ++i)
    for (const std::uint32_t corner : corners(Of::a, pieces_[i].pair.a)) pieces_at[corner].push_back(i);
  for (const std::uint32_t i : degenerate_) {
    const auto of_b = corners(Of::b, pieces_[i].pair.b);
    for (const std::uint32_t corner : corners(Of::a, pieces_[i].pair.a))
      for (const std::uint32_t j : pieces_at[corner])
        for (const std::uint32_t other : corners(Of::b, pieces_[j].pair.b))
          if (std::ranges::find(of_b, other) != of_b.end()) patches_.join(pieces_[i].nodes[0], pieces_[j].nodes[0]);
  }
}

}  // namespace abut
