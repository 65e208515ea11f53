#include "query/option_check.h"
#include "scene/edge_search.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

/// Brackets the largest margin with which an edge or a curve is clear.
class EdgeClearanceSearch {
 public:
  EdgeClearanceSearch(const EdgeData& data, FunctionRef<EdgeAnswer(const EdgeOptions&)> check,
                      const EdgeClearanceOptions& options)
      : data_(data), check_(check), options_(options), watch_(options.budget) {
    require_length(options.relative_error, "the relative error");
    require_length(options.absolute_error, "the absolute error");
    if (!(options.relative_error >= 0x1p-30 || options.absolute_error > 0))
      throw Error("the clearance of an edge needs a relative error of at least 2^-30, or an absolute one.");
  }

  EdgeClearance run() {
    look(0);
    // Outward from a thousandth of the largest mover; what is clear with any margin has nothing to touch.
    double first = 0;
    for (const MoverBall& ball : data_.balls) first = std::max(first, ball.radius / 1024);
    for (double margin = first; is_open() && std::isinf(found_.upper); margin *= 4) {
      if (!(margin > 0 && margin < 0x1p60 * first)) {
        found_.lower = found_.upper;
        return found_;
      }
      look(margin);
    }
    while (is_open() && !is_good()) {
      const double middle = found_.lower + (found_.upper - found_.lower) / 2;
      if (!(found_.lower < middle && middle < found_.upper)) break;
      look(middle);
    }
    return found_;
  }

 private:
  bool is_open() const { return found_.complete && found_.upper > 0; }
  bool is_good() const {
    return found_.upper <= found_.lower * (1 + options_.relative_error) ||
           found_.upper <= found_.lower + options_.absolute_error;
  }

  void look(double margin) {
    const EdgeOptions options{.margin = margin, .any_contact = true, .budget = watch_.rest()};
    const EdgeAnswer answer = check_(options);
    found_.counters += answer.counters;
    watch_.spend(answer.counters);
    if (answer.verdict == MotionVerdict::clear) {
      found_.lower = margin;
    } else if (answer.verdict == MotionVerdict::contact) {
      // A contact within the tolerance of no margin at all is one of no margin.
      found_.upper = margin == 0 ? 0 : margin + answer.tolerance;
      found_.time = answer.upper, found_.pair = answer.pair;
    } else {
      found_.complete = false;
    }
  }

  const EdgeData& data_;
  FunctionRef<EdgeAnswer(const EdgeOptions&)> check_;
  EdgeClearanceOptions options_;
  BudgetWatch watch_;
  EdgeClearance found_;
};

}  // namespace

EdgeClearance edge_clearance(const EdgeData& data, FunctionRef<EdgeAnswer(const EdgeOptions&)> check,
                             const EdgeClearanceOptions& options) {
  return EdgeClearanceSearch(data, check, options).run();
}

}  // namespace abut
