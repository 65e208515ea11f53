#include "engine/front.h"

#include "engine/turn_between.h"
#include "math/rounding.h"

#include <algorithm>

namespace abut {

namespace {

// Pays for rounding the few dozen operations of a bound.
constexpr double upwards = 1 + 0x1p-44;

}  // namespace

bool WideFront::usable(const RelativePlacement& b_in_a) const {
  return !entries_.empty() && b_in_a.margin == last_.margin && b_in_a.scale == last_.scale;
}

WideFront::Way WideFront::begin(const WideTree& b, const RelativePlacement& b_in_a, bool hasty) {
  if (!b_in_a.turns) {
    clear();
    return Way::plain;
  }
  if (usable(b_in_a)) {
    travel_to(b_in_a);
    take_expired();
    if (expired_.size() <= worthwhile() && travel_[all_of_b] < 0x1p20) return Way::resume;
    give_up();
  }
  clear();
  if (patience_.waits()) return Way::plain;
  // Where contacts are found at once, a front is more work than the search.
  if (hasty && ended_early_) return Way::plain;
  if (part_count_ == 0) divide(b);
  last_ = b_in_a;
  return Way::record;
}

void WideFront::divide(const WideTree& b) {
  const WideChild below = b.nodes[0].child[0];
  const WideNode& node = b.nodes[below.is_node() ? below.node() : 0];
  for (part_count_ = 0; part_count_ < all_of_b && !node.child[part_count_].is_empty(); ++part_count_) {
    const int lane = part_count_;
    const auto along = [&](const float(&of)[3][ObbPacket::lanes]) {
      return Vec3{of[0][lane], of[1][lane], of[2][lane]};
    };
    // A box's axes are orthonormal within 4u, which the factor is large enough for.
    parts_[lane] = {along(node.boxes.centre), length(along(node.boxes.half)) * (1 + 0x1p-18)};
  }
}

void WideFront::travel_to(const RelativePlacement& b_in_a) {
  const Turn turn = turn_between(last_, b_in_a);
  const double scale = b_in_a.scale;
  const Vec3 shift = b_in_a.shift - last_.shift;
  // The difference rounds, too.
  const double shift_error = last_.shift_error + b_in_a.shift_error + 0x1p-52 * largest(abs(shift));
  double most = 0;
  for (int part = 0; part < part_count_; ++part) {
    const auto& [centre, radius] = parts_[part];
    // sqrt(3) times the error of a coordinate: entries' errors, and roundings of four terms.
    const double error = 1.75 * (scale * 3 * (turn.error + 0x1p-50) * largest(abs(centre)) + shift_error);
    const double moved = (length(turn.change * centre * scale + shift) + error + turn.norm * radius * scale) * upwards;
    travel_[part] = add_up(travel_[part], moved);
    // NaN and infinity stay.
    most = moved <= most ? most : moved;
  }
  travel_[all_of_b] = add_up(travel_[all_of_b], most);
  last_ = b_in_a;
}

void WideFront::take_expired() {
  expired_.clear();
  std::size_t kept = 0;
  for (const Entry& entry : entries_) {
    // Travel is rounded up and expiry down: an entry may be looked at too early, never too late.
    if (entry.expires > travel_[entry.part])
      entries_[kept++] = entry;
    else
      expired_.push_back(entry);
  }
  entries_.resize(kept);
}

void WideFront::end(Way way, std::uint64_t opened, bool complete) {
  if (way != Way::resume) ended_early_ = !complete;
  if (way == Way::plain) return;
  if (way == Way::record) {
    recorded_ = opened;
    if (!complete) clear();
    return;
  }
  if (opened > worthwhile())
    give_up();
  else
    patience_.paid();
  // Entries are only ever divided, also where larger boxes would do again: the front is recorded anew in time.
  if (entries_.size() > recorded_ + recorded_ / 2) clear();
}

void WideFront::give_up() {
  clear();
  patience_.failed();
}

void WideFront::clear() {
  entries_.clear();
  expired_.clear();
  travel_.fill(0);
}

}  // namespace abut
