#include "base/budget_watch.h"
#include "query/batch.h"
#include "query/option_check.h"
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/first_contact.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

/// Alternates between proofs that nothing comes closer than a little less than the best time found, and looks for a
/// better time around the place where a proof fails.
class ClearanceSearch {
 public:
  ClearanceSearch(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                  const ClearanceOptions& options)
      : a_(a), b_(b), motion_a_(motion_a), motion_b_(motion_b), options_(options), watch_(options.budget) {
    require_length(options.relative_error, "the relative error");
    require_length(options.absolute_error, "the absolute error");
    if (!(options.relative_error >= 0x1p-40 || options.absolute_error > 0))
      throw Error("the least clearance needs a relative error of at least 2^-40, or an absolute one.");
    const TimeSpan one = motion_a.during(), other = motion_b.during();
    span_ = {std::max({one.begin, other.begin, options.during.begin}),
             std::min({one.end, other.end, options.during.end})};
  }

  MotionClearance run() {
    // Says what is wrong with the times, and whether they touch at all.
    if (!prove(0)) return result_;
    constexpr int samples = 8;
    for (int i = 0; i <= samples; ++i) measure(span_.begin + (span_.end - span_.begin) * i / samples);
    descend(result_.time, (span_.end - span_.begin) / samples);
    while (result_.complete && !is_good()) {
      const double upper = result_.upper;
      const double needed = std::min(upper / (1 + options_.relative_error / 2), upper - options_.absolute_error / 2);
      if (prove(needed)) break;
    }
    if (std::isinf(result_.upper)) result_.lower = result_.upper;
    return result_;
  }

 private:
  bool is_good() const {
    return result_.upper <= result_.lower * (1 + options_.relative_error) ||
           result_.upper <= result_.lower + options_.absolute_error || std::isinf(result_.upper);
  }

  /// Shows that the models stay farther apart than this, or finds a time at which they are not.
  bool prove(double margin) {
    margin = std::max(margin, 0.0);
    FirstContactOptions proof{.margin = margin, .budget = watch_.rest(), .simd = options_.simd};
    proof.during = {std::max(known_clear_, options_.during.begin), options_.during.end};
    // What is told as a contact must be better than what is known.
    if (margin > 0) proof.distance_tolerance = (result_.upper - margin) / 4;
    const MovingContact found = first_contact(a_, motion_a_, b_, motion_b_, proof);
    spend(found.counters);
    result_.complete = result_.complete && found.complete;
    if (found.verdict == MotionVerdict::clear) {
      result_.lower = std::max(result_.lower, margin);
      return true;
    }
    if (found.verdict == MotionVerdict::undecided) return result_.complete = false, false;
    known_clear_ = found.lower;
    measure(found.upper);
    if (margin > 0) descend(found.upper, (span_.end - span_.begin) / 64);
    return false;
  }

  double measure(double time) {
    const Distance found = distance(a_, motion_a_.at(time), b_, motion_b_.at(time),
                                    {.budget = watch_.rest(), .simd = options_.simd, .cache = &cache_});
    spend(found.counters);
    result_.complete = result_.complete && found.complete;
    if (found.upper < result_.upper) result_.upper = found.upper, result_.time = time;
    return found.upper;
  }

  /// Looks for a closer time around one: steps that double as long as it gets closer, then halve.
  void descend(double time, double step) {
    double best = measure(time);
    for (int i = 0; i < 40 && result_.complete && best > 0 && step > 1e-9 * (span_.end - span_.begin); ++i) {
      const double before = std::max(span_.begin, time - step), after = std::min(span_.end, time + step);
      const double at_before = measure(before), at_after = measure(after);
      if (std::min(at_before, at_after) < best) {
        time = at_before < at_after ? before : after;
        best = std::min(at_before, at_after);
      } else {
        step /= 4;
      }
    }
  }

  void spend(const Counters& counters) {
    result_.counters += counters;
    watch_.spend(counters);
  }

  const Model &a_, &b_;
  const Motion &motion_a_, &motion_b_;
  ClearanceOptions options_;
  BudgetWatch watch_;
  TimeSpan span_;
  DistanceCache cache_;
  MotionClearance result_;
  double known_clear_ = -std::numeric_limits<double>::infinity();  // until here nothing is as close as was asked last
};

}  // namespace

MotionClearance least_clearance(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                                const ClearanceOptions& options) {
  return ClearanceSearch(a, motion_a, b, motion_b, options).run();
}

std::vector<MotionClearance> least_clearance(std::span<const MovingPair> items, const ClearanceOptions& options) {
  return batch_of<MotionClearance>(items.size(), options.threads, [&](std::size_t i) {
    const MovingPair& item = items[i];
    return least_clearance(*item.a, item.motion_a, *item.b, item.motion_b, options);
  });
}

}  // namespace abut
