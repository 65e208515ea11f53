#include "base/budget_watch.h"
#include "classic/figure/frames.h"
#include "math/rounding.h"

#include <algorithm>

namespace abut::classic::figure {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TimeSpan time_of(std::span<const Motion> motions, const TimeSpan& asked) {
  TimeSpan time = asked;
  for (const Motion& motion : motions)
    time = {std::max(time.begin, motion.during().begin), std::min(time.end, motion.during().end)};
  if (!(time.begin <= time.end)) throw Error("There is no time in which the motions of all links are defined.");
  if (!(time.begin > -infinity && time.end < infinity))
    throw Error("The time is infinite, because no link moves; give it by `during`.");
  return time;
}

/// How far a point of a link may be, during a range of placements, from where one of these puts it.
double strayed(const abut::Model& model, const PlacementRange& range, const Placement& at) {
  const auto farthest = [](double low, double high, double from) {
    return std::max(std::abs(low - from), std::abs(high - from));
  };
  const Bounds box = bounds_of(model.mesh().points);
  const Vec3 sizes = max(abs(box.low), abs(box.high));
  Vec3 off;
  for (int row = 0; row < 3; ++row) {
    off[row] = farthest(range.low.shift[row], range.high.shift[row], at.shift[row]);
    for (int column = 0; column < 3; ++column)
      off[row] += sizes[column] *
                  farthest(range.low.linear(row, column), range.high.linear(row, column), at.linear(row, column));
  }
  // Far more than some ten roundings of sums and products without cancellation. A sum, as squares may vanish.
  return (off.x + off.y + off.z) * (1 + 0x1p-40);
}

/// Goes from part to part of the time. Boxes around links where they are in the middle of a part tell which pairs may
/// come together in it.
class MovingFigures {
 public:
  MovingFigures(const Figures& figures, std::span<const Motion> motions, Way way, const FirstContactOptions& options)
      : figures_(figures), motions_(motions), hierarchy_(figures, way), options_(options), watch_(options.budget) {}

  FirstContact run() {
    constexpr int parts = 16;
    const TimeSpan time = time_of(motions_, options_.during);
    // Of all the time, not of a part.
    if (options_.time_tolerance == FirstContactOptions::automatic)
      options_.time_tolerance = 1e-6 * (time.end - time.begin);
    result_.lower = time.begin;
    for (int i = 0; i < parts && result_.verdict == MotionVerdict::clear; ++i) {
      const double begin = result_.lower;
      const double end = i + 1 == parts ? time.end : time.begin + (time.end - time.begin) * (i + 1) / parts;
      if (begin < end || time.begin == time.end) look({begin, end});
      if (time.begin == time.end) break;
    }
    result_.effort = hierarchy_.effort();
    return result_;
  }

 private:
  void look(const TimeSpan& part) {
    std::vector<LinkPair> pairs;
    hierarchy_.place(middles_of(part));
    hierarchy_.update();
    hierarchy_.collect(pairs, add_up(options_.margin, 2 * most_strayed_));
    std::sort(pairs.begin(), pairs.end());
    result_.lower = part.end;
    for (const LinkPair& pair : pairs) {
      if (watch_.is_over_now()) {
        result_.complete = false, result_.lower = part.begin;
        if (result_.verdict == MotionVerdict::clear) result_.verdict = MotionVerdict::undecided;
        return;
      }
      look(pair, part);
    }
  }

  std::vector<Placement> middles_of(const TimeSpan& part) {
    std::vector<Placement> at;
    most_strayed_ = 0;
    for (std::size_t i = 0; i < motions_.size(); ++i) {
      const Motion& motion = motions_[i];
      at.push_back(motion.at(part.begin + (part.end - part.begin) / 2));
      most_strayed_ = std::max(most_strayed_,
                               strayed(figures_.links()[i].model, motion.enclosure(part.begin, part.end), at.back()));
    }
    return at;
  }

  void look(const LinkPair& pair, const TimeSpan& part) {
    FirstContactOptions options = options_;
    options.during = part, options.budget = watch_.rest();
    const MovingContact found = abut::first_contact(figures_.links()[pair.a].model, motions_[pair.a],
                                                    figures_.links()[pair.b].model, motions_[pair.b], options);
    ++result_.tested;
    watch_.spend(found.counters);
    result_.complete = result_.complete && found.complete;
    if (found.verdict == MotionVerdict::clear) return;
    result_.lower = std::min(result_.lower, found.lower);
    if (result_.verdict != MotionVerdict::contact) result_.verdict = found.verdict;
    if (found.verdict == MotionVerdict::contact && found.upper < result_.upper)
      result_.upper = found.upper, result_.pair = pair, result_.contact = found;
  }

  const Figures& figures_;
  std::span<const Motion> motions_;
  Hierarchy hierarchy_;
  FirstContactOptions options_;
  BudgetWatch watch_;
  double most_strayed_ = 0;
  FirstContact result_;
};

}  // namespace

FirstContact first_contact(const Figures& figures, std::span<const Motion> motions, Way way,
                           const FirstContactOptions& options) {
  if (motions.size() != figures.links().size())
    throw Error("There are " + std::to_string(motions.size()) + " motions for " +
                std::to_string(figures.links().size()) + " links.");
  if (options.after_parting) throw Error("after_parting is for two models, not for the links of figures.");
  if (!(options.margin >= 0 && options.margin <= largest_input))
    throw Error("The margin must be a number from 0 to 2^300.");
  return MovingFigures(figures, motions, way, options).run();
}

}  // namespace abut::classic::figure
