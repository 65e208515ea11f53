#include "scene/edge_data.h"

#include "math/rounding.h"
#include "robot/even_joints.h"
#include "scene/quick_look.h"
#include "shape/shape_data.h"
#include <abut/error.h>

#include <algorithm>
#include <map>
#include <memory>

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

/// A box around the core, which the link carries.
MoverBox box_of(const CheckedShape& mover) {
  const Shape::Data& core = mover.shape.data();
  MoverBox box{mover.at * core.middle, {}};
  for (int i = 0; i < 3; ++i) box.side[i] = mover.at.linear.column(i) * core.reach[i];
  // A placement stretches by less than 1.002.
  box.radius = 1.003 * length(core.reach);
  return box;
}

void grow(Bounds& box, const Vec3& point) { box.low = min(box.low, point), box.high = max(box.high, point); }
Bounds widened(const Bounds& box, double by) {
  const Vec3 around{by, by, by};
  return {box.low - around, box.high + around};
}

/// Puts many bodies into one model.
class WorldBuilder {
 public:
  void add(std::uint32_t index, const CheckedShape& body) {
    const Mesh& mesh = body.shape.core().mesh();
    const auto first = static_cast<std::uint32_t>(points_.size());
    world_.bodies.push_back(index);
    world_.first_triangle.push_back(static_cast<std::uint32_t>(triangles_.size()));
    for (const Vec3& point : mesh.points) {
      points_.push_back(body.at * point);
      world_.error = std::max(world_.error, placed_rounding(body.at, abs(point)));
    }
    for (const Triangle& t : mesh.triangles) triangles_.push_back({first + t[0], first + t[1], first + t[2]});
    add_boxes(body.shape.core(), first);
  }
  /// Widens the boxes by the reach, too; what rounding takes from that is made up for.
  EdgeWorld build(double reach) {
    world_.reach = reach;
    for (Bounds& box : boxes_) {
      box = widened(box, (reach + world_.error) * (1 + 0x1p-40) + 0x1p-50 * largest(max(abs(box.low), abs(box.high))));
      grow(world_.box, box.low), grow(world_.box, box.high);
    }
    world_.model = Model(Mesh{std::move(points_), std::move(triangles_), {}});
    return std::move(world_);
  }
  std::span<const Bounds> boxes() const { return boxes_; }

 private:
  /// One box around a small body; of larger ones boxes around a few triangles that are neighbours in the body's tree.
  void add_boxes(const Model& core, std::uint32_t first_point) {
    constexpr std::size_t small = 32, few = 8;
    const Mesh& mesh = core.mesh();
    const std::size_t count = mesh.triangles.size(), run = count <= small ? count : few;
    for (std::size_t i = 0; i < count; i += run) {
      Bounds box;
      for (std::size_t k = i; k < std::min(count, i + run); ++k)
        for (const std::uint32_t corner : mesh.triangles[core.data().tree.order[k]])
          grow(box, points_[first_point + corner]);
      boxes_.push_back(box);
    }
  }

  EdgeWorld world_;
  std::vector<Vec3> points_;
  std::vector<Triangle> triangles_;
  std::vector<Bounds> boxes_;
};

class EdgeBuilder {
 public:
  explicit EdgeBuilder(EdgeData& edge) : edge_(edge), data_(edge.checked()) {}

  void build() {
    for (const FigurePart& part : data_.figures) edge_.has_rigid_bases &= is_rigid(part.base);
    for (std::uint32_t i = 0; i < data_.movers.size(); ++i) add_mover(i);
    for (const MoverPair& pair : data_.mover_pairs) add_pair(pair);
    add_worlds();
    build_tree();
  }

 private:
  void add_mover(std::uint32_t mover) {
    const CheckedShape& shape = data_.movers[mover];
    // Throws Error for placements that scale or shear.
    static_cast<void>(Motion(shape.at));
    edge_.balls.push_back(ball_of(shape));
    edge_.boxes.push_back(box_of(shape));
    const std::uint32_t figure = shape.figure;
    const Figure& carries = data_.figures[figure].figure;
    const std::size_t link = shape.link - data_.figures[figure].first_link;
    edge_.movers.push_back({mover, figure, true, joints_between(carries, carries.root(), link)});
  }

  void add_pair(const MoverPair& pair) {
    const double radii = add_up(data_.movers[pair.a].shape.radius(), data_.movers[pair.b].shape.radius());
    EdgePair edge{edge_.movers[pair.a], edge_.movers[pair.b], 0, add_up(pair.reach, radii)};
    if (edge.a.figure == edge.b.figure) {
      std::vector<std::uint32_t>&a = edge.a.joints, &b = edge.b.joints;
      const auto [first, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
      const FigurePart& part = data_.figures[edge.a.figure];
      const std::size_t carrier = first == a.begin() ? part.figure.root() : part.figure.joint_places()[first[-1]].child;
      edge.carrier = static_cast<std::uint32_t>(part.first_link + carrier);
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
    const auto world = static_cast<std::uint32_t>(edge_.worlds.size());
    edge_.worlds.push_back(builder.build(reach_of(data_.bodies[bodies[0]])));
    if (!is_forbidden_to_all(bodies[0])) return edge_.worlds_apart.push_back(world);
    for (const Bounds& box : builder.boxes()) boxes_.push_back(box), worlds_.push_back(world);
  }

  /// Worlds beyond the floats stay apart.
  void build_tree() {
    edge_.frame = frame_around(boxes_);
    std::vector<NumberedBox> numbered;
    std::vector<char> is_beyond(edge_.worlds.size());
    for (std::uint32_t i = 0; i < boxes_.size(); ++i) {
      numbered.push_back({worlds_[i], edge_.frame.around(boxes_[i])});
      if (!numbered.back().box.is_finite()) is_beyond[worlds_[i]] = 1;
    }
    std::erase_if(numbered, [&](const NumberedBox& each) { return is_beyond[each.id] != 0; });
    for (std::uint32_t world = 0; world < is_beyond.size(); ++world)
      if (is_beyond[world]) edge_.worlds_apart.push_back(world);
    edge_.near.build(numbered);
    for (const NumberedBox& each : numbered) edge_.world_of_box.push_back(each.id);
  }

  // The image of z = 0 is where linear^-T z . (x - shift) = 0.
  void add_half_space(std::uint32_t body) {
    const Placement& at = data_.bodies[body].at;
    const Vec3 up = inverse(at.linear).row(2), normal = up * (1 / length(up));
    edge_.half_spaces.push_back({body, normal, dot(normal, at.shift), data_.bodies[body].padding});
  }

  EdgeData& edge_;
  const CheckerData& data_;
  std::vector<Bounds> boxes_;          ///< of what no mover may touch
  std::vector<std::uint32_t> worlds_;  ///< in which they are
};

}  // namespace

std::uint32_t EdgeWorld::body_of(std::uint32_t triangle) const {
  const auto after = std::upper_bound(first_triangle.begin(), first_triangle.end(), triangle);
  return bodies[static_cast<std::size_t>(after - first_triangle.begin()) - 1];
}

EdgeData::EdgeData(Checker made) : checker(std::move(made)) { EdgeBuilder(*this).build(); }
EdgeData::~EdgeData() { delete rough_.load(); }

// It is made in as long as some thousand proofs take, of which it saves the half.
void EdgeData::expect_edges(std::size_t count) const {
  constexpr std::size_t many = 500;
  if (!quick_look() && edges_.fetch_add(count, std::memory_order_relaxed) + count >= many) prepare();
}

void EdgeData::prepare() const {
  if (quick_look() || !has_rigid_bases) return;
  std::call_once(is_looked_at_, [&] {
    auto look = std::make_unique<const QuickLook>(checked());
    if (look->is_there()) rough_.store(look.release(), std::memory_order_release);
  });
}

}  // namespace abut
