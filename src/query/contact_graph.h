#pragma once

#include "leaf/triangle_distance.h"
#include "query/triangle_meeting.h"
#include <abut/contact_regions.h>

#include <deque>
#include <numeric>

namespace abut {

/// Sets of numbers that are joined.
class JoinedSets {
 public:
  std::uint32_t root_of(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  /// The smaller number stands for both.
  void join(std::uint32_t i, std::uint32_t j) {
    i = root_of(i), j = root_of(j);
    parent_[std::max(i, j)] = std::min(i, j);
  }
  std::uint32_t add() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }

 private:
  std::vector<std::uint32_t> parent_;
};

/// What touching triangles of two placed models share, as points that segments and areas have in common.
class ContactGraph {
 public:
  using Node = std::uint32_t;
  using Edge = std::array<Node, 2>;  // the smaller one first

  /// What one pair of triangles shares: one node, two nodes, or the corners of an area.
  struct Piece {
    Contact pair;
    std::vector<Node> nodes;  ///< of an area, in turn, to the left as seen from A's front
    bool is_area() const { return nodes.size() > 2; }
  };

  /// Placements are valid; all outlive the graph.
  ContactGraph(const MeshData& a, const Placement& at_a, const MeshData& b, const Placement& at_b);

  /// A pair of triangles that touch.
  void add(const Contact& pair);
  /// When all are added: points in the same place become one, and pieces that share one are put together.
  void finish();

  const std::vector<Piece>& pieces() const { return pieces_; }
  /// The set that a piece belongs to.
  std::uint32_t patch_of(const Piece& piece) { return patches_.root_of(piece.nodes[0]); }
  /// In the world, relative to origin(), rounded.
  Vec3 place(Node node) const { return in_world(nodes_[node].seen.near); }
  Vec3 origin() const { return origin_; }
  /// The unit normals of a pair's triangles, by their winding.
  std::array<Vec3, 2> normals(const Contact& pair) const;
  /// Are both of A's triangles in one plane?
  bool are_coplanar(std::uint32_t triangle, std::uint32_t other);

  std::uint64_t exact_tests() const { return signs_.exact_tests(); }

 private:
  using Of = PlacedSigns::Of;

  Vec3 in_world(const Vec3& near) const { return have_one_place_ ? at_.linear * near : near; }
  Vec3 normal(Of of, std::uint32_t triangle) const;
  Node node_of(int point_of_last_pair, const MeetingPoint& point);
  void add_degenerate(const Contact& pair);
  std::vector<Node> in_turn(const TriangleMeeting& meeting, const std::vector<Node>& nodes, const Vec3& front) const;
  void join_equal_nodes();
  bool are_equal(Node i, Node j);
  void join_degenerate_pairs();
  std::array<std::uint32_t, 3> corners(Of of, std::uint32_t triangle);

  const MeshData &a_, &b_;
  Placement at_;  // A's
  bool have_one_place_, is_mirrored_a_, is_mirrored_b_;
  PlacedSigns signs_;
  TriangleMeetings meetings_;
  DistanceTest distances_;
  Vec3 origin_;
  std::vector<Piece> pieces_;
  std::vector<std::uint32_t> degenerate_;  // pieces
  std::map<MeetingPoint, Node> known_;
  std::vector<Spot> nodes_;
  std::deque<HomogeneousPoint> crossings_;  // nodes point into it
  JoinedSets same_places_, patches_;
};

}  // namespace abut
