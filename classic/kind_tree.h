#pragma once

#include "classic/any_tree.h"
#include "classic/tree/build.h"
#include "classic/visit/self_pairs.h"
#include "classic/volume.h"

namespace abut::classic {

/// A point as a tree with one node, at the origin of its own frame, so that the searches of two trees serve it.
template <Volume V>
struct PointTree {
  static constexpr std::size_t most_children = 1;
  std::array<Node<V>, 1> nodes{};

  static const PointTree& instance() {
    static const PointTree tree = [] {
      const BuildTriangle point{};
      PointTree made;
      made.nodes[0].volume = V::around({&point, 1}, Fit::vertex_covariance);
      made.nodes[0].count = 1;
      return made;
    }();
    return tree;
  }
};

/// A binary tree of one kind of volumes, behind the common face.
template <Volume V>
class KindTree final : public AnyTree {
 public:
  explicit KindTree(Tree<V>&& made) : tree(std::move(made)) {}

  Tree<V> tree;

  std::unique_ptr<AnyTree> copy() const override { return std::make_unique<KindTree>(*this); }
  VolumeKind kind() const override { return V::kind; }
  Storage storage() const override {
    return std::is_same_v<V, typename V::template In<float>> ? Storage::float32 : Storage::float64;
  }
  std::uint32_t size() const override { return static_cast<std::uint32_t>(tree.nodes.size()); }
  double axes_defect() const override { return V::axes_defect; }
  ViewedNode node(std::uint32_t index) const override {
    const Node<V>& one = tree.nodes[index];
    return {view_of(one.volume), one.child, one.children, one.first, one.count};
  }
  int depth() const override { return tree.depth; }
  std::span<const std::uint32_t> order() const override { return tree.order; }
  std::size_t bytes() const override { return tree.bytes(); }

  void pairs(const AnyTree& same, const RelativePlacement& b_in_a, ContactVisit& visit,
             FunctionRef<bool(LeafRun, LeafRun)> take) const override {
    const typename V::Test test(b_in_a, visit.sat, V::axes_defect);
    visit_pairs(tree, static_cast<const KindTree&>(same).tree, test, visit,
                [&](const Node<V>& a, const Node<V>& b) { return take(run_of(a), run_of(b)); });
  }
  NearestVisited nearest(const AnyTree& same, const RelativePlacement& b_in_a, const NearestOptions& options,
                         FunctionRef<double(LeafRun, LeafRun)> measure) const override {
    const typename V::Test test(b_in_a, Sat::full, V::axes_defect);
    return visit_nearest_pairs(tree, static_cast<const KindTree&>(same).tree, test, options,
                               [&](const Node<V>& a, const Node<V>& b) { return measure(run_of(a), run_of(b)); });
  }
  NearestVisited nearest_to_point(const RelativePlacement& point_in_a, const NearestOptions& options,
                                  FunctionRef<double(LeafRun)> measure) const override {
    const typename V::Test test(point_in_a, Sat::full, V::axes_defect);
    return visit_nearest_pairs(tree, PointTree<V>::instance(), test, options,
                               [&](const Node<V>& a, const Node<V>&) { return measure(run_of(a)); });
  }
  void self_pairs(std::uint32_t first, std::uint32_t last, const RelativePlacement& to_itself, ContactVisit& visit,
                  FunctionRef<bool(LeafRun)> on_leaf, FunctionRef<bool(LeafRun, LeafRun)> on_leaves) const override {
    const typename V::Test test(to_itself, visit.sat, V::axes_defect);
    visit_self_pairs(
        tree, first, last, test, visit, [&](const Node<V>& leaf) { return on_leaf(run_of(leaf)); },
        [&](const Node<V>& a, const Node<V>& b) { return on_leaves(run_of(a), run_of(b)); });
  }

  void refit(const MovedTriangles<>& moved, Workers& workers) override {
    // Subtrees of fewer triangles are not worth a task of their own; larger trees are cut into some fifty.
    constexpr std::size_t smallest_part = 1024, parts_of_a_tree = 64;
    TreeRefit<V> work(tree, moved);
    if (workers.alone()) return work.finish({});
    auto parts =
        work.parts(static_cast<std::uint32_t>(std::max(smallest_part, moved.triangles.size() / parts_of_a_tree)));
    workers.for_each(parts.size(), [&](std::size_t i) { work.refit_part(parts[i]); });
    work.finish(parts);
  }
  double inner_over_leaf_surface() const override { return classic::inner_over_leaf_surface(tree); }
  MeasuredTree measured(std::span<const std::array<Vec3, 3>> triangles_by_id) const override {
    return classic::measured(tree, triangles_by_id);
  }

 private:
  static LeafRun run_of(const Node<V>& leaf) { return {leaf.first, leaf.count}; }
};

/// What a kind offers to the rest of the house.
struct KindMaker {
  KindTraits traits;
  std::unique_ptr<AnyTree> (*build)(Storage, std::span<BuildTriangle>, const BuildOptions&);
};

template <Volume V>
std::unique_ptr<AnyTree> build_kind(Storage storage, std::span<BuildTriangle> triangles, const BuildOptions& options) {
  using Narrow = typename V::template In<float>;
  static_assert(Volume<Narrow>);
  if (storage == Storage::float64) return std::make_unique<KindTree<V>>(build_tree<V>(triangles, options));
  return std::make_unique<KindTree<Narrow>>(build_tree<Narrow>(triangles, options));
}

}  // namespace abut::classic

/// At the end of a kind's own source: ABUT_CLASSIC_KIND(obb, Obb) for KIND(obb) in abut/classic_kinds.inc.
#define ABUT_CLASSIC_KIND(name, V)                                           \
  namespace abut::classic {                                                  \
  extern const KindMaker kind_##name;                                        \
  const KindMaker kind_##name{{V::takes_fit, V::takes_sat}, &build_kind<V>}; \
  }
