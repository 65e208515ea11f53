#pragma once

#include "assembly/broad_phase.h"
#include "assembly/near_pairs.h"
#include "assembly/oriented_box.h"
#include <abut/first_contact.h>

namespace abut {

/// Steps, both included, in which neither part of a pair moves: one check serves them all.
struct StepRun {
  std::size_t first = 0, last = 0;
};

/// The way of a pair from one step to the next, in which at least one part moves.
struct PairWay {
  std::size_t step = 0;  ///< from this one to the next
  bool is_known = true;  ///< of both parts
};

/// Where the parts of an assembly come, as boxes: those of each key of their tracks, and those around the way from each
/// key to the next.
class PartWays {
 public:
  /// The motion is not copied. Without `between_steps` nobody may ask for what is between.
  PartWays(const AssemblyMotion& motion, bool between_steps);

  /// Sets a part's boxes, from its bounds in its own frame; before anything is asked. Threads may share the parts.
  void place(std::size_t part, const Bounds& own);

  /// Boxes around all that each part does.
  std::vector<Bounds> whole() const;
  /// How close the pair may come, at steps and between them.
  template <class Stopped>
  CloserLook look_at(const NearPair& pair, double reach, const Stopped& stopped) const;
  /// The runs at which the pair may be near, and its ways that may lead near, while `stopped` is not.
  template <class Stopped>
  std::vector<StepRun> near_runs(const NearPair& pair, double reach, const Stopped& stopped) const;
  template <class Stopped>
  std::vector<PairWay> near_ways(const NearPair& pair, double reach, const Stopped& stopped) const;

  /// Calls visit(StepRun, key of a, key of b) from the first step to the last while it is true.
  template <class Visit>
  void for_each_run(const PartPair& pair, Visit&& visit) const;

  /// The motion of a part from a step to the next. Error when it is not known.
  Motion motion(std::size_t part, std::size_t step) const;
  PlacementPair placements(const PartPair& pair, std::size_t step) const {
    return {motion_.at(step, pair.a), motion_.at(step, pair.b)};
  }
  /// The ways that placements do not tell, those that follow each other as one.
  std::vector<UnknownWay> unknown() const;

 private:
  struct Track {
    Bounds own;
    std::vector<Bounds> boxes, ways;  ///< of each key, and from it to the next
    std::vector<std::string> doubts;  ///< why a way is not known; empty where it is
    std::vector<std::string> stands;  ///< of each key: why it is not known how others move past it
    OrientedBox first;
  };

  void place_ways(std::size_t part);
  CloserLook look_at_run(const NearPair& pair, double reach, std::size_t key_a, std::size_t key_b) const;
  /// The box of a part; made in `room` unless it is that of the first step.
  const OrientedBox& oriented(std::uint32_t part, std::size_t key, OrientedBox& room) const {
    const Track& track = tracks_[part];
    return key == 0 ? track.first : room = OrientedBox(track.own, motion_.tracks[part][key].at);
  }
  /// Calls visit(step, box of a, box of b, is known) for each step from which one of the parts moves to the next.
  template <class Visit>
  void for_each_way(const PartPair& pair, Visit&& visit) const;

  const AssemblyMotion& motion_;
  bool between_steps_;
  std::vector<Track> tracks_;
};

template <class Visit>
void PartWays::for_each_run(const PartPair& pair, Visit&& visit) const {
  const auto next_key = [this](std::uint32_t part, std::size_t key) {
    const std::vector<MotionKey>& track = motion_.tracks[part];
    return key + 1 < track.size() ? std::min(track[key + 1].step, motion_.steps()) : motion_.steps();
  };
  std::size_t key_a = 0, key_b = 0;
  for (std::size_t first = 0, next; first < motion_.steps(); first = next) {
    const std::size_t next_a = next_key(pair.a, key_a), next_b = next_key(pair.b, key_b);
    next = std::min(next_a, next_b);
    if (!visit(StepRun{first, next - 1}, key_a, key_b)) return;
    key_a += next == next_a;
    key_b += next == next_b;
  }
}

template <class Visit>
void PartWays::for_each_way(const PartPair& pair, Visit&& visit) const {
  if (!between_steps_) return;
  const auto leaves = [this](std::uint32_t part, std::size_t key, std::size_t step) {
    const std::vector<MotionKey>& track = motion_.tracks[part];
    return key + 1 < track.size() && track[key + 1].step == step + 1;
  };
  for_each_run(pair, [&](const StepRun& run, std::size_t key_a, std::size_t key_b) {
    if (run.last + 1 == motion_.steps()) return false;
    const Track &a = tracks_[pair.a], &b = tracks_[pair.b];
    const bool moves_a = leaves(pair.a, key_a, run.last), moves_b = leaves(pair.b, key_b, run.last);
    const bool is_known =
        (moves_a ? a.doubts[key_a] : a.stands[key_a]).empty() && (moves_b ? b.doubts[key_b] : b.stands[key_b]).empty();
    return visit(run.last, moves_a ? a.ways[key_a] : a.boxes[key_a], moves_b ? b.ways[key_b] : b.boxes[key_b],
                 is_known);
  });
}

template <class Stopped>
CloserLook PartWays::look_at(const NearPair& pair, double reach, const Stopped& stopped) const {
  CloserLook closest = CloserLook::apart;
  for_each_run(pair.parts, [&](const StepRun&, std::size_t key_a, std::size_t key_b) {
    closest = std::max(closest, look_at_run(pair, reach, key_a, key_b));
    return closest != CloserLook::near && !stopped();
  });
  if (closest == CloserLook::near) return closest;
  for_each_way(pair.parts, [&](std::size_t, const Bounds& a, const Bounds& b, bool) {
    if (may_be_within(a, b, reach)) closest = CloserLook::near;
    return closest != CloserLook::near && !stopped();
  });
  return closest;
}

template <class Stopped>
std::vector<StepRun> PartWays::near_runs(const NearPair& pair, double reach, const Stopped& stopped) const {
  std::vector<StepRun> runs;
  for_each_run(pair.parts, [&](const StepRun& run, std::size_t key_a, std::size_t key_b) {
    if (look_at_run(pair, reach, key_a, key_b) == CloserLook::near) runs.push_back(run);
    return !stopped();
  });
  return runs;
}

template <class Stopped>
std::vector<PairWay> PartWays::near_ways(const NearPair& pair, double reach, const Stopped& stopped) const {
  std::vector<PairWay> ways;
  for_each_way(pair.parts, [&](std::size_t step, const Bounds& a, const Bounds& b, bool is_known) {
    if (may_be_within(a, b, reach)) ways.push_back({step, is_known});
    return !stopped();
  });
  return ways;
}

}  // namespace abut
