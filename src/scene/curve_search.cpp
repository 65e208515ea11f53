#include "scene/curve_search.h"

#include "math/rounding.h"
#include "robot/figure_data.h"
#include "scene/edge_search.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

CurveSearch::CurveSearch(const EdgeData& data, const JointCurve& curve, const EdgeOptions& options)
    : data_(data),
      curve_(curve),
      options_(options),
      watch_(options.budget),
      check_(data.checked(), options.margin),
      dof_(curve.dof()),
      shortest_(options.time_tolerance * (curve.end() - curve.begin())) {
  require_valid(options);
  for (const FigurePart& part : data.checked().figures)
    for (const JointNumber& number : part.figure.numbers()) {
      limits_.push_back(number.limits), wraps_.push_back(number.wraps);
    }
  double most = 0;
  for (std::size_t piece = curve.pieces(); piece-- > 0;) {
    const std::span<const double> points = curve.points(piece);
    parts_.push_back({curve.times()[piece], curve.times()[piece + 1], {points.begin(), points.end()}});
    for (const double number : points) most = std::max(most, std::abs(number));
  }
  // Of some fifty cuts, of as many averages as the degree each, and of JointCurve::at().
  rounding_ = 0x1p-42 * most;
  for (const Part& part : parts_) require_limits(part, 0);
}

// What is a rounding beyond its limit counts as at it.
std::vector<double> CurveSearch::configuration(std::span<const double> numbers) const {
  std::vector<double> at(numbers.begin(), numbers.end());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double nearest = std::clamp(at[i], limits_[i].lower, limits_[i].upper);
    if (std::abs(at[i] - nearest) <= rounding_ + 0x1p-40 * std::abs(nearest)) at[i] = nearest;
  }
  return at;
}

// Throws Error where the curve is beyond a limit; quaternions of floating joints must stay.
void CurveSearch::require_limits(const Part& part, int depth) const {
  for (const FigurePart& figure : data_.checked().figures) {
    const std::size_t first_number = figure.first_number, count = figure.figure.dof();
    for (const auto& [numbers, time] : {std::pair{first(part), part.begin}, std::pair{last(part), part.end}}) {
      const std::vector<double> at = configuration(numbers);
      figure.figure.require_valid(std::span(at).subspan(first_number, count),
                                  ("the curve at time " + text_of(time)).c_str());
    }
    for (const JointMap& map : figure.figure.data().maps)
      for (std::size_t i = 3; i < 7 && map.kind == JointKind::floating; ++i)
        for (std::size_t at = first_number + map.first_number + i; at < part.points.size(); at += dof_)
          if (part.points[at] != part.points[at % dof_])
            throw Error("the curve turns the floating joint '" +
                        figure.figure.joints()[figure.figure.numbers()[map.first_number].joint].name +
                        "', which only straight ways can: its quaternion must be the same everywhere on the curve.");
  }
  bool is_within = true;
  for (std::size_t i = 0; i < part.points.size(); ++i)
    is_within &= limits_[i % dof_].lower <= part.points[i] && part.points[i] <= limits_[i % dof_].upper;
  constexpr int deepest = 12;
  if (is_within || depth == deepest) return;
  for (const Part& half : halves_of(part)) require_limits(half, depth + 1);
}

EdgeAnswer CurveSearch::run() {
  answer_.last_valid.reset();
  answer_.lower = curve_.begin();
  if (look_at_samples()) prove();
  answer_.lower = std::min(answer_.lower, answer_.upper);
  if (answer_.upper <= curve_.end())
    answer_.verdict = MotionVerdict::contact;
  else if (answer_.lower < curve_.end())
    answer_.verdict = MotionVerdict::undecided;
  else
    answer_.last_valid = curve_.end();
  if (answer_.verdict != MotionVerdict::clear && answer_.lower > curve_.begin())
    answer_.last_valid = next_down(answer_.lower);
  if (touching_)
    answer_.pair = data_.checker.touching(configuration(curve_.at(*touching_)), {.margin = options_.margin}).front();
  return answer_;
}

bool CurveSearch::touches_at(double time) {
  if (check_.is_free(configuration(curve_.at(time)))) return false;
  answer_.upper = time, answer_.tolerance = 0, touching_ = time;
  return true;
}

// False if that answers the question.
bool CurveSearch::look_at_samples() {
  for (int i = 0; i < options_.samples; ++i) {
    const double share = sample_time(i);
    const double time = share == 1 ? curve_.end() : curve_.begin() + share * (curve_.end() - curve_.begin());
    if (time > answer_.upper || !touches_at(time)) continue;
    if (i == 0 || options_.any_contact) return false;
  }
  answer_.last_valid = curve_.begin();
  return true;
}

void CurveSearch::prove() {
  while (!parts_.empty()) {
    if (watch_.is_over_now()) {
      answer_.complete = false;
      return;
    }
    const Part part = std::move(parts_.back());
    parts_.pop_back();
    if (part.begin >= answer_.upper || answer_.upper - answer_.lower <= shortest_) return;
    if (!look_at(part)) return;
  }
}

/// An angle that wraps would take the chord the other way; and what strays by a lot is not worth a try.
bool CurveSearch::goes_far(const Part& part) const {
  for (std::size_t i = 0; i < dof_; ++i)
    if (wraps_[i] && std::abs(last(part)[i] - first(part)[i]) > 1.5) return true;
  return false;
}

std::vector<double> CurveSearch::strays(const Part& part) const {
  std::vector<double> strays(dof_);
  const std::size_t degree = curve_.degree();
  for (std::size_t k = 1; k < degree; ++k)
    for (std::size_t i = 0; i < dof_; ++i) {
      const double share = static_cast<double>(k) / static_cast<double>(degree);
      const double on_chord = first(part)[i] + share * (last(part)[i] - first(part)[i]);
      strays[i] = std::max(strays[i], std::abs(part.points[k * dof_ + i] - on_chord));
    }
  for (double& stray : strays) stray += rounding_;
  return strays;
}

double CurveSearch::stray_of_links(const Part& part, std::span<const double> strays) const {
  const std::vector<double> from = configuration(first(part)), to = configuration(last(part));
  const EdgeWay way(data_, from, to);
  double most = 0;
  for (const EdgePair& pair : data_.pairs) most = std::max(most, way.moved(pair.a, strays) + way.moved(pair.b, strays));
  for (const EdgeSide& side : data_.movers) most = std::max(most, way.moved(side, strays));
  // A base stretches by less than 1.002.
  return 1.003 * most;
}

bool CurveSearch::look_at(const Part& part) {
  if (goes_far(part)) return push_halves(part, true), true;
  const double stray = stray_of_links(part, strays(part));
  double size = 0;
  for (const MoverBall& ball : data_.balls) size = std::max(size, ball.radius);
  if (stray > size && part.end - part.begin > shortest_) return push_halves(part, true), true;
  EdgeOptions options = options_;
  options.margin = add_up(options.margin, stray);
  options.samples = 1, options.any_contact = false, options.budget = watch_.rest();
  // As short as the times of the part are.
  options.time_tolerance = std::min(1.0, std::max(0x1p-30, shortest_ / (part.end - part.begin)));
  const std::vector<double> from = configuration(first(part)), to = configuration(last(part));
  const EdgeAnswer chord = EdgeSearch(data_, from, to, options).run();
  answer_.counters += chord.counters;
  watch_.spend(chord.counters);
  if (chord.verdict == MotionVerdict::clear) {
    answer_.lower = part.end;
    return true;
  }
  const double proved = part.begin + chord.lower * (part.end - part.begin) * (1 - 0x1p-40);
  if (chord.lower > 0) answer_.lower = std::max(answer_.lower, std::min(proved, part.end));
  if (!chord.complete) return answer_.complete = false;
  return note_contact(part, chord, stray);
}

/// The chord touches, with its larger margin, or is not decided.
bool CurveSearch::note_contact(const Part& part, const EdgeAnswer& chord, double stray) {
  const double length = part.end - part.begin, middle = part.begin + length / 2;
  const bool is_contact = chord.verdict == MotionVerdict::contact;
  const double time = is_contact ? std::clamp(part.begin + chord.upper * length, part.begin, part.end) : middle;
  if (time <= answer_.upper && touches_at(time) && options_.any_contact) {
    answer_.lower = curve_.begin();
    return false;
  }
  const bool can_halve = length > shortest_ && part.begin < middle && middle < part.end;
  if (can_halve) return push_halves(part, answer_.lower < middle), true;
  if (!is_contact || time > answer_.upper) return false;
  // The curve is within its stray of the chord, and the chord's shapes within the stray of the margin.
  answer_.upper = time, answer_.pair = chord.pair, answer_.tolerance = chord.tolerance + 2 * stray;
  touching_.reset();
  return false;
}

std::array<CurveSearch::Part, 2> CurveSearch::halves_of(const Part& part) const {
  const double middle = part.begin + (part.end - part.begin) / 2;
  Part left{part.begin, middle, {}}, right{middle, part.end, part.points};
  const std::size_t degree = curve_.degree();
  // What de Casteljau's averages have first, level by level, are the points of the left half; the right's remain.
  for (std::size_t level = 0;; ++level) {
    left.points.insert(left.points.end(), right.points.begin(),
                       right.points.begin() + static_cast<std::ptrdiff_t>(dof_));
    if (level == degree) break;
    for (std::size_t i = 0; i < (degree - level) * dof_; ++i)
      right.points[i] = 0.5 * right.points[i] + 0.5 * right.points[i + dof_];
  }
  return {std::move(left), std::move(right)};
}

void CurveSearch::push_halves(const Part& part, bool with_first) {
  auto [left, right] = halves_of(part);
  parts_.push_back(std::move(right));
  if (with_first) parts_.push_back(std::move(left));
}

}  // namespace abut
