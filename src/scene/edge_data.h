#pragma once

#include "robot/even_joints.h"
#include "scene/checker_data.h"
#include <abut/edge.h>

namespace abut {

/// What carries a mover: the joints of a figure from some link on, or from its root.
struct EdgeSide {
  std::uint32_t mover = 0, figure = 0;
  bool from_world = true;             ///< the chain begins at the figure's base
  std::vector<std::uint32_t> joints;  ///< of the figure
};

/// Two movers that may not touch. Joints above both carry them alike, and are left out.
struct EdgePair {
  EdgeSide a, b;
  std::uint32_t carrier = 0;  ///< of one figure: the link, among those of all, that carries both
  double reach = 0;           ///< cores that are at most this far apart touch: radii and paddings
};

/// A ball around a mover, in its link.
struct MoverBall {
  Vec3 centre;
  double radius = 0;
};

/// A box around a mover's core, in its link: its centre, and the ways from there to the middles of three faces.
struct MoverBox {
  Vec3 centre, side[3];
  double radius = 0;  ///< no point of the box is farther from the centre
};

/// What of the world is looked at together: one body, or many that stand still as one model.
struct EdgeWorld {
  Model model;       ///< placed: its points are rounded
  double reach = 0;  ///< radius and padding
  double error = 0;  ///< how far its points may be from the bodies'
  std::vector<std::uint32_t> bodies;
  std::vector<std::uint32_t> first_triangle;  ///< of each body
  Bounds box;                                 ///< around all of that, with its reach

  std::uint32_t body_of(std::uint32_t triangle) const;
};

/// A half-space of the world: all x with normal . x <= height.
struct EdgeHalfSpace {
  std::uint32_t body = 0;
  Vec3 normal;  ///< of length 1
  double height = 0;
  double reach = 0;
};

struct EdgeData : detail::SharedData {
  explicit EdgeData(Checker checker);
  ~EdgeData() override;

  Checker checker;
  std::vector<MoverBall> balls;  ///< of each mover
  std::vector<MoverBox> boxes;
  std::vector<EdgeSide> movers;  ///< each from the world on
  std::vector<EdgePair> pairs;
  std::vector<EdgeWorld> worlds;
  std::vector<EdgeHalfSpace> half_spaces;
  /// Boxes around bodies and parts of them, with their reach: of all that no mover may touch.
  FloatFrame frame;
  BoxTree near;
  std::vector<std::uint32_t> world_of_box;
  std::vector<std::uint32_t> worlds_apart;  ///< those that are not in the tree

  const CheckerData& checked() const { return checker.data(); }
  /// The checker's, or after some hundred edges a rough one. Null where there is none, or where it does not serve: of
  /// figures whose bases are not rigid.
  const QuickLook* quick_look() const {
    if (!has_rigid_bases) return nullptr;
    const QuickLook* prepared = checked().quick_look();
    return prepared ? prepared : rough_.load(std::memory_order_acquire);
  }
  /// So many edges are to be proved.
  void expect_edges(std::size_t count) const;
  /// Makes the rough map, unless there is one.
  void prepare() const;
  bool has_rigid_bases = true;
  /// How far a point of a mover may be from where forward kinematics puts it, in the world.
  double error(std::uint32_t mover, const EvenJoints::Reach& reach) const {
    const Vec3& base = checked().figures[movers[mover].figure].base.shift;
    return 1.002 * reach.error + 0x1p-44 * (reach.far + length(base));
  }
  bool may_touch(std::uint32_t mover, std::uint32_t body) const {
    return checked().may_touch(checked().movers[mover].name, checked().bodies[body].name);
  }

 private:
  mutable std::atomic<std::size_t> edges_{0};
  mutable std::once_flag is_looked_at_;
  mutable std::atomic<const QuickLook*> rough_{nullptr};
};

}  // namespace abut
