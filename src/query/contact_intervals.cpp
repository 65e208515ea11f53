#include "leaf/moving_triangles.h"
#include "query/batch.h"
#include "query/moving_query.h"
#include <abut/error.h>

#include <algorithm>

namespace abut {

namespace {

/// Cuts a time into parts of which something is proved.
class IntervalSearch : MovingQuery {
 public:
  IntervalSearch(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                 const FirstContactOptions& options, const IntervalOptions& intervals)
      : MovingQuery(a, motion_a, b, motion_b, options), intervals_(intervals) {}

  MotionParts run() {
    result_.tolerance = options_.distance_tolerance;
    if (has_triangles())
      search();
    else
      add(MotionPartKind::apart, span_.end);
    if (!is_enough_ && until_ < span_.end) add(MotionPartKind::undecided, span_.end);
    result_.counters = counters_;
    result_.complete = complete_;
    return std::move(result_);
  }

 private:
  void search() {
    push_cells();
    while (!cells_.empty() && !is_enough_ && !is_over()) {
      const Cell cell = cells_.back();
      cells_.pop_back();
      look_at(cell);
    }
  }

  void look_at(Cell cell) {
    const MovingMiddle middle(a_, b_, cell.begin, cell.end, touching_.margin);
    const bool can_divide = cell.begin < middle.time && middle.time < cell.end;
    // One of several pairs that touch more likely goes on to touch. Where a few did not for long, one of many may.
    touching_.max_contacts = (cell.end - cell.begin) * 1000 > span_.end - span_.begin ? 8 : 64;
    FrontMark from = cell.from, to = cell.to;
    bool touches = to.steps > from.steps && touch_in(middle, cell);
    if (!touches && visit(cell, middle, can_divide ? most_tests(cell) : Budget::no_limit)) {
      if (front_.steps.size() == to.steps) keep_triangles_that_may_meet(middle, cell);
      from = to, to = mark();
      if (from.steps == to.steps && from.triangles == to.triangles) return add(MotionPartKind::apart, cell.end);
      touches = touches_at(middle.time);
    }
    if (touches && stays_within(middle)) return add(MotionPartKind::within, cell.end);
    if (!can_divide || cell.end - cell.begin <= options_.time_tolerance)
      return add(MotionPartKind::undecided, cell.end);
    cell.most_tests *= 2;
    divide(cell, middle, from, to, {});
  }

  bool stays_within(const MovingMiddle& middle) const {
    const LeafGeometry a = a_.model().leaf_geometry(), b = b_.model().leaf_geometry();
    const Placement &at_a = middle.of_a.state.at, &at_b = middle.of_b.state.at;
    MovingTriangles by_a(a, at_a, b, at_b, middle.a_seen, middle.b_seen, touching_.margin),
        by_b(b, at_b, a, at_a, middle.b_seen, middle.a_seen, touching_.margin);
    return std::any_of(touch_->pairs.begin(), touch_->pairs.end(), [&](const Contact& pair) {
      return by_a.stay_within(pair.a, pair.b) || by_b.stay_within(pair.b, pair.a);
    });
  }

  void add(MotionPartKind kind, double end) {
    std::vector<MotionPart>& parts = result_.parts;
    if (!parts.empty() && parts.back().kind == kind) {
      parts.back().end = until_ = end;
      return;
    }
    if (parts.size() + 1 >= intervals_.max_parts && end < span_.end) {
      // The last part takes what is left.
      complete_ = false, is_enough_ = true;
      kind = MotionPartKind::undecided, end = span_.end;
      if (!parts.empty() && parts.back().kind == kind) {
        parts.back().end = until_ = end;
        return;
      }
    }
    parts.push_back({kind, until_, end});
    until_ = end;
    is_enough_ = is_enough_ || (intervals_.until_apart && kind == MotionPartKind::apart);
  }

  IntervalOptions intervals_;
  MotionParts result_;
  double until_ = span_.begin;
  bool is_enough_ = false;
};

}  // namespace

MotionParts contact_intervals(const Model& a, const Motion& motion_a, const Model& b, const Motion& motion_b,
                              const FirstContactOptions& options, const IntervalOptions& intervals) {
  if (options.after_parting) throw Error("intervals of contact are all of the time: after_parting is not for them.");
  return IntervalSearch(a, motion_a, b, motion_b, options, intervals).run();
}

std::vector<MotionParts> contact_intervals(std::span<const MovingPair> items, const FirstContactOptions& options,
                                           const IntervalOptions& intervals) {
  return batch_of<MotionParts>(items.size(), options.threads, [&](std::size_t i) {
    const MovingPair& item = items[i];
    return contact_intervals(*item.a, item.motion_a, *item.b, item.motion_b, options, intervals);
  });
}

}  // namespace abut
