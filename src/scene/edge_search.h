#pragma once

#include "base/budget_watch.h"
#include "base/function_ref.h"
#include "robot/even_joints.h"
#include "scene/edge_data.h"

namespace abut {

/// Two things that may come together on an edge, by their places in EdgeData.
struct EdgeCandidate {
  enum class Kind { movers, world, half_space } kind{};
  std::uint32_t index = 0;  ///< of the pair, of what of the world, or of the half-space
  std::uint32_t mover = 0;  ///< unless a pair of movers
  /// Only from here to there they may come together.
  double begin = 0, end = 0;
  /// By how much boxes around them are apart, at least, or what is missing for that; -1 if unknown.
  double gap = 0;
};

/// One edge: the way of all figures from one configuration to another.
class EdgeWay {
 public:
  EdgeWay(const EdgeData& data, std::span<const double> from, std::span<const double> to);

  std::vector<double> configuration(double time) const;
  Motion motion(const EdgeSide& side) const;
  /// Of all points of a mover, in the root's frame, or in that of the link where the side's chain begins.
  /// With a quick look: of the middles of its balls, too.
  EvenJoints::Reach reach(const EdgeSide& side, const QuickLook* quick = nullptr) const;
  /// How far points of a mover may be elsewhere, seen from where the side's chain begins, if every number is off by as
  /// much as `by` says, at any time of the way.
  double moved(const EdgeSide& side, std::span<const double> by) const;
  const EvenJoints& figure(std::size_t index) const { return figures_[index]; }

 private:
  const EdgeData& data_;
  std::span<const double> from_, to_;
  std::vector<EvenJoints> figures_;
};

/// Throws Error.
void require_valid(const EdgeOptions& options);
/// Of the samples of an edge: the ends, then 1/2, 1/4, 3/4, 1/8, 5/8, 3/8, 7/8 and so on.
double sample_time(int index);

/// Looks for the first contact on an edge, or proves that there is none.
class EdgeSearch {
 public:
  EdgeSearch(const EdgeData& data, std::span<const double> from, std::span<const double> to,
             const EdgeOptions& options);
  EdgeAnswer run();

 private:
  void search();
  bool look_at_samples(int first, int end);
  bool prove(std::span<const EdgeCandidate> candidates);
  bool look_at(const EdgeCandidate& candidate);
  void note(const MovingContact& found, CheckedPair pair);
  double limit() const { return std::min(1.0, answer_.upper); }

  const EdgeData& data_;
  EdgeWay way_;
  EdgeOptions options_;
  BudgetWatch watch_;
  EdgeAnswer answer_;
  Motion still_;
  std::optional<std::vector<double>> touching_;  ///< the sample where the contact is that was found last, if it is one
  bool undecided_ = false;
};

/// See EdgeChecker.
EdgeClearance edge_clearance(const EdgeData& data, FunctionRef<EdgeAnswer(const EdgeOptions&)> check,
                             const EdgeClearanceOptions& options);
FreeBall free_ball(const EdgeData& data, std::span<const double> configuration, double margin);

}  // namespace abut
