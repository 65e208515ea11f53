#include "engine/refit.h"

#include "base/threads.h"
#include "engine/obb_packet_extent.h"
#include "engine/refit_unit.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <optional>

namespace abut {

namespace {

constexpr int lanes = ObbPacket::lanes;
constexpr std::size_t units_at_once = 2, top_nodes_at_once = 8, forms_at_once = 1 << 14, points_at_once = 1 << 11;

// Some ten thousand triangles: fewer are refitted before another thread is awake.
constexpr std::size_t units_worth_threads = 8;

/// What is cut into pieces of so many.
struct Pieces {
  std::size_t count, size;

  std::size_t number() const { return (count + size - 1) / size; }
  std::size_t first(std::size_t piece) const { return piece * size; }
  std::size_t end(std::size_t piece) const { return std::min(count, (piece + 1) * size); }
};

class Refit {
 public:
  Refit(WideTree& tree, const MovedMesh& moved, std::span<TriangleForm> forms, int threads)
      : tree_(tree),
        plan_(*tree.refit_plan),
        moved_(moved),
        forms_(forms),
        threads_(threads),
        scratch_(static_cast<std::size_t>(threads)),
        unit_extents_(plan_.units.size()) {}

  void run() {
    std::vector<std::size_t> pieces{point_pieces().number() + form_pieces().number(), unit_pieces().number()};
    for (std::size_t round = 0; round < plan_.round_ends.size(); ++round) pieces.push_back(top_pieces(round).number());
    take_steps(threads_, pieces, [&](const StepPiece& at) {
      if (at.step == 0)
        start(at.piece);
      else if (at.step == 1)
        refit_units(at.piece, scratch_of(at.member));
      else
        refit_round(at.step - 2, at.piece, scratch_of(at.member));
    });
  }

 private:
  Pieces point_pieces() const { return {moved_.points.size(), points_at_once}; }
  Pieces form_pieces() const { return {forms_.size(), forms_at_once}; }
  Pieces unit_pieces() const { return {plan_.units.size(), units_at_once}; }
  std::size_t round_begin(std::size_t round) const { return round == 0 ? 0 : plan_.round_ends[round - 1]; }
  Pieces top_pieces(std::size_t round) const {
    return {plan_.round_ends[round] - round_begin(round), top_nodes_at_once};
  }
  /// Made by the thread that needs it.
  RefitScratch& scratch_of(std::size_t member) {
    if (!scratch_[member]) scratch_[member].emplace(plan_);
    return *scratch_[member];
  }

  /// Points first, then forms.
  void start(std::size_t piece) {
    const Pieces points = point_pieces(), forms = form_pieces();
    if (piece < points.number()) {
      const FramedPoints framed{moved_.points, moved_.frame.centre, 1 / moved_.frame.unit};
      round_points(framed, points.first(piece), points.end(piece), tree_.points.data());
      return;
    }
    piece -= points.number();
    // Nearly all are; the others are found on the way.
    std::fill(forms_.begin() + forms.first(piece), forms_.begin() + forms.end(piece), TriangleForm::triangle);
  }

  void refit_units(std::size_t piece, RefitScratch& scratch) {
    const Pieces units = unit_pieces();
    for (std::size_t i = units.first(piece); i < units.end(piece); ++i)
      refit_unit(tree_, plan_, i, scratch, unit_extents_[i]);
    classify(scratch);
  }

  void refit_round(std::size_t round, std::size_t piece, RefitScratch& scratch) {
    const Pieces top = top_pieces(round);
    for (std::size_t i = top.first(piece); i < top.end(piece); ++i)
      refit_top(plan_.top[round_begin(round) + i], scratch);
    classify(scratch);
  }

  void classify(RefitScratch& scratch) {
    for (const std::uint32_t place : scratch.doubtful) {
      const std::uint32_t id = tree_.order[place];
      const Triangle& t = moved_.triangles[id];
      forms_[id] = classify_triangle(moved_.points[t[0]], moved_.points[t[1]], moved_.points[t[2]]);
    }
    scratch.doubtful.clear();
  }

  void refit_top(const WideRefitPlan::TopNode& top, RefitScratch& scratch) {
    refit_leaves(tree_, plan_, top.node, scratch);
    ObbPacket& boxes = tree_.nodes[top.node.first].boxes;
    PacketExtents extents{};
    std::uint32_t groups = 0;
    const WideRefitPlan::Source* source = plan_.sources.data() + top.first_source;
    for (int lane = 0; lane < lanes; ++lane) {
      if (top.units[lane] != WideRefitPlan::no_unit)
        take(unit_extents_[top.units[lane]], lane, extents);
      else if (top.sources[lane] > 0)
        grow({source, top.sources[lane]}, boxes, lane, extents);
      else
        continue;
      source += top.sources[lane];
      groups |= 1u << lane;
    }
    store_boxes(extents, groups, boxes);
  }

  static void take(const UnitExtents& unit, int lane, PacketExtents& extents) {
    for (int k = 0; k < 3; ++k) {
      extents.origin[k][lane] = unit.origin[k];
      extents.low[k][lane] = unit.low[k];
      extents.high[k][lane] = unit.high[k];
    }
  }

  void grow(std::span<const WideRefitPlan::Source> sources, const ObbPacket& boxes, int lane,
            PacketExtents& extents) const {
    std::vector<SomeBoxes> below;
    for (const WideRefitPlan::Source& source : sources)
      below.push_back({&tree_.nodes[source.node].boxes, source.lanes});
    const ObbPacket& near = *below[0].boxes;
    const int filled = std::countr_zero(below[0].lanes);
    const float origin[3] = {near.centre[0][filled], near.centre[1][filled], near.centre[2][filled]};
    extents.restart(lane, origin);
    grow_extents(boxes, lane, below, extents);
  }

  WideTree& tree_;
  const WideRefitPlan& plan_;
  const MovedMesh& moved_;
  std::span<TriangleForm> forms_;
  int threads_;
  std::vector<std::optional<RefitScratch>> scratch_;  // by member
  std::vector<UnitExtents> unit_extents_;
};

/// Half the surface of the boxes that are there.
double half_surface(const WideNode& node) {
  double sum = 0;
  for (int lane = 0; lane < lanes && !node.child[lane].is_empty(); ++lane) {
    const double x = node.boxes.half[0][lane], y = node.boxes.half[1][lane], z = node.boxes.half[2][lane];
    sum += x * y + y * z + z * x;
  }
  return 4 * sum;
}

/// The area of a triangle, and a little for segments and points: boxes around those have some surface, too.
double area_of(const LeafTriangles& of, std::size_t place) {
  const Vec3 p = of.corner_point(place, 0), a = of.corner_point(place, 1) - p, b = of.corner_point(place, 2) - p;
  return 0.5 * length(cross(a, b)) + 0x1p-8 * (dot(a, a) + dot(b, b)) + 0x1p-48;
}

}  // namespace

void prepare_refit(WideTree& tree) {
  if (!tree.refit_plan) tree.refit_plan = std::make_shared<const WideRefitPlan>(tree);
}

void refit_wide_tree(WideTree& tree, const MovedMesh& moved, std::span<TriangleForm> forms, int threads) {
  assert(moved.triangles.size() == tree.order.size() && forms.size() == tree.order.size());
  if (tree.nodes.empty()) return;
  prepare_refit(tree);
  const int count = tree.refit_plan->units.size() < units_worth_threads ? 1 : threads_meant(threads);
  with_threads(count, [&] { Refit(tree, moved, forms, count).run(); });
}

double wide_cost(const WideTree& tree) {
  if (tree.nodes.empty()) return 0;
  double boxes = 0, triangles = 0;
  for (const WideNode& node : tree.nodes) boxes += half_surface(node);
  const LeafTriangles of = tree.leaf_triangles();
  for (std::size_t i = 0; i < tree.triangles.size(); ++i) triangles += area_of(of, i);
  return boxes / triangles;
}

}  // namespace abut
