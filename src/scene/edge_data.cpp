#include "scene/edge_data.h"

#include "math/rounding.h"
#include "robot/even_joints.h"
#include "shape/shape_data.h"
#include <abut/error.h>

#include <algorithm>
#include <map>

namespace abut {

namespace {

/// From so many bodies on it pays to look at them as one model.
constexpr std::size_t several = 4;

MoverBall ball_of(const CheckedShape& mover) {
  const Vec3 middle = mover.shape.data().middle;
  double square = 0;
  for (const Vec3& point : mover.shape.core().mesh().points) {
    const Vec3 way = point - middle;
    square = std::max(square, dot(way, way));
  }
  // A placement stretches by less than 1.002.
  return {mover.at * middle, std::sqrt(square) * 1.003 + mover.shape.radius() * (1 + 0x1p-20)};
}

std::uint32_t figure_of(const CheckerData& data, std::uint32_t link) {
  std::uint32_t figure = 0;
  while (figure + 1 < data.figures.size() && data.figures[figure + 1].first_link <= link) ++figure;
  return figure;
}

/// Puts many bodies into one model.
class WorldBuilder {
 public:
  // A coordinate of a point is rounded by three products and three sums.
  void add(std::uint32_t index, const CheckedShape& body) {
    const Mesh& mesh = body.shape.core().mesh();
    const auto first = static_cast<std::uint32_t>(points_.size());
    world_.bodies.push_back(index);
    world_.first_triangle.push_back(static_cast<std::uint32_t>(triangles_.size()));
    const double stretch = largest_magnitude(body.at.linear), shift = largest(abs(body.at.shift));
    for (const Vec3& point : mesh.points) {
      points_.push_back(body.at * point);
      const double sizes = stretch * (std::abs(point.x) + std::abs(point.y) + std::abs(point.z)) + shift;
      world_.error = std::max(world_.error, 16 * unit_roundoff * sizes);
    }
    for (const Triangle& t : mesh.triangles) triangles_.push_back({first + t[0], first + t[1], first + t[2]});
    boxes_.push_back(body.shape.bounds_at(body.at));
  }
  EdgeWorld build(double reach) {
    world_.reach = reach;
    world_.model = Model(Mesh{std::move(points_), std::move(triangles_), {}});
    world_.near = BoxIndex(boxes_);
    return std::move(world_);
  }

 private:
  EdgeWorld world_;
  std::vector<Vec3> points_;
  std::vector<Triangle> triangles_;
  std::vector<Bounds> boxes_;
};

class EdgeBuilder {
 public:
  explicit EdgeBuilder(EdgeData& edge) : edge_(edge), data_(edge.checked()) {}

  void build() {
    for (std::uint32_t i = 0; i < data_.movers.size(); ++i) add_mover(i);
    for (const MoverPair& pair : data_.mover_pairs) add_pair(pair);
    add_worlds();
  }

 private:
  void add_mover(std::uint32_t mover) {
    const CheckedShape& shape = data_.movers[mover];
    // Throws Error for placements that scale or shear.
    static_cast<void>(Motion(shape.at));
    edge_.balls.push_back(ball_of(shape));
    const std::uint32_t figure = figure_of(data_, shape.link);
    const Figure& carries = data_.figures[figure].figure;
    const std::size_t link = shape.link - data_.figures[figure].first_link;
    edge_.movers.push_back({mover, figure, true, joints_between(carries, carries.root(), link)});
  }

  void add_pair(const MoverPair& pair) {
    const double radii = add_up(data_.movers[pair.a].shape.radius(), data_.movers[pair.b].shape.radius());
    EdgePair edge{edge_.movers[pair.a], edge_.movers[pair.b], add_up(pair.reach, radii)};
    if (edge.a.figure == edge.b.figure) {
      std::vector<std::uint32_t>&a = edge.a.joints, &b = edge.b.joints;
      const auto [first, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
      a.erase(a.begin(), first), b.erase(b.begin(), other);
      edge.a.from_world = edge.b.from_world = false;
    }
    edge_.pairs.push_back(std::move(edge));
  }

  bool is_forbidden_to_all(std::uint32_t body) const {
    for (std::uint32_t i = 0; i < data_.movers.size(); ++i)
      if (edge_.may_touch(i, body)) return false;
    return true;
  }

  static double reach_of(const CheckedShape& body) { return add_up(body.shape.radius(), body.padding); }

  void add_worlds() {
    std::map<double, std::vector<std::uint32_t>> alike;
    for (std::uint32_t i = 0; i < data_.bodies.size(); ++i) {
      const CheckedShape& body = data_.bodies[i];
      if (body.shape.data().form == CoreForm::nothing) continue;
      if (body.shape.data().form == CoreForm::half_space)
        add_half_space(i);
      else if (is_forbidden_to_all(i))
        alike[reach_of(body)].push_back(i);
      else
        add_world(std::span(&i, 1));
    }
    for (const auto& [reach, bodies] : alike) {
      if (bodies.size() >= several)
        add_world(bodies);
      else
        for (const std::uint32_t& body : bodies) add_world(std::span(&body, 1));
    }
  }

  /// All reach as far.
  void add_world(std::span<const std::uint32_t> bodies) {
    WorldBuilder builder;
    for (const std::uint32_t body : bodies) builder.add(body, data_.bodies[body]);
    edge_.worlds.push_back(builder.build(reach_of(data_.bodies[bodies[0]])));
  }

  // The image of z = 0 is where linear^-T z . (x - shift) = 0.
  void add_half_space(std::uint32_t body) {
    const Placement& at = data_.bodies[body].at;
    const Vec3 up = inverse(at.linear).row(2), normal = up * (1 / length(up));
    edge_.half_spaces.push_back({body, normal, dot(normal, at.shift), data_.bodies[body].padding});
  }

  EdgeData& edge_;
  const CheckerData& data_;
};

}  // namespace

std::uint32_t EdgeWorld::body_of(std::uint32_t triangle) const {
  const auto after = std::upper_bound(first_triangle.begin(), first_triangle.end(), triangle);
  return bodies[static_cast<std::size_t>(after - first_triangle.begin()) - 1];
}

EdgeData::EdgeData(Checker made) : checker(std::move(made)) { EdgeBuilder(*this).build(); }

}  // namespace abut
