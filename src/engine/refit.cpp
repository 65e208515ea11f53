#include "engine/refit.h"

#include "base/threads.h"
#include "engine/obb_packet_extent.h"
#include "engine/refit_unit.h"

#include <bit>
#include <cassert>

namespace abut {

namespace {

constexpr int lanes = ObbPacket::lanes;
constexpr std::size_t units_at_once = 16, top_nodes_at_once = 8, forms_at_once = 1 << 16, points_at_once = 1 << 13;

class Refit {
 public:
  Refit(WideTree& tree, const MovedMesh& moved, std::span<TriangleForm> forms, int threads)
      : tree_(tree),
        plan_(*tree.refit_plan),
        moved_(moved),
        forms_(forms),
        threads_(threads),
        unit_extents_(plan_.units.size()) {}

  void run() {
    // Nearly all are; the others are found on the way.
    for_each_range(threads_, forms_.size(), forms_at_once, [&](std::size_t first, std::size_t end) {
      std::fill(forms_.begin() + first, forms_.begin() + end, TriangleForm::triangle);
    });
    const FramedPoints points{moved_.points, moved_.frame.centre, 1 / moved_.frame.unit};
    for_each_range(threads_, moved_.points.size(), points_at_once,
                   [&](std::size_t first, std::size_t end) { round_points(points, first, end, tree_.points.data()); });
    for_each_range(threads_, plan_.units.size(), at_once(units_at_once), [&](std::size_t first, std::size_t end) {
      RefitScratch scratch(plan_);
      for (std::size_t i = first; i < end; ++i) refit_unit(tree_, plan_, i, scratch, unit_extents_[i]);
      classify(scratch);
    });
    std::size_t begin = 0;
    for (const std::size_t round_end : plan_.round_ends) {
      for_each_range(threads_, round_end - begin, at_once(top_nodes_at_once), [&](std::size_t first, std::size_t end) {
        RefitScratch scratch(plan_);
        for (std::size_t i = first; i < end; ++i) refit_top(plan_.top[begin + i], scratch);
        classify(scratch);
      });
      begin = round_end;
    }
  }

 private:
  /// One thread needs its scratch once only.
  std::size_t at_once(std::size_t on_several_threads) const {
    return threads_ == 1 ? tree_.nodes.size() : on_several_threads;
  }

  void classify(const RefitScratch& scratch) {
    for (const std::uint32_t place : scratch.doubtful) {
      const std::uint32_t id = tree_.order[place];
      const Triangle& t = moved_.triangles[id];
      forms_[id] = classify_triangle(moved_.points[t[0]], moved_.points[t[1]], moved_.points[t[2]]);
    }
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
  const int count = threads_meant(threads);
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
