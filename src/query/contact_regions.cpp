#include "base/budget_watch.h"
#include "math/scaled_length.h"
#include "query/contact_graph.h"
#include <abut/contact_regions.h>

#include <algorithm>
#include <map>
#include <set>

namespace abut {

namespace {

using Node = ContactGraph::Node;
using Edge = ContactGraph::Edge;
using Piece = ContactGraph::Piece;

Edge edge_of(Node i, Node j) { return {std::min(i, j), std::max(i, j)}; }

/// Puts edges together to lines that run through nodes with two of them.
class Chains {
 public:
  struct Chain {
    std::vector<Node> nodes;
    bool is_closed;
  };

  /// The way in which an edge is given is the one in which it is passed, where there is a choice.
  void add(Node from, Node to) {
    const auto edge = static_cast<std::uint32_t>(ends_.size());
    ends_.push_back({from, to});
    at_[from].push_back(edge), at_[to].push_back(edge);
  }

  /// Open lines end where a node has another number of edges than two.
  std::vector<Chain> lines() {
    std::vector<Chain> result;
    for (const auto& [node, edges] : at_)
      if (edges.size() != 2)
        for (const std::uint32_t edge : edges)
          if (!is_used(edge)) result.push_back(walk(node, edge, [&](Node n) { return at_[n].size() != 2; }));
    for (std::uint32_t edge = 0; edge < ends_.size(); ++edge)
      if (!is_used(edge)) result.push_back(walk(ends_[edge][0], edge, [](Node) { return false; }));
    return result;
  }

  /// Closed lines, each passed the way its edges are given.
  std::vector<Chain> rings() {
    std::vector<Chain> result;
    for (std::uint32_t edge = 0; edge < ends_.size(); ++edge)
      if (!is_used(edge)) result.push_back(walk(ends_[edge][0], edge, [](Node) { return false; }));
    return result;
  }

 private:
  bool is_used(std::uint32_t edge) {
    used_.resize(ends_.size());
    return used_[edge];
  }

  template <class Ends>
  Chain walk(Node from, std::uint32_t edge, const Ends& ends_at) {
    Chain chain{{from}, false};
    for (Node node = from;;) {
      used_[edge] = true;
      node = ends_[edge][0] == node ? ends_[edge][1] : ends_[edge][0];
      if (node == from) {
        chain.is_closed = true;
        return chain;
      }
      chain.nodes.push_back(node);
      if (ends_at(node)) return chain;
      const std::optional<std::uint32_t> next = next_edge(node);
      if (!next) return chain;
      edge = *next;
    }
  }

  std::optional<std::uint32_t> next_edge(Node node) {
    std::optional<std::uint32_t> any;
    for (const std::uint32_t edge : at_[node])
      if (!is_used(edge)) {
        if (ends_[edge][0] == node) return edge;
        any = edge;
      }
    return any;
  }

  std::vector<Edge> ends_;
  std::map<Node, std::vector<std::uint32_t>> at_;
  std::vector<char> used_;
};

/// Sums up where something is and where it faces.
struct Moments {
  double size = 0;
  Vec3 centre, normal;  // times the size

  void add(double more, const Vec3& at, const Vec3& facing) {
    size += more, centre = centre + at * more, normal = normal + facing * more;
  }
};

/// Makes one patch of its pieces.
class PatchMaker {
 public:
  explicit PatchMaker(ContactGraph& graph) : graph_(graph) {}

  ContactPatch made(const std::vector<const Piece*>& pieces) {
    for (const Piece* piece : pieces) {
      patch_.pairs.push_back(piece->pair);
      for (const Node node : piece->nodes) {
        const Vec3 p = world(node);
        patch_.extent = {min(patch_.extent.low, p), max(patch_.extent.high, p)};
      }
      if (piece->is_area()) add_area(*piece);
    }
    for (const Piece* piece : pieces)
      if (piece->nodes.size() == 2) add_segment(*piece);
    for (const Piece* piece : pieces)
      if (piece->nodes.size() == 1) add_point(*piece);
    make_areas();
    make_curves();
    measure();
    return std::move(patch_);
  }

 private:
  Vec3 world(Node node) const { return graph_.origin() + graph_.place(node); }
  Vec3 facing(const Piece& piece) const {
    const auto [of_a, of_b] = graph_.normals(piece.pair);
    return of_a - of_b;
  }

  void add_area(const Piece& piece) {
    std::vector<Node> corners = piece.nodes;
    std::ranges::sort(corners);
    if (!known_areas_.insert(corners).second) return;  // a triangle that is there twice
    const auto number = static_cast<std::uint32_t>(areas_.size());
    areas_.push_back(&piece), regions_.add();
    for (std::size_t i = 0; i < piece.nodes.size(); ++i) {
      const Node from = piece.nodes[i], to = piece.nodes[(i + 1) % piece.nodes.size()];
      sides_[edge_of(from, to)].push_back(number);
      touched_.insert(from);
    }
  }

  /// What runs along an area is part of it.
  void add_segment(const Piece& piece) {
    const Edge edge = edge_of(piece.nodes[0], piece.nodes[1]);
    touched_.insert(edge.begin(), edge.end());
    if (!sides_.contains(edge)) segments_[edge].push_back(facing(piece));
  }

  void add_point(const Piece& piece) {
    if (touched_.contains(piece.nodes[0])) return;
    at_points_.add(1, graph_.place(piece.nodes[0]), facing(piece));
    if (points_.insert(piece.nodes[0]).second) patch_.points.push_back(world(piece.nodes[0]));
  }

  /// The area, and its centre.
  static double area_of(const ContactGraph& graph, const Piece& piece, Vec3& centre) {
    const Vec3 first = graph.place(piece.nodes[0]);
    double sum = 0;
    Vec3 moment;
    for (std::size_t i = 1; i + 1 < piece.nodes.size(); ++i) {
      const Vec3 u = graph.place(piece.nodes[i]) - first, v = graph.place(piece.nodes[i + 1]) - first;
      const double area = 0.5 * scaled_length(cross(u, v));
      sum += area, moment = moment + (u + v) * (area / 3);
    }
    centre = sum > 0 ? first + moment * (1 / sum) : first;
    return sum;
  }

  /// Areas that share a side in one plane are one.
  void make_areas() {
    std::set<Edge> inner;
    for (const auto& [edge, numbers] : sides_)
      if (numbers.size() == 2 && graph_.are_coplanar(areas_[numbers[0]]->pair.a, areas_[numbers[1]]->pair.a)) {
        inner.insert(edge);
        regions_.join(numbers[0], numbers[1]);
      }
    std::map<std::uint32_t, std::vector<const Piece*>> members;
    for (std::uint32_t i = 0; i < areas_.size(); ++i) members[regions_.root_of(i)].push_back(areas_[i]);
    for (const auto& [first, pieces] : members) make_area(pieces, inner);
  }

  void make_area(const std::vector<const Piece*>& pieces, const std::set<Edge>& inner) {
    ContactArea area;
    area.normal = graph_.normals(pieces[0]->pair)[0];
    Chains chains;
    for (const Piece* piece : pieces) {
      Vec3 centre;
      const double size = area_of(graph_, *piece, centre);
      area.area += size;
      at_areas_.add(size, centre, facing(*piece));
      for (std::size_t i = 0; i < piece->nodes.size(); ++i) {
        const Node from = piece->nodes[i], to = piece->nodes[(i + 1) % piece->nodes.size()];
        if (!inner.contains(edge_of(from, to))) chains.add(from, to);
      }
    }
    for (const Chains::Chain& ring : chains.rings()) area.outlines.push_back(points_of(ring));
    patch_.areas.push_back(std::move(area));
  }

  void make_curves() {
    Chains chains;
    for (const auto& [edge, facings] : segments_) {
      const Vec3 from = graph_.place(edge[0]), to = graph_.place(edge[1]);
      const double size = scaled_length(to - from);
      Vec3 sum;
      for (const Vec3& each : facings) sum = sum + each;
      at_curves_.add(size, (from + to) * 0.5, sum * (1.0 / static_cast<double>(facings.size())));
      chains.add(edge[0], edge[1]);
    }
    for (const Chains::Chain& line : chains.lines()) patch_.curves.push_back({points_of(line), line.is_closed});
  }

  std::vector<Vec3> points_of(const Chains::Chain& chain) const {
    std::vector<Vec3> points;
    for (const Node node : chain.nodes) points.push_back(world(node));
    return points;
  }

  void measure() {
    patch_.area = at_areas_.size, patch_.length = at_curves_.size;
    const Moments& all = at_areas_.size > 0 ? at_areas_ : at_curves_.size > 0 ? at_curves_ : at_points_;
    if (all.size > 0)
      patch_.centre = graph_.origin() + all.centre * (1 / all.size);
    else
      patch_.centre = patch_.extent.low;  // areas and curves too small for numbers
    const double size = scaled_length(all.normal);
    // What is left of normals that cancel is rounding.
    if (size > 0x1p-40 * all.size) patch_.normal = all.normal * (1 / size);
  }

  ContactGraph& graph_;
  ContactPatch patch_;
  std::vector<const Piece*> areas_;
  std::set<std::vector<Node>> known_areas_;
  std::map<Edge, std::vector<std::uint32_t>> sides_;  // of areas
  std::map<Edge, std::vector<Vec3>> segments_;        // and where their pieces face
  std::set<Node> touched_, points_;                   // nodes of areas and segments; single ones
  JoinedSets regions_;
  Moments at_areas_, at_curves_, at_points_;
};

}  // namespace

ContactRegions contact_regions(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                               const ContactRegionsOptions& options) {
  const BudgetWatch watch(options.budget);
  CollideOptions search;
  search.budget = options.budget;
  search.simd = options.simd;
  search.threads = options.threads;
  const Contacts contacts = collide(a, at_a, b, at_b, search);
  ContactGraph graph(a.data(), at_a, b.data(), at_b);
  bool complete = contacts.complete;
  for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
    if (i % 64 == 0 && watch.is_over_now()) {
      complete = false;
      break;
    }
    graph.add(contacts.pairs[i]);
  }
  graph.finish();
  std::map<std::uint32_t, std::size_t> numbers;
  std::vector<std::vector<const Piece*>> patches;
  for (const Piece& piece : graph.pieces()) {
    const auto [place, is_new] = numbers.try_emplace(graph.patch_of(piece), patches.size());
    if (is_new) patches.emplace_back();
    patches[place->second].push_back(&piece);
  }
  ContactRegions result;
  for (const auto& pieces : patches) result.patches.push_back(PatchMaker(graph).made(pieces));
  result.counters = contacts.counters;
  result.counters.exact_tests += graph.exact_tests();
  result.complete = complete;
  return result;
}

}  // namespace abut
