#include "classic/tree/tree.h"
#include "classic/volume/aabb.h"
#include "classic/volume/obb.h"
#include "models.h"

namespace abut::bench::solid {

namespace {

/// A box with n scalars of its own, in a tree of the paper's.
template <class Box>
void add_row(Table& table, const PaperModel& model, VolumeKind kind, std::uint64_t scalars) {
  const TreeSummary tree = Model(model.mesh, as_in_the_paper(kind)).tree_summary();
  table.row({model.name, std::string(name_of(kind)), cell(scalars),
             cell(static_cast<std::uint64_t>(sizeof(classic::Node<Box>))), cell(std::uint64_t{tree.tree_bytes})});
}

}  // namespace

/// Section 2: the storage of trees of both kinds: position and extents of a box, with or without its nine axes.
void storage(const Surroundings& to) {
  Table table({"model", "tree", "scalars", "node_bytes", "tree_bytes"});
  for (const PaperModel& model : paper_models(0)) {
    add_row<classic::Obb>(table, model, VolumeKind::obb, 15);
    add_row<classic::Aabb>(table, model, VolumeKind::aabb, 6);
  }
  table.save(to.out / "storage.csv");
}

}  // namespace abut::bench::solid
