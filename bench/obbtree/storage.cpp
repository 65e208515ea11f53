#include "experiment.h"
#include <abut/classic.h>
#include <abut/shapes.h>

namespace abut::bench::obbtree {

/// Section 7: the memory of a model's tree and triangles, by kind of volume and number type.
void storage(const Surroundings& surroundings) {
  Table table({"kind", "storage", "triangles", "volume_bytes", "node_bytes", "bytes_per_triangle"});
  const Mesh torus = shapes::wrinkled_torus();
  const auto triangles = static_cast<double>(torus.triangles.size());
  // A node links its children and its triangles; every triangle is named once in their order.
  constexpr double links = 3 * sizeof(std::uint32_t), name = sizeof(std::uint32_t);
  for (classic::VolumeKind kind : classic::all_volume_kinds)
    for (classic::Storage storage : {classic::Storage::float64, classic::Storage::float32}) {
      const classic::Model model(torus, {.volume = kind, .storage = storage});
      const TreeSummary tree = model.tree_summary();
      const double of_nodes = static_cast<double>(tree.tree_bytes) - name * triangles;
      const double node = of_nodes / static_cast<double>(tree.nodes);
      table.row({std::string(name_of(kind)), std::string(name_of(storage)), cell(torus.triangles.size()),
                 cell(node - links), cell(node), cell(static_cast<double>(model.bytes()) / triangles)});
    }
  table.save(surroundings.out / "storage.csv");
}

}  // namespace abut::bench::obbtree
