#include "scene/edge_search.h"

#include "math/rounding.h"
#include "query/option_check.h"
#include "scene/configuration_check.h"
#include "scene/edge_half_space.h"
#include "scene/edge_sweep.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

// The binary digits of the index in reverse.
double sample_time(int index) {
  if (index < 2) return index;
  double time = 0, digit = 0.5;
  for (int rest = index - 1; rest > 0; rest /= 2, digit /= 2)
    if (rest % 2 == 1) time += digit;
  return time;
}

void require_valid(const EdgeOptions& options) {
  require_margin(options.margin);
  if (!(options.time_tolerance > 0 && options.time_tolerance <= 1))
    throw Error("the time tolerance of an edge must be above 0 and at most 1.");
  if (options.samples < 1) throw Error("an edge is looked at in one configuration at least: its first.");
}

EdgeSearch::EdgeSearch(const EdgeData& data, std::span<const double> from, std::span<const double> to,
                       const EdgeOptions& options)
    : data_(data), way_(data, from, to), options_(options), watch_(options.budget) {
  require_valid(options);
}

EdgeAnswer EdgeSearch::run() {
  search();
  // All pairs have to be looked at for the first one, so only if no earlier contact was found.
  if (touching_) answer_.pair = data_.checker.touching(*touching_, {.margin = options_.margin}).front();
  return answer_;
}

void EdgeSearch::search() {
  answer_.last_valid = 0;
  // Any contact is found soonest by samples. For the first one all of the edge is swept in any case, and where that
  // leaves nothing, samples beside the start have nothing to tell.
  if (!look_at_samples(0, options_.any_contact ? options_.samples : 1)) return;
  const std::vector<EdgeCandidate> candidates = EdgeSweep(data_, way_, options_.margin).run();
  if (!options_.any_contact && !candidates.empty()) look_at_samples(1, options_.samples);
  if (!prove(candidates)) return;
  if (answer_.upper <= 1)
    answer_.verdict = MotionVerdict::contact;
  else if (undecided_ || !answer_.complete)
    answer_.verdict = MotionVerdict::undecided;
  else
    answer_.last_valid = 1;
  if (answer_.verdict != MotionVerdict::clear && answer_.lower > 0) answer_.last_valid = next_down(answer_.lower);
}

// False if that answers the question.
bool EdgeSearch::look_at_samples(int first, int end) {
  ConfigurationCheck check(data_.checked(), options_.margin);
  for (int i = first; i < end; ++i) {
    const double time = sample_time(i);
    if (time > answer_.upper) continue;
    std::vector<double> configuration = way_.configuration(time);
    if (check.is_free(configuration)) continue;
    answer_.upper = time, touching_ = std::move(configuration);
    if (time > 0 && !options_.any_contact) continue;
    answer_.verdict = MotionVerdict::contact, answer_.lower = 0;
    if (time == 0) answer_.last_valid.reset();
    return false;
  }
  return true;
}

bool EdgeSearch::prove(std::span<const EdgeCandidate> candidates) {
  answer_.lower = limit();
  for (const EdgeCandidate& candidate : candidates) {
    if (watch_.is_over_now()) {
      answer_.complete = false, answer_.lower = 0;
      break;
    }
    if (candidate.begin > limit() || !look_at(candidate) || !options_.any_contact) continue;
    answer_.verdict = MotionVerdict::contact, answer_.lower = 0;
    return false;
  }
  return true;
}

// Is it a contact?
bool EdgeSearch::look_at(const EdgeCandidate& candidate) {
  const CheckerData& checked = data_.checked();
  FirstContactOptions options{.time_tolerance = options_.time_tolerance,
                              .during = {candidate.begin, std::min(candidate.end, limit())},
                              .budget = watch_.rest()};
  const bool is_pair = candidate.kind == EdgeCandidate::Kind::movers;
  const EdgeSide& side = is_pair ? data_.pairs[candidate.index].a : data_.movers[candidate.mover];
  const CheckedShape& mover = checked.movers[side.mover];
  const Motion motion = way_.motion(side);
  const double own = add_up(mover.shape.radius(), mover.padding);
  if (is_pair) {
    const EdgePair& pair = data_.pairs[candidate.index];
    const CheckedShape& other = checked.movers[pair.b.mover];
    options.margin = add_up(pair.reach, options_.margin);
    note(first_contact(mover.shape.core(), motion, other.shape.core(), way_.motion(pair.b), options),
         {mover.name, other.name});
  } else if (candidate.kind == EdgeCandidate::Kind::world) {
    const EdgeWorld& world = data_.worlds[candidate.index];
    options.margin = add_up(add_up(own, world.reach), add_up(world.error, options_.margin));
    const MovingContact found = first_contact(mover.shape.core(), motion, world.model, still_, options);
    const bool is_contact = found.verdict == MotionVerdict::contact;
    note(found, {mover.name, is_contact ? checked.bodies[world.body_of(found.triangle_b)].name : 0});
  } else {
    const EdgeHalfSpace& half_space = data_.half_spaces[candidate.index];
    const double reach = add_up(add_up(own, half_space.reach), options_.margin);
    note(first_contact(mover.shape.core(), motion, half_space, reach, options.during, options_.time_tolerance, watch_),
         {mover.name, checked.bodies[half_space.body].name});
  }
  return answer_.upper <= 1;
}

void EdgeSearch::note(const MovingContact& found, CheckedPair pair) {
  answer_.counters += found.counters;
  watch_.spend(found.counters);
  answer_.complete = answer_.complete && found.complete;
  if (found.verdict == MotionVerdict::clear) return;
  answer_.lower = std::min(answer_.lower, found.lower);
  if (found.verdict == MotionVerdict::undecided) {
    undecided_ = true;
    return;
  }
  if (found.upper > answer_.upper) return;
  if (pair.b < pair.a) std::swap(pair.a, pair.b);
  answer_.upper = found.upper, answer_.pair = pair, answer_.tolerance = found.tolerance;
  touching_.reset();
}

}  // namespace abut
