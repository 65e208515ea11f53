#pragma once

#include "base/budget_watch.h"
#include "scene/configuration_check.h"
#include "scene/edge_data.h"
#include <abut/joint_curve.h>

#include <array>

namespace abut {

/// Looks for the first contact on a curve of configurations, or proves that there is none.
//
// A part of a curve is proved with the straight way between its ends, the chord. A polynomial less its chord has the
// Bezier points less those of the chord, so no number is farther from the chord than its farthest point; no point of a
// link is then farther from where the chord has it than those ways times the lever arms. With a margin larger by that,
// the chord speaks for the part; if it does not do, the part is halved, and strays four times less.
class CurveSearch {
 public:
  CurveSearch(const EdgeData& data, const JointCurve& curve, const EdgeOptions& options);
  EdgeAnswer run();

 private:
  struct Part {
    double begin, end;
    std::vector<double> points;  // as JointCurve::points()
  };

  void require_limits(const Part& part, int depth) const;
  bool look_at_samples();
  void prove();
  /// False when the search is over.
  bool look_at(const Part& part);
  bool note_contact(const Part& part, const EdgeAnswer& chord, double stray);
  std::array<Part, 2> halves_of(const Part& part) const;
  void push_halves(const Part& part, bool with_first);
  bool touches_at(double time);

  std::vector<double> configuration(std::span<const double> numbers) const;
  std::span<const double> first(const Part& part) const { return std::span(part.points).first(dof_); }
  std::span<const double> last(const Part& part) const { return std::span(part.points).last(dof_); }
  bool goes_far(const Part& part) const;
  /// How far each number may be from the chord; what rounding takes is made up for.
  std::vector<double> strays(const Part& part) const;
  /// How far two things may come closer to each other than on the chord.
  double stray_of_links(const Part& part, std::span<const double> strays) const;

  const EdgeData& data_;
  const JointCurve& curve_;
  EdgeOptions options_;
  BudgetWatch watch_;
  ConfigurationCheck check_;
  std::size_t dof_;
  std::vector<Bracket> limits_;
  std::vector<char> wraps_;
  double rounding_ = 0;  // of numbers
  double shortest_;      // what is no longer is not halved
  std::vector<Part> parts_;
  EdgeAnswer answer_;
  std::optional<double> touching_;  // when the contact that was found last is one of the curve itself
};

}  // namespace abut
