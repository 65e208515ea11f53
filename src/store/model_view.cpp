#include "store/model_view.h"

namespace abut {

// What is in the file is what is in memory.
static_assert(sizeof(WideNode) == 512 && std::is_trivially_copyable_v<WideNode>);
static_assert(sizeof(Vec3) == 24 && sizeof(Triangle) == 12 && sizeof(TriangleForm) == 1);
static_assert(tree_file_alignment % alignof(WideNode) == 0 && sizeof(TreeFileHead) % tree_file_alignment == 0);

ViewedModel view_of(const TreeFileHead& head, std::span<const std::byte> file, std::shared_ptr<const void> memory,
                    const std::string& name) {
  ViewedModel view;
  view.points = items_of<Vec3>(head, TreeFileSection::points, file);
  view.triangles = items_of<Triangle>(head, TreeFileSection::triangles, file);
  view.parts = read_tree_file_parts(head, file, name);
  view.forms = items_of<TriangleForm>(head, TreeFileSection::forms, file);
  view.frame = {{head.centre[0], head.centre[1], head.centre[2]}, head.unit};
  view.tree.nodes = Stored<WideNode>::view(items_of<WideNode>(head, TreeFileSection::nodes, file));
  view.tree.order = Stored<std::uint32_t>::view(items_of<std::uint32_t>(head, TreeFileSection::order, file));
  view.tree.points = Stored<float>::view(items_of<float>(head, TreeFileSection::inner_points, file));
  view.tree.triangles = Stored<Triangle>::view(items_of<Triangle>(head, TreeFileSection::leaf_triangles, file));
  view.tree.depth = static_cast<int>(head.depth);
  view.ratio_when_built = head.ratio_when_built;
  view.memory = std::move(memory);
  return view;
}

}  // namespace abut
