#include "experiment.h"
#include <abut/classic.h>
#include <abut/shapes.h>

namespace abut::bench::obbtree {

/// Section 7: the memory of a model's tree and triangles, by kind of volume and number type.
void storage(const Surroundings& surroundings) {
  Table table({"kind", "storage", "triangles", "node_bytes", "bytes_per_triangle"});
  const Mesh torus = shapes::wrinkled_torus();
  for (classic::VolumeKind kind : {classic::VolumeKind::obb, classic::VolumeKind::aabb, classic::VolumeKind::sphere})
    for (classic::Storage storage : {classic::Storage::float64, classic::Storage::float32}) {
      const classic::Model model(torus, {.volume = kind, .storage = storage});
      const TreeSummary tree = model.tree_summary();
      const auto triangles = static_cast<double>(torus.triangles.size());
      table.row({std::string(name_of(kind)), std::string(name_of(storage)), cell(torus.triangles.size()),
                 cell(static_cast<double>(tree.tree_bytes) / static_cast<double>(tree.nodes)),
                 cell(static_cast<double>(model.bytes()) / triangles)});
    }
  table.save(surroundings.out / "storage.csv");
}

}  // namespace abut::bench::obbtree
