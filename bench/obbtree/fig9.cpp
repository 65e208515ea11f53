#include "classic/model_data.h"
#include "experiment.h"
#include "math/inner_frame.h"
#include "proximity.h"
#include "sheet.h"
#include <abut/classic.h>
#include <abut/shapes.h>

namespace abut::bench::obbtree {

namespace {

using classic::LevelQuality;
using classic::Model;
using classic::VolumeKind;

constexpr int first_level = 2, last_level = 6, tile_width = 420, tile_height = 330;

/// The boxes of one level in the model's frame; leaves above the level stand for what is below them.
std::vector<BoxView> boxes_of_level(const Model& model, int level) {
  const InnerFrame& frame = model.data().frame;
  std::vector<BoxView> boxes;
  const classic::BoxNodes& tree = *model.data().tree;
  std::vector<std::pair<std::uint32_t, int>> open{{0, 0}};
  while (!open.empty()) {
    const auto [index, depth] = open.back();
    open.pop_back();
    const classic::BoxNode node = tree.node(index);
    if (depth < level && !node.is_leaf()) {
      for (std::uint32_t i = 0; i < node.children; ++i) open.push_back({node.child + i, depth + 1});
      continue;
    }
    const BoxView& box = node.volume;
    boxes.push_back({box.axes, frame.centre + box.centre * frame.unit, box.half * frame.unit});
  }
  return boxes;
}

Mesh solids(const std::vector<BoxView>& boxes) {
  std::vector<Mesh> all;
  for (const BoxView& box : boxes) all.push_back(transformed(shapes::box(box.half), {box.axes, box.centre}));
  return joined(all);
}

/// The twelve edges of each box as thin rods: outlines of triangles would show the faces' diagonals too.
Mesh edges(const std::vector<BoxView>& boxes, double thickness) {
  std::vector<Mesh> rods;
  for (const BoxView& box : boxes)
    for (int axis = 0; axis < 3; ++axis)
      for (int corner = 0; corner < 4; ++corner) {
        Vec3 at, half{thickness, thickness, thickness};
        half[axis] = box.half[axis];
        at[(axis + 1) % 3] = corner & 1 ? box.half[(axis + 1) % 3] : -box.half[(axis + 1) % 3];
        at[(axis + 2) % 3] = corner & 2 ? box.half[(axis + 2) % 3] : -box.half[(axis + 2) % 3];
        rods.push_back(transformed(shapes::box(half), {box.axes, box.centre + box.axes * at}));
      }
  return joined(rods);
}

}  // namespace

/// Fig. 9: the levels of both trees of a torus side by side.
void fig9(const Surroundings& surroundings) {
  const Mesh torus = shapes::torus(1, 0.4, 100, 50);
  Sheet sheet("fig9", last_level - first_level + 1);
  Table table({"volume", "level", "boxes", "tightness_lower", "tightness_upper", "reach_lower", "reach_upper"});
  const PictureItem alone{.mesh = &torus};
  const double aspect = static_cast<double>(tile_width) / tile_height;
  Camera camera = camera_around({&alone, 1}, {0.6, -1, 1.3}, aspect);
  camera.half_height *= 1.45;
  for (VolumeKind kind : {VolumeKind::aabb, VolumeKind::obb}) {
    const Model model(torus, as_in_the_paper(kind));
    const std::string title = kind == VolumeKind::aabb ? "AABB" : "OBB";
    const std::vector<LevelQuality> quality = tree_quality(model, {.nodes_per_level = 64, .tolerance = 0.02});
    for (int level = first_level; level <= last_level; ++level) {
      const std::vector<BoxView> boxes = boxes_of_level(model, level);
      const Mesh bodies = solids(boxes), outlines = edges(boxes, 0.006);
      const std::vector<PictureItem> items{
          {.mesh = &bodies,
           .colour = kind == VolumeKind::aabb ? Colour{0.90f, 0.62f, 0.25f} : Colour{0.34f, 0.62f, 0.82f}},
          {.mesh = &outlines, .colour = {0.15f, 0.16f, 0.18f}}};
      sheet.add(render(items, camera, tile_width, tile_height),
                title + ", level " + std::to_string(level) + ", " + std::to_string(boxes.size()) + " boxes");
      const LevelQuality& q = quality[static_cast<std::size_t>(level)];
      table.row({std::string(name_of(kind)), cell(static_cast<std::uint64_t>(level)),
                 cell(static_cast<std::uint64_t>(boxes.size())), cell(q.tightness.lower), cell(q.tightness.upper),
                 cell(q.reach.lower), cell(q.reach.upper)});
    }
  }
  table.save(surroundings.out / "fig9.csv");
  sheet.save(surroundings.out);
}

}  // namespace abut::bench::obbtree
