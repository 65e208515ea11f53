#include "scene/edge_sweep.h"

#include "math/rounding.h"
#include "shape/shape_data.h"

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

// What rounding takes from a few products and sums. A base stretches by less than 1.002, and shortens by no more.
constexpr double outward = 1 + 0x1p-20, stretch = 1.002;
/// An edge is looked at in so many parts, which are halved so often.
constexpr int parts = 4, most_halvings = 1, quick_halvings = 2;

bool touch(const Bounds& a, const Bounds& b) {
  bool all = true;
  for (int k = 0; k < 3; ++k) all = all && !(a.low[k] > b.high[k]) && !(b.low[k] > a.high[k]);
  return all;
}

}  // namespace

// By Taylor, a point is within half^2 / 2 of its bend from where its place and velocity in the middle carry it.
double EdgeSweep::Moving::reach(const Vec3& along, double half) const {
  double sides = 0, turns = std::abs(dot(along, velocity));
  for (int i = 0; i < 3; ++i) sides += std::abs(dot(along, side[i])), turns += std::abs(dot(along, turn[i]));
  return sides + half * turns;
}

EdgeSweep::Moving EdgeSweep::Moving::carried_by(const Placement& base) const {
  if (base == Placement{}) return *this;
  Moving carried{base * centre, base.linear * velocity, {}, {}};
  for (int i = 0; i < 3; ++i) carried.side[i] = base.linear * side[i], carried.turn[i] = base.linear * turn[i];
  return carried;
}

EdgeSweep::EdgeSweep(const EdgeData& data, const EdgeWay& way, double margin)
    : data_(data),
      way_(way),
      margin_(margin),
      links_(data.checked().links),
      velocities_(data.checked().links),
      moving_(data.movers.size()),
      moving_when_(data.movers.size()),
      met_(data.worlds.size()),
      quick_(data.quick_look()) {
  add_items();
  if (!quick_) return;
  placed_movers_.resize(data.movers.size()), motions_.resize(data.movers.size()), pair_strays_.resize(pairs_.size());
  asked_when_.resize(data.movers.size());
}

void EdgeSweep::add_items() {
  // What does not move against the other was looked at in the first configuration.
  for (std::uint32_t i = 0; i < data_.pairs.size(); ++i) {
    const EvenJoints::Reach a = way_.reach(data_.pairs[i].a, quick_), b = way_.reach(data_.pairs[i].b, quick_);
    pairs_.push_back({a.way + b.way, a.bend + b.bend});
    if (a.way + b.way != 0) items_.push_back({EdgeCandidate::Kind::movers, i});
  }
  for (std::uint32_t i = 0; i < data_.movers.size(); ++i) {
    movers_.push_back(way_.reach(data_.movers[i], quick_));
    if (movers_[i].way != 0) items_.push_back({EdgeCandidate::Kind::world, i});
  }
}

std::vector<EdgeCandidate> EdgeSweep::run() {
  for (int part = 0; part < parts && !items_.empty(); ++part)
    look(static_cast<double>(part) / parts, (part + 1.0) / parts, 0, 0);
  std::stable_sort(found_.begin(), found_.end(),
                   [](const EdgeCandidate& a, const EdgeCandidate& b) { return a.gap < b.gap; });
  return std::move(found_);
}

/// Those from `first` on are what the part is about; what may meet in it waits behind them.
void EdgeSweep::look(double begin, double end, std::size_t first, int depth) {
  const double half = (end - begin) / 2, middle = begin + half;
  const std::size_t start = items_.size();
  place(middle);
  if (quick_) leave_out_clear(first, half);
  const std::size_t asked = quick_ ? start : first, last = items_.size();
  for (std::size_t i = asked; i < last; ++i) {
    const Item item = items_[i];
    if (!may_meet(item, half)) continue;
    if (depth < (quick_ ? quick_halvings : most_halvings))
      items_.push_back(item);
    else
      note(item, begin, end, half);
  }
  if (items_.size() > last) {
    look(begin, middle, last, depth + 1);
    look(middle, end, last, depth + 1);
  }
  items_.resize(start);
}

// Velocities of points, from those of links: (of_origin + spin x (link p)), which the base turns.
void EdgeSweep::place_balls(double half) {
  const CheckerData& checked = data_.checked();
  for (const std::uint32_t i : asked_movers_) {
    const CheckedShape& mover = checked.movers[i];
    const LinkVelocity& moves = velocities_[mover.link];
    Placement at = links_[mover.link], velocity;
    if (!mover.is_at_its_frame) at = at * mover.at;
    for (int k = 0; k < 3; ++k) {
      const Vec3 turned = cross(moves.spin, at.linear.column(k));
      for (int row = 0; row < 3; ++row) velocity.linear(row, k) = turned[row];
    }
    velocity.shift = moves.of_origin + cross(moves.spin, at.shift - links_[mover.link].shift);
    const Placement& base = checked.figures[data_.movers[i].figure].base;
    if (!(base == Placement{})) {
      at = base * at;
      velocity = {base.linear * velocity.linear, base.linear * velocity.shift};
    }
    placed_movers_[i] = at;
    // Floats tell a velocity to within 2^-18 of the fastest.
    const double bend = half * half / 2 * movers_[i].bend, rounding = 0x1p-18 * half * movers_[i].way;
    motions_[i] = {velocity, (bend + rounding) * outward + data_.error(i, movers_[i])};
  }
  for (const QuickQuestion& each : questions_) {
    if (!each.is_pair) continue;
    const std::uint32_t i = each.index;
    const std::uint32_t a = data_.pairs[i].a.mover, b = data_.pairs[i].b.mover;
    const double bend = half * half / 2 * pairs_[i].bend, rounding = 0x1p-18 * half * (movers_[a].way + movers_[b].way);
    pair_strays_[i] = (bend + rounding) * outward + data_.error(a, movers_[a]) + data_.error(b, movers_[b]);
  }
}

void EdgeSweep::ask_about(std::span<const Item> items) {
  questions_.clear(), asked_movers_.clear();
  const auto ask = [&](std::uint32_t mover) {
    if (asked_when_[mover] == placed_) return;
    asked_when_[mover] = placed_;
    asked_movers_.push_back(mover);
  };
  for (const Item& item : items) {
    const bool is_pair = item.kind == EdgeCandidate::Kind::movers;
    questions_.push_back({item.index, is_pair, false});
    ask(is_pair ? data_.pairs[item.index].a.mover : item.index);
    if (is_pair) ask(data_.pairs[item.index].b.mover);
  }
}

void EdgeSweep::leave_out_clear(std::size_t first, double half) {
  ask_about(std::span(items_).subspan(first));
  place_balls(half);
  quick_->look_along({asked_movers_, placed_movers_, motions_, pair_strays_, half}, margin_, Simd::best, quick_memory_,
                     questions_);
  for (std::size_t i = 0; i < questions_.size(); ++i)
    if (const Item item = items_[first + i]; !questions_[i].is_clear) items_.push_back(item);
}

void EdgeSweep::place(double time) {
  ++placed_;
  const std::vector<FigurePart>& figures = data_.checked().figures;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const std::size_t first = figures[i].first_link, count = figures[i].figure.links().size();
    way_.figure(i).place(time, std::span(links_).subspan(first, count), std::span(velocities_).subspan(first, count));
  }
}

const EdgeSweep::Moving& EdgeSweep::moving(std::uint32_t mover) {
  Moving& moving = moving_[mover];
  if (moving_when_[mover] == placed_) return moving;
  moving_when_[mover] = placed_;
  const MoverBox& box = data_.boxes[mover];
  const std::uint32_t link = data_.checked().movers[mover].link;
  const Placement& at = links_[link];
  const LinkVelocity& velocity = velocities_[link];
  const Vec3 way = at.linear * box.centre;
  moving.centre = at.shift + way;
  moving.velocity = velocity.of_origin + cross(velocity.spin, way);
  for (int i = 0; i < 3; ++i) {
    moving.side[i] = at.linear * box.side[i];
    moving.turn[i] = cross(velocity.spin, moving.side[i]);
  }
  return moving;
}

bool EdgeSweep::may_meet(const Item& item, double half) {
  if (item.kind == EdgeCandidate::Kind::world) return may_meet_world(item.index, half);
  return may_meet(data_.pairs[item.index], pairs_[item.index], half);
}

// Of one figure in the frame of the link that carries both: there its own turning is left out, which the direction
// between the centres does not notice. Distances in the root's frame are those of the world but for the base's stretch.
// Balls around both, and how fast their points are at most, tell most pairs apart.
bool EdgeSweep::may_meet(const EdgePair& pair, const PairReach& reach, double half) {
  const std::uint32_t a = pair.a.mover, b = pair.b.mover;
  const bool is_one_figure = !pair.a.from_world;
  const std::vector<FigurePart>& figures = data_.checked().figures;
  const double unsure = data_.error(a, movers_[a]) + data_.error(b, movers_[b]);
  const double needed = unsure + (pair.reach + margin_) * stretch * outward;
  if (is_one_figure) {
    const double sizes = data_.boxes[a].radius + data_.boxes[b].radius;
    if (length(moving(b).centre - moving(a).centre) > (sizes + half * reach.speed) * outward + needed) return false;
  }
  Moving one = moving(a), other = moving(b);
  if (is_one_figure) {
    const Vec3 common = velocities_[pair.carrier].spin;
    for (int i = 0; i < 3; ++i) {
      one.turn[i] += cross(one.side[i], common);
      other.turn[i] += cross(other.side[i], common);
    }
  } else {
    one = one.carried_by(figures[pair.a.figure].base), other = other.carried_by(figures[pair.b.figure].base);
  }
  const Vec3 between = other.centre - one.centre;
  const double distance = length(between);
  if (!(distance > 0)) return true;
  const Vec3 along = between * (1 / distance);
  one.velocity = other.velocity - one.velocity;
  other.velocity = {};
  const double taken = one.reach(along, half) + other.reach(along, half) + half * half / 2 * stretch * reach.bend;
  gap_ = distance - taken * outward - needed;
  return !(gap_ > 0);
}

/// Around all that the mover is in during the part, with its radius, padding and the margin.
Bounds EdgeSweep::swept(std::uint32_t mover, const Moving& moving, double half) const {
  const CheckedShape& shape = data_.checked().movers[mover];
  const double around =
                   shape.shape.radius() + shape.padding + margin_ + half * half / 2 * stretch * movers_[mover].bend,
               unsure = data_.error(mover, movers_[mover]);
  Bounds box;
  for (int k = 0; k < 3; ++k) {
    Vec3 along;
    along[k] = 1;
    const double reach = (moving.reach(along, half) + around) * outward + unsure;
    box.low[k] = moving.centre[k] - reach;
    box.high[k] = moving.centre[k] + reach;
  }
  return box;
}

bool EdgeSweep::may_meet(std::uint32_t mover, const Moving& moving, const EdgeHalfSpace& half_space,
                         double half) const {
  const CheckedShape& shape = data_.checked().movers[mover];
  if (data_.may_touch(mover, half_space.body)) return false;
  const double around = shape.shape.radius() + shape.padding + margin_ + half_space.reach +
                        half * half / 2 * stretch * movers_[mover].bend,
               unsure = data_.error(mover, movers_[mover]) + 0x1p-44 * std::abs(half_space.height);
  const double height = dot(half_space.normal, moving.centre) - half_space.height;
  return !(height > (moving.reach(half_space.normal, half) + around) * outward + unsure);
}

bool EdgeSweep::may_meet_world(std::uint32_t mover, double half) {
  const Moving moving = this->moving(mover).carried_by(data_.checked().figures[data_.movers[mover].figure].base);
  const Bounds box = swept(mover, moving, half);
  if (!is_finite(box.low) || !is_finite(box.high)) return true;
  if (data_.near.touches(data_.frame.around(box), Simd::best, memory_)) return true;
  const auto meets_world = [&](std::uint32_t world) {
    return !data_.may_touch(mover, data_.worlds[world].bodies[0]) && touch(box, data_.worlds[world].box);
  };
  const auto meets_half_space = [&](const EdgeHalfSpace& each) { return may_meet(mover, moving, each, half); };
  return std::any_of(data_.worlds_apart.begin(), data_.worlds_apart.end(), meets_world) ||
         std::any_of(data_.half_spaces.begin(), data_.half_spaces.end(), meets_half_space);
}

void EdgeSweep::note(const Item& item, double begin, double end, double half) {
  if (item.kind == EdgeCandidate::Kind::movers) return note(EdgeCandidate::Kind::movers, item.index, 0, begin, end);
  const std::uint32_t mover = item.index;
  const Moving moving = this->moving(mover).carried_by(data_.checked().figures[data_.movers[mover].figure].base);
  const Bounds box = swept(mover, moving, half);
  const bool is_known = is_finite(box.low) && is_finite(box.high);
  std::fill(met_.begin(), met_.end(), static_cast<char>(!is_known));
  if (is_known) {
    mark_met(data_.frame.around(box));
    for (const std::uint32_t world : data_.worlds_apart) met_[world] = touch(box, data_.worlds[world].box);
  }
  for (std::uint32_t world = 0; world < met_.size(); ++world)
    if (met_[world] && !data_.may_touch(mover, data_.worlds[world].bodies[0]))
      note(EdgeCandidate::Kind::world, world, mover, begin, end);
  for (std::uint32_t i = 0; i < data_.half_spaces.size(); ++i)
    if (may_meet(mover, moving, data_.half_spaces[i], half))
      note(EdgeCandidate::Kind::half_space, i, mover, begin, end);
}

/// Marks the worlds in the tree that the box meets, or the one that there is.
void EdgeSweep::mark_met(const FloatBox& box) {
  const std::size_t in_tree = data_.worlds.size() - data_.worlds_apart.size();
  if (in_tree == 1 && data_.near.touches(box, Simd::best, memory_)) met_[data_.world_of_box[0]] = 1;
  if (in_tree <= 1) return;
  for (const std::uint32_t place : data_.near.touching(box, Simd::best, memory_)) met_[data_.world_of_box[place]] = 1;
}

/// Parts that follow each other are one.
void EdgeSweep::note(EdgeCandidate::Kind kind, std::uint32_t index, std::uint32_t mover, double begin, double end) {
  // How close things of the world come is not known.
  const double gap = kind == EdgeCandidate::Kind::movers ? gap_ : -1;
  for (EdgeCandidate& known : found_) {
    if (known.kind != kind || known.index != index || known.mover != mover || known.end != begin) continue;
    known.end = end, known.gap = std::min(known.gap, gap);
    return;
  }
  found_.push_back({kind, index, mover, begin, end, gap});
}

}  // namespace abut
