#pragma once

#include "base/budget_watch.h"
#include "engine/moving_pairs.h"
#include "math/motion_data.h"
#include "query/model_data.h"
#include <abut/collide.h>
#include <abut/first_contact.h>

#include <optional>

namespace abut {

/// A model and its motion.
class MovingBody {
 public:
  MovingBody(const Model& model, const Motion& motion);

  const ModelData& model() const { return model_; }
  const MotionData& motion() const { return motion_; }
  double radius() const { return radius_; }
  /// Where it is at a time of a cell that begins at `from`, and how it moves for `half` a time before and after.
  MovingExtent extent(double from, double time, double half) const;
  /// How far a point may be from the curve, whatever the time.
  double error() const { return error_; }

 private:
  double error_of(const MotionPiece& piece) const;

  const ModelData& model_;
  const MotionData& motion_;
  double radius_, distance_;  // of the points from their centre, and of that from the frame's origin
  double error_ = 0;
};

class MovingMiddle;

/// Looks for the first contact of two moving models: cells of time from left to right, each with the front of what its
/// parent could not tell apart.
class MovingSearch {
 public:
  MovingSearch(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
               const FirstContactOptions& options);

  MovingContact run();

 private:
  struct Cell {
    double begin, end;
    FrontMark from, to;
    bool ends_with_touch = false;
    bool is_expected = false;  // to be clear, and to end shortly before a contact
  };
  /// When a contact is expected.
  struct Expected {
    double begin, end;
  };
  struct Touch {
    double time;
    Contact pair;
  };

  void choose_tolerances();
  void push_cells();
  /// Do the models touch at a time, as Motion::at() places them?
  bool touch_at(double time);
  void search();
  /// Proves that the cell is clear, or divides it.
  void look_at(const Cell& cell);
  /// What can be said of a cell that is too short to divide.
  void look_at_ends_of(const Cell& cell);
  void divide(const Cell& cell, const MovingMiddle& middle, const FrontMark& from, const FrontMark& to,
              const std::optional<Expected>& expected);
  /// Appends to the front what may meet in the cell. False when that takes more tests.
  bool visit(const Cell& cell, const MovingMiddle& middle, std::uint64_t most_tests);
  /// Does anything of the cell's front touch in the middle of its time?
  bool touch_in(const MovingMiddle& middle, const Cell& cell);
  /// Leaves pairs of triangles out that stay apart, and notices those that touch in the middle. Says when
  /// others are expected to touch.
  std::optional<Expected> keep_triangles_that_may_meet(const MovingMiddle& middle, const Cell& cell);
  FrontMark mark() const { return {front_.steps.size(), front_.triangles.size()}; }
  void forget_after(const FrontMark& to);
  bool is_over();
  void describe(MovingContact& result) const;

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
  std::optional<Touch> touch_;
  double lower_;
  std::uint64_t most_tests_;  // that the visit of a cell may take
  Counters counters_;
  bool complete_ = true, undecided_ = false, done_ = false;
};

}  // namespace abut
