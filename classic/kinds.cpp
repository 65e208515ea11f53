#include "classic/kind_tree.h"
#include <abut/error.h>

#include <string>

namespace abut::classic {

#define KIND(name) extern const KindMaker kind_##name;
#include <abut/classic_kinds.inc>
#undef KIND

namespace {

const KindMaker& maker_of(VolumeKind kind) {
  static const KindMaker* const makers[] = {
#define KIND(name) &kind_##name,
#include <abut/classic_kinds.inc>
#undef KIND
  };
  return *makers[static_cast<int>(kind)];
}

bool have_one_test(const TreeSide& a, const TreeSide& b) {
  return a.tree && b.tree && a.tree->kind() == b.tree->kind() && a.tree->storage() == b.tree->storage();
}

MixedTest mixed_test(const TreeSide& a, const TreeSide& b, const RelativePlacement& b_in_a, Sat sat) {
  return MixedTest(b_in_a, sat, std::max(a.nodes.axes_defect(), b.nodes.axes_defect()));
}

}  // namespace

std::string_view name_of(VolumeKind kind) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made = {
#define KIND(name) #name,
#include <abut/classic_kinds.inc>
#undef KIND
    };
    for (std::string& name : made) std::replace(name.begin(), name.end(), '_', '-');
    return made;
  }();
  return names[static_cast<std::size_t>(kind)];
}

KindTraits traits_of(VolumeKind kind) { return maker_of(kind).traits; }

std::unique_ptr<AnyTree> build_tree(const ModelOptions& options, std::span<BuildTriangle> triangles) {
  const KindMaker& maker = maker_of(options.volume);
  if (options.fit && !maker.traits.takes_fit)
    throw Error("'" + std::string(name_of(options.volume)) + "' has no axes to fit; leave out the fit '" +
                std::string(name_of(*options.fit)) + "'.");
  const BuildOptions build{options.fit.value_or(Fit::vertex_covariance), options.split, options.leaf_size};
  return maker.build(options.storage, triangles, build);
}

void visit_any_pairs(const TreeSide& a, const TreeSide& b, const RelativePlacement& b_in_a, ContactVisit& visit,
                     FunctionRef<bool(LeafRun, LeafRun)> take) {
  if (have_one_test(a, b)) return a.tree->pairs(*b.tree, b_in_a, visit, take);
  const auto on_leaves = [&](const ViewedNode& leaf_a, const ViewedNode& leaf_b) {
    return take({leaf_a.first, leaf_a.count}, {leaf_b.first, leaf_b.count});
  };
  visit_pairs(MixedTree(a.nodes), MixedTree(b.nodes), mixed_test(a, b, b_in_a, visit.sat), visit, on_leaves);
}

NearestVisited visit_any_nearest(const TreeSide& a, const TreeSide& b, const RelativePlacement& b_in_a,
                                 const NearestOptions& options, FunctionRef<double(LeafRun, LeafRun)> measure) {
  if (have_one_test(a, b)) return a.tree->nearest(*b.tree, b_in_a, options, measure);
  const auto on_leaves = [&](const ViewedNode& leaf_a, const ViewedNode& leaf_b) {
    return measure({leaf_a.first, leaf_a.count}, {leaf_b.first, leaf_b.count});
  };
  return visit_nearest_pairs(MixedTree(a.nodes), MixedTree(b.nodes), mixed_test(a, b, b_in_a, Sat::full), options,
                             on_leaves);
}

}  // namespace abut::classic
