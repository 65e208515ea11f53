#pragma once

#include "assembly/body.h"
#include "assembly/contact_tally.h"
#include "assembly/pair_stray.h"
#include <abut/clash.h>
#include <abut/interiors.h>

#include <optional>
#include <tuple>

namespace abut {

/// Two parts on their way through some steps, and what has been found so far.
struct PairOnTheWay {
  const Body &a, &b;
  double limit = 0, tolerance = 0;
  double allowed = 0;  ///< the depth that a rule accepts
  const Stray &stray_a, &stray_b;
  BudgetWatch watch{};
  bool once = false;  ///< it is checked at one step alone, so nothing need be remembered for the next

  /// The depth that is accepted, unless the tolerance is too much for the parts' walls.
  double accepted() const { return std::max(tolerance, allowed); }
};

/// How a pair stands at one step.
struct PairState {
  std::optional<ClashKind> kind;                           ///< none: nothing wrong
  double upper = std::numeric_limits<double>::infinity();  ///< the distance, as in ClashFinding::curve
  bool meets = false;                                      ///< the surfaces meet, or one part is inside the other
  /// Not known, as the other is open.
  bool a_may_be_inside = false, b_may_be_inside = false;
};

/// How bad a step is for a pair: the worse kind comes first, then the closer, the one with more contacts, the earlier.
struct Severity {
  ClashKind kind{};
  double upper = 0;
  std::uint64_t contacts = 0;
  std::size_t step = 0;

  friend bool operator<(const Severity& x, const Severity& y) {
    return std::tie(x.kind, x.upper, y.contacts, x.step) < std::tie(y.kind, y.upper, x.contacts, y.step);
  }
};

/// The worst that a pair came to.
struct WorstState {
  ClashKind kind{};
  double stray = 0;     ///< of both parts together, where the kind was decided
  bool is_sure = true;  ///< false where triangles that stray less might say otherwise
  double accepted = 0;  ///< the depth that is
  bool is_tolerance_cut = false;
  std::size_t step = 0;
  Distance gap;
  ContactTally contacts;
  bool a_is_inside = false;

  Severity severity() const { return {kind, gap.upper, contacts.count(), step}; }
};

/// Checks a pair step by step; remembers what helps the next step and keeps the worst one. Serves one thread.
class PairCheck {
 public:
  explicit PairCheck(const PairOnTheWay& pair) : pair_(pair) {}

  /// None when the budget ended it.
  std::optional<PairState> at(std::size_t step, const PlacementPair& at);
  const std::optional<WorstState>& worst() const { return worst_; }
  /// Of all steps.
  const Counters& counters() const { return counters_; }

 private:
  // What these say counts only if the budget has not ended them.
  ContactTally contacts_at(const PlacementPair& at);
  std::optional<WorstState> state_at(std::size_t step, const PlacementPair& at);
  /// For surfaces that do not meet: is a part inside the other? If A is, it is not asked about B.
  struct Inner {
    Answer a = Answer::no, b = Answer::no;
  };
  Inner inner(const PlacementPair& at);
  /// For surfaces that do not meet, `gap` apart: are they closer than that, or equally far where that counts? Exact.
  bool is_near(const PlacementPair& at, const Distance& gap, double length, bool equal_counts);
  /// A bound of what is measured between triangles of these parts that are `length` apart, or less.
  double widened(double length, const PlacementPair& at) const;
  StrayingPart straying_a(const PlacementPair& at) const { return {pair_.a.model(), pair_.stray_a, at.a}; }
  StrayingPart straying_b(const PlacementPair& at) const { return {pair_.b.model(), pair_.stray_b, at.b}; }
  /// Whether it is wrong that the surfaces do not meet, of parts not in each other, and what that is.
  std::optional<ClashKind> judge_gap(const PlacementPair& at, WorstState& state);
  /// A part inside the other, by less than the triangles stray: that may be their fault.
  void judge_inside(const PlacementPair& at, WorstState& state);
  /// What surfaces that meet mean.
  void judge(const PlacementPair& at, WorstState& state);
  /// The same if a part is open.
  void judge_open(const PlacementPair& at, WorstState& state);
  /// Do the interiors meet? Unknown also when that would take minutes, or the budget ends it.
  InteriorsMeeting interiors_at(const Solid& a, const Solid& b, const PlacementPair& at, const ContactTally& contacts);
  /// The kind of parts that may be in each other, of which no depth is known.
  ClashKind parted_or(ClashKind otherwise, const PlacementPair& at, const WorstState& state);
  /// A tolerance above half the thickness of a part where they meet would accept that one passes through the other.
  void cut_tolerance(const PlacementPair& at, const Penetration& found, WorstState& state);
  /// Of solids whose interiors are disjoint: their surfaces may be in each other by what the triangles stray.
  void judge_touch(const PlacementPair& at, WorstState& state);
  /// What the depth says of solids that are in each other; perhaps: nothing.
  void judge_depth(const PlacementPair& at, WorstState& state);
  /// For surfaces that meet: does a move by no more than what is accepted part them?
  bool can_be_parted(const PlacementPair& at, const WorstState& state);
  Distance gap_at(const PlacementPair& at, double known_upper);
  /// Counts what a query cost, and notes whether the budget left it without an answer.
  void take(const Counters& counters, bool is_answered);

  PairOnTheWay pair_;
  CollideCache collide_cache_;
  bool cached_ = !pair_.once;  ///< whether it is used
  DistanceCache distance_cache_;
  std::optional<WorstState> worst_;
  Inner inner_;  ///< at the last step
  Counters counters_;
  bool ended_ = false;  ///< by the budget
};

}  // namespace abut
