#include <abut/tree/wide_shape.h>

namespace abut {

BinaryShape::BinaryShape(std::span<const Vec3> points, std::span<const Triangle> triangles, std::uint32_t leaf_size)
    : size_(triangles.size()),
      leaf_size_(leaf_size),
      order_(std::make_unique_for_overwrite<std::uint32_t[]>(size_)),
      nodes_(std::make_unique_for_overwrite<SplitNode[]>(size_)),
      leaf_cost_(std::make_unique_for_overwrite<float[]>(size_)) {
  if (size_ == 0) return;
  const auto here = std::make_unique_for_overwrite<SplitBounds[]>(size_);
  const auto there = std::make_unique_for_overwrite<SplitBounds[]>(size_);
  triangle_bounds(points, triangles, 0, static_cast<std::uint32_t>(size_), here.get());
  divide_group(arrays(), root(), here.get(), there.get(), 0);
}

}  // namespace abut
