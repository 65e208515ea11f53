#pragma once

#include "base/budget_watch.h"
#include "engine/moving_pairs.h"
#include "query/moving_body.h"
#include <abut/collide.h>
#include <abut/first_contact.h>

#include <algorithm>
#include <optional>

namespace abut {

/// What queries about moving models have in common: cells of time, looked at from left to right, each with the front of
/// what its parent could not tell apart.
class MovingQuery {
 protected:
  MovingQuery(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
              const FirstContactOptions& options);

  /// Are all triangles that may meet to be found, because those that were looked at stay apart?
  enum class Patience { untried, patient, in_vain };
  struct Cell {
    double begin, end;
    FrontMark from, to;
    /// A visit that takes longer is given up, and the cell divided; its parts may take twice as long.
    std::uint64_t most_tests = 600;
    bool ends_with_touch = false;
    bool is_expected = false;  // to be clear, and to end shortly before a contact
    Patience patience = Patience::untried;
    /// Of it, to be looked at next when a meeting is known: longer after each that did not come, so that many that are
    /// expected too early do not lead through the time in steps of the tolerance.
    double least_part = 0x1p-20;
  };
  /// When a contact is expected.
  struct Expected {
    double begin, end;
  };
  struct Touch {
    double time;
    std::vector<Contact> pairs;
  };

  void choose_tolerances();
  void push_cells();
  bool has_triangles() const { return !a_.model().tree.nodes.empty() && !b_.model().tree.nodes.empty(); }
  void divide(const Cell& cell, const MovingMiddle& middle, const FrontMark& from, const FrontMark& to,
              const std::optional<Expected>& expected);
  /// Appends to the front what may meet in the cell. False when that takes more tests.
  bool visit(const Cell& cell, const MovingMiddle& middle, std::uint64_t most_tests);
  /// Appends to the front what may meet in the cell, as advance_moving.
  Advanced advance(const Cell& cell, const MovingMiddle& middle, std::uint64_t most_tests);
  /// What a visit may take that need not be made: close fits take as much for every cell.
  std::uint64_t most_tests(const Cell& cell) const { return std::max(cell.most_tests, 2 * usual_tests_); }
  /// Does anything of the cell's front touch in the middle of its time?
  bool touch_in(const MovingMiddle& middle, const Cell& cell);
  /// Leaves pairs of triangles out that stay apart, and notices those that touch in the middle. Says when
  /// others are expected to touch.
  std::optional<Expected> keep_triangles_that_may_meet(const MovingMiddle& middle, const Cell& cell);
  void count(const Cell& cell, const Visited& visited);
  FrontMark mark() const { return {front_.steps.size(), front_.triangles.size()}; }
  void forget_after(const FrontMark& to);
  bool is_over();
  bool touches_at(double time) const { return touch_ && touch_->time == time; }

  const Model &model_a_, &model_b_;
  const Motion &motion_a_, &motion_b_;
  MovingBody a_, b_;
  FirstContactOptions options_;
  TimeSpan span_;
  CollideOptions touching_;  // what a contact is
  BudgetWatch watch_;
  std::vector<double> knots_;  // of both motions, and the ends of the time
  std::vector<Cell> cells_;
  MovingFront front_;
  std::optional<Touch> touch_;     // the last that was found
  std::uint64_t usual_tests_ = 0;  // of a visit
  Counters counters_;
  bool complete_ = true;
};

}  // namespace abut
