#include "scene/rough_map.h"

#include "scene/scene_data.h"
#include "shape/shape_data.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

/// A box with axes of its own, around what must not be touched.
struct RoughBox {
  Vec3 centre;
  Vec3 axes[3]{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  Vec3 half;
  double reach = 0;  ///< radius and padding

  static RoughBox around(const Bounds& box, double reach) {
    const Vec3 centre = box.low * 0.5 + box.high * 0.5;
    return {.centre = centre, .half = max(box.high - centre, centre - box.low), .reach = reach};
  }
  double gap_to(const Vec3& point) const {
    const Vec3 way = point - centre;
    double square = 0;
    for (int k = 0; k < 3; ++k) {
      const double out = std::abs(dot(axes[k], way)) - half[k];
      if (out > 0) square += out * out;
    }
    return std::sqrt(square) - reach;
  }
};

/// Fills a map, box after box.
class RoughFill {
 public:
  RoughFill(ClearanceMap& map, double far)
      : map_(map), far_(far), slack_(0x1p-30 * (far + map.side) + 0x1p-40 * largest(abs(map.low))) {}

  void add(const RoughBox& box) {
    // Of the box along the world's axes around it.
    Vec3 around;
    for (int k = 0; k < 3; ++k)
      around[k] = far_ + box.reach + std::abs(box.axes[0][k]) * box.half.x + std::abs(box.axes[1][k]) * box.half.y +
                  std::abs(box.axes[2][k]) * box.half.z;
    for_each_cell({box.centre - around, box.centre + around}, [&](const Vec3& middle) { return box.gap_to(middle); });
  }
  void add_half_space(const Vec3& normal, double height) {
    const double most = std::numeric_limits<double>::max();
    for_each_cell({{-most, -most, -most}, {most, most, most}},
                  [&](const Vec3& middle) { return dot(normal, middle) - height; });
  }

 private:
  template <class Gap>
  void for_each_cell(const Bounds& box, const Gap& gap) {
    std::array<int, 3> first{}, last{};
    for (int k = 0; k < 3; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const double most = map_.cells[at] - 1;
      const auto cell = [&](double x) { return std::clamp(std::floor((x - map_.low[k]) / map_.side), -1.0, most + 1); };
      first[at] = static_cast<int>(std::max(cell(box.low[k]) - 1, 0.0));
      last[at] = static_cast<int>(std::min(cell(box.high[k]) + 1, most));
    }
    for (int z = first[2]; z <= last[2]; ++z)
      for (int y = first[1]; y <= last[1]; ++y)
        for (int x = first[0]; x <= last[0]; ++x) lower_to(x, y, z, gap);
  }
  template <class Gap>
  void lower_to(int x, int y, int z, const Gap& gap) {
    const Vec3 middle = map_.low + Vec3{x + 0.5, y + 0.5, z + 0.5} * map_.side;
    const double steps = (gap(middle) - slack_) / map_.step;
    std::uint8_t& number = map_.numbers[(static_cast<std::size_t>(z) * static_cast<std::size_t>(map_.cells[1]) +
                                         static_cast<std::size_t>(y)) *
                                            static_cast<std::size_t>(map_.cells[0]) +
                                        static_cast<std::size_t>(x)];
    if (!(steps > number)) number = steps > 0 ? static_cast<std::uint8_t>(steps) : std::uint8_t{0};
  }

  ClearanceMap& map_;
  double far_, slack_;
};

void add_body(RoughFill& fill, const CheckedShape& body) {
  constexpr std::size_t small = 32, few = 8;
  const Shape::Data& shape = body.shape.data();
  const double reach = shape.radius + body.padding;
  const Model& core = shape.core;
  const Mesh& mesh = core.mesh();
  const std::size_t count = mesh.triangles.size();
  if (count <= small && is_rigid(body.at)) {
    // Of a box much larger than the map, the rounding and the bending of its placement count, too.
    const double bending = 0x1p-37 * (shape.reach.x + shape.reach.y + shape.reach.z);
    RoughBox box{.centre = body.at * shape.middle,
                 .half = shape.reach,
                 .reach = reach + bending + placed_rounding(body.at, abs(shape.middle))};
    for (int k = 0; k < 3; ++k) box.axes[k] = body.at.linear.column(k);
    return fill.add(box);
  }
  // Of larger bodies boxes around a few triangles that are neighbours in the tree.
  for (std::size_t i = 0; i < count; i += few) {
    Bounds box;
    double strayed = 0;
    for (std::size_t k = i; k < std::min(count, i + few); ++k)
      for (const std::uint32_t corner : mesh.triangles[core.data().tree.order[k]]) {
        const Vec3 point = body.at * mesh.points[corner];
        box = {min(box.low, point), max(box.high, point)};
        strayed = std::max(strayed, placed_rounding(body.at, abs(mesh.points[corner])));
      }
    // Once more for the middle and the sides of the box.
    fill.add(RoughBox::around(box, reach + 2 * strayed));
  }
}

}  // namespace

std::optional<ClearanceMap> rough_map(const CheckerData& data, const Bounds& box, double far, std::size_t most_cells) {
  ClearanceMap map(box, far, most_cells);
  std::fill(map.numbers.begin(), map.numbers.end(), std::uint8_t{ClearanceMap::largest_number});
  RoughFill fill(map, far);
  for (const std::uint32_t giant : data.giants) {
    const CheckedShape& body = data.bodies[giant];
    if (body.shape.data().form != CoreForm::half_space) return std::nullopt;
    const Vec3 up = inverse(body.at.linear).row(2), normal = up * (1 / length(up));
    // A plane whose origin is far away is no better known than its normal.
    const double rounding = 0x1p-46 * largest(abs(body.at.shift));
    fill.add_half_space(normal, dot(normal, body.at.shift) + body.padding + rounding);
  }
  for (const std::uint32_t body : data.in_tree) add_body(fill, data.bodies[body]);
  return map;
}

}  // namespace abut
