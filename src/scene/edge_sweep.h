#pragma once

#include "robot/even_joints.h"
#include "scene/edge_search.h"
#include "scene/quick_look.h"

namespace abut {

/// Finds what may come together on an edge, and when: looks at parts of the edge, and halves those in which boxes
/// around the movers, swept along, may meet. A part is short enough after a few times.
class EdgeSweep {
 public:
  EdgeSweep(const EdgeData& data, const EdgeWay& way, double margin);
  std::vector<EdgeCandidate> run();

 private:
  /// Two movers, or a mover and all of the world.
  struct Item {
    EdgeCandidate::Kind kind;  // movers or world
    std::uint32_t index;       // of the pair or of the mover
  };
  /// A mover's core in the middle of a part, in the root's frame or in the world: a box, and how it moves.
  struct Moving {
    Vec3 centre, velocity;
    Vec3 side[3], turn[3];  // from the centre to the middle of a face, and how fast that turns

    /// How far the box reaches along a direction during `half` of the time before and after, from where the centre is.
    double reach(const Vec3& along, double half) const;
    Moving carried_by(const Placement& base) const;
  };

  struct PairReach {
    double speed, bend;  // of two points against each other
  };

  void add_items();

  void look(double begin, double end, std::size_t first, int depth);
  void place(double time);
  /// Leaves out what surely does not meet, as balls around the movers and a map of the world tell.
  void leave_out_clear(std::size_t first, double half);
  void ask_about(std::span<const Item> items);
  void place_balls(double half);
  const Moving& moving(std::uint32_t mover);
  bool may_meet(const Item& item, double half);
  bool may_meet(const EdgePair& pair, const PairReach& reach, double half);
  bool may_meet_world(std::uint32_t mover, double half);
  bool may_meet(std::uint32_t mover, const Moving& moving, const EdgeHalfSpace& half_space, double half) const;
  Bounds swept(std::uint32_t mover, const Moving& moving, double half) const;
  void mark_met(const FloatBox& box);
  void note(const Item& item, double begin, double end, double half);
  void note(EdgeCandidate::Kind kind, std::uint32_t index, std::uint32_t mover, double begin, double end);

  const EdgeData& data_;
  const EdgeWay& way_;
  double margin_;
  std::vector<EvenJoints::Reach> movers_;  // from the world on
  std::vector<PairReach> pairs_;
  std::vector<Placement> links_;  // each in its figure's root frame
  std::vector<LinkVelocity> velocities_;
  std::vector<Moving> moving_;              // in the root's frame, of movers
  std::vector<std::uint32_t> moving_when_;  // the place() after which that was found out
  std::uint32_t placed_ = 0;
  std::vector<Item> items_;
  std::vector<EdgeCandidate> found_;
  std::vector<char> met_;  // worlds
  double gap_ = 0;         // of the pair that was looked at last
  BoxTreeMemory memory_;

  const QuickLook* quick_;  // if there is one
  std::vector<std::uint32_t> asked_movers_, asked_when_;
  std::vector<Placement> placed_movers_;
  std::vector<QuickMotion> motions_;
  std::vector<double> pair_strays_;
  std::vector<QuickQuestion> questions_;
  QuickMemory quick_memory_;
};

}  // namespace abut
