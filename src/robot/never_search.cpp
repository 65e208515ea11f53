#include "robot/never_search.h"

#include "math/arc_tangent.h"
#include "math/random.h"
#include "robot/revolved.h"

#include <algorithm>
#include <cmath>

namespace abut {

NeverSide never_side(std::vector<ChainJoint> joints, const Shape& shape, const Placement& at, double radius) {
  NeverSide side{std::move(joints), shape, at, {}, radius};
  const std::vector<Vec3>& points = shape.core().mesh().points;
  const Bounds box = bounds_of(points);
  const Vec3 middle = points.empty() ? Vec3{} : (box.low + box.high) * 0.5;
  side.ball.centre = at * middle;
  for (const Vec3& point : points) side.ball.radius = std::max(side.ball.radius, length(at * point - side.ball.centre));
  side.ball.radius = (side.ball.radius + shape.radius() + radius) * (1 + 0x1p-20);
  return side;
}

namespace {

/// A box of numbers is cut in halves until all of its parts are proved.
class NeverSearch {
 public:
  NeverSearch(const Figure& figure, const NeverPair& pair, double margin, BudgetWatch watch)
      : figure_(figure), pair_(pair), margin_(margin), watch_(watch), half_(figure.dof()), by_number_(figure.dof()) {
    // A quaternion that does not matter must be one all the same.
    for (const JointNumber& number : figure.numbers())
      middle_.push_back(number.name.ends_with("/rot_w") ? 1
                                                        : std::clamp(0.0, number.limits.lower, number.limits.upper));
    for (const NeverSide* side : {&pair.a, &pair.b})
      for (const ChainJoint& joint : side->joints)
        for (std::size_t i = 0; i < numbers_of(joint.map->kind); ++i) active_.push_back(joint.map->first_number + i);
    std::sort(active_.begin(), active_.end());
    active_.erase(std::unique(active_.begin(), active_.end()), active_.end());
  }

  std::optional<std::vector<double>> touching_sample(int samples) {
    const std::vector<Bracket> all = whole_cell();
    if (!is_bounded(all)) return std::nullopt;
    Random random(1);
    std::vector<Bracket> cell = all;
    for (int i = 0; i < samples; ++i) {
      for (std::size_t k = 0; k < all.size(); ++k)
        cell[k].lower = cell[k].upper = random.between(all[k].lower, all[k].upper);
      if (look(cell) == State::touching) return middle_;
      if (i % 64 == 63 && watch_.is_over_now()) break;
    }
    return std::nullopt;
  }

  NeverFound run(std::uint64_t most_cells) {
    NeverFound found;
    std::vector<std::vector<Bracket>> cells{whole_cell()};
    if (!is_bounded(cells[0])) return found;
    while (!cells.empty()) {
      if (found.cells >= most_cells || watch_.is_over(found.cells)) return found;
      ++found.cells;
      std::vector<Bracket> cell = std::move(cells.back());
      cells.pop_back();
      const State state = look(cell);
      if (state == State::apart) continue;
      if (state == State::touching) {
        found.verdict = NeverVerdict::touching, found.touching_at = middle_;
        return found;
      }
      const std::size_t widest = most_moving(cell);
      if (widest == active_.size()) return found;
      std::vector<Bracket> other = cell;
      other[widest].lower = cell[widest].upper = middle_[active_[widest]];
      cells.push_back(std::move(other));
      cells.push_back(std::move(cell));
    }
    found.verdict = NeverVerdict::never;
    return found;
  }

 private:
  enum class State { apart, touching, unknown };

  std::vector<Bracket> whole_cell() const {
    std::vector<Bracket> cell;
    for (const std::size_t number : active_) {
      const JointNumber& of = figure_.numbers()[number];
      cell.push_back(of.wraps ? Bracket{-pi * (1 + 0x1p-50), pi * (1 + 0x1p-50)} : of.limits);
    }
    return cell;
  }
  static bool is_bounded(const std::vector<Bracket>& cell) {
    return std::all_of(cell.begin(), cell.end(), [](const Bracket& range) {
      return std::abs(range.lower) <= largest_input && std::abs(range.upper) <= largest_input;
    });
  }

  // Placements are off by less than 2^-40 of the lengths at hand.
  State look(const std::vector<Bracket>& cell) {
    for (std::size_t i = 0; i < active_.size(); ++i) {
      double& middle = middle_[active_[i]];
      middle = cell[i].lower + (cell[i].upper - cell[i].lower) / 2;
      half_[active_[i]] = std::max(middle - cell[i].lower, cell[i].upper - middle);
      by_number_[active_[i]] = 0;
    }
    const NeverSide &a = pair_.a, &b = pair_.b;
    const ChainReach of_a = reach_of_chain(a.joints, middle_, half_, a.ball, by_number_),
                     of_b = reach_of_chain(b.joints, middle_, half_, b.ball, by_number_);
    const Placement at_a = of_a.at * a.at, at_b = of_b.at * b.at;
    const double sizes = length(at_a.shift) + length(at_b.shift) + a.ball.radius + b.ball.radius;
    const double needed = margin_ + a.radius + b.radius;
    const double safe = (needed + of_a.moves + of_b.moves) * (1 + 0x1p-20) + 0x1p-40 * sizes;
    if (safe <= largest_input && !touches(a.shape, at_a, b.shape, at_b, safe)) return State::apart;
    return touches(a.shape, at_a, b.shape, at_b, needed) ? State::touching : State::unknown;
  }

  /// The number to cut; none if no double is in between.
  std::size_t most_moving(const std::vector<Bracket>& cell) const {
    std::size_t most = active_.size();
    for (std::size_t i = 0; i < active_.size(); ++i) {
      const double middle = middle_[active_[i]];
      if (!(cell[i].lower < middle && middle < cell[i].upper)) continue;
      if (most == active_.size() || by_number_[active_[i]] > by_number_[active_[most]]) most = i;
    }
    return most;
  }

  const Figure& figure_;
  const NeverPair& pair_;
  double margin_;
  BudgetWatch watch_;
  std::vector<double> middle_, half_, by_number_;
  std::vector<std::size_t> active_;  // the numbers that matter
};

bool turns(const ChainJoint& joint) {
  return joint.map->kind == JointKind::revolute || joint.map->kind == JointKind::continuous;
}

/// Does another joint of the pair have the same number?
bool is_alone(const ChainJoint& joint, const NeverPair& pair) {
  int count = 0;
  for (const NeverSide* side : {&pair.a, &pair.b})
    count += static_cast<int>(std::count_if(side->joints.begin(), side->joints.end(), [&](const ChainJoint& other) {
      return other.map->kind != JointKind::fixed && other.map->first_number == joint.map->first_number;
    }));
  return count == 1;
}

Mesh placed(const Mesh& mesh, const Placement& at) {
  Mesh result = mesh;
  for (Vec3& point : result.points) point = at * point;
  return result;
}

// A shape turned about an axis is its core turned, within its radius.
NeverSide revolved_side(std::vector<ChainJoint> joints, const NeverSide& side, const Vec3& point, const Vec3& axis) {
  const Mesh core = placed(side.shape.core().mesh(), side.at);
  return never_side(std::move(joints), Shape(Solid(Model(revolved(core, point, axis)))), {}, side.shape.radius());
}

/// Turns an end about the joint next to it: the last of its own, or if it has none the first of the other's.
bool revolve(NeverSide& end, NeverSide& other, const NeverPair& pair) {
  if (end.shape.core().mesh().triangles.empty()) return false;
  const bool is_own = !end.joints.empty();
  if (!is_own && other.joints.empty()) return false;
  const ChainJoint joint = is_own ? end.joints.back() : other.joints.front();
  if (!turns(joint) || !is_alone(joint, pair)) return false;
  // The joint stays where it is, at some angle that no longer matters.
  JointMap still = *joint.map;
  const Vec3 axis = is_own ? joint.axis : still.origin.linear * joint.axis;
  const Vec3 point = is_own ? Vec3{} : still.origin.shift;
  NeverSide turned = revolved_side(end.joints, end, point, axis);
  if (is_own) {
    // It has an axis of the link's, so the link may be at zero.
    turned.joints.pop_back();
    turned.at = still.origin;
    turned.ball.centre = still.origin * turned.ball.centre;
  } else {
    NeverSide rest = other;
    rest.joints.erase(rest.joints.begin());
    other = std::move(rest);
    turned.at = inverse(still.origin);
    turned.ball.centre = turned.at * turned.ball.centre;
  }
  end = std::move(turned);
  return true;
}

}  // namespace

NeverFound search_never(const Figure& figure, const NeverPair& pair, double margin, std::uint64_t most_cells,
                        const BudgetWatch& watch) {
  return NeverSearch(figure, pair, margin, watch).run(most_cells);
}

std::optional<std::vector<double>> touching_sample(const Figure& figure, const NeverPair& pair, double margin,
                                                   int samples, const BudgetWatch& watch) {
  return NeverSearch(figure, pair, margin, watch).touching_sample(samples);
}

std::optional<NeverPair> with_revolved(const NeverPair& pair, RevolvedEnds ends) {
  NeverPair turned = pair;
  if (ends != RevolvedEnds::b && !revolve(turned.a, turned.b, pair)) return std::nullopt;
  if (ends != RevolvedEnds::a && !revolve(turned.b, turned.a, turned)) return std::nullopt;
  return turned;
}

}  // namespace abut
