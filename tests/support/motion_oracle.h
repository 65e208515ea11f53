#pragma once

#include <abut/moving_features.h>

#include <memory>
#include <string>

namespace abut {

/// The first contact of two moving features in rational arithmetic: candidate times are roots of polynomials that Sturm
/// sequences isolate, signs there come from Tarski queries. Shares no code with the library. About a millisecond.
class MotionOracle {
 public:
  /// The vertex and the face's corners, or the ends of two edges.
  MotionOracle(bool is_edge_edge, const std::array<MovingPoint, 4>& points);
  ~MotionOracle();

  bool touches() const;
  /// Is the first contact at this time or later? True without a contact. Exact.
  bool is_from(double time) const;
  /// Is there a contact until this time? Exact.
  bool is_until(double time) const;
  /// Are the features at most so far apart at this time? Exact.
  bool is_within(double limit, double time) const;

  /// What is wrong with an answer, in words; empty if nothing is.
  std::string fault(const FeatureContact& answer, const FeatureContactOptions& options) const;

 private:
  struct Motion;
  std::unique_ptr<Motion> motion_;
};

}  // namespace abut
