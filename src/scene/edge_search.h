#pragma once

#include "base/budget_watch.h"
#include "robot/even_joints.h"
#include "scene/edge_data.h"

#include <array>
#include <limits>

namespace abut {

/// Two things that may come together on an edge, by their places in EdgeData.
struct EdgeCandidate {
  enum class Kind { movers, world, half_space } kind{};
  std::uint32_t index = 0;  ///< of the pair, of what of the world, or of the half-space
  std::uint32_t mover = 0;  ///< unless a pair of movers
  /// Only from here to there they may come together.
  double begin = 1, end = 0;
  /// What is between balls around them where they are closest, of the times that were looked at; negative if unknown.
  double gap = std::numeric_limits<double>::infinity();
};

/// One edge: the way of all figures from one configuration to another.
class EdgeWay {
 public:
  EdgeWay(const EdgeData& data, std::span<const double> from, std::span<const double> to);

  std::vector<double> configuration(double time) const;
  /// The edge is looked at in so many parts of equal length.
  static constexpr std::size_t parts = 4;
  /// All that balls around the movers do not tell apart, for all of the edge, by more than the margin. The closest come
  /// first.
  std::vector<EdgeCandidate> candidates(double margin) const;
  Motion motion(const EdgeSide& side) const;
  const EdgeData& data() const { return data_; }

 private:
  using Centres = std::array<std::vector<Vec3>, parts>;  // of the movers' balls, in the middle of each part

  std::vector<Vec3> centres(double time) const;
  double way(const EdgeSide& side) const;
  void list_pairs(double margin, const Centres& centres, std::vector<EdgeCandidate>& list) const;
  void list_world(double margin, const Centres& centres, std::vector<EdgeCandidate>& list) const;

  const EdgeData& data_;
  std::span<const double> from_, to_;
  std::vector<EvenJoints> figures_;
};

/// Looks for the first contact on an edge, or proves that there is none.
class EdgeSearch {
 public:
  EdgeSearch(const EdgeData& data, std::span<const double> from, std::span<const double> to,
             const EdgeOptions& options);
  EdgeAnswer run();

 private:
  bool look_at_samples();
  bool prove();
  bool look_at(const EdgeCandidate& candidate);
  void note(const MovingContact& found, CheckedPair pair);
  double limit() const { return std::min(1.0, answer_.upper); }

  const EdgeData& data_;
  EdgeWay way_;
  EdgeOptions options_;
  BudgetWatch watch_;
  EdgeAnswer answer_;
  Motion still_;
  bool undecided_ = false;
};

/// See EdgeChecker.
EdgeClearance edge_clearance(const EdgeData& data, std::span<const double> from, std::span<const double> to,
                             const EdgeClearanceOptions& options);
FreeBall free_ball(const EdgeData& data, std::span<const double> configuration, double margin);

}  // namespace abut
