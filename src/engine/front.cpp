#include "engine/front.h"

#include "math/rounding.h"

#include <algorithm>

namespace abut {

namespace {

// Pays for rounding the few dozen operations of a bound.
constexpr double upwards = 1 + 0x1p-44;

// How the linear part of B in A changes from one rigid placement to the other.
struct Turn {
  Matrix3 change;  // as computed
  double error;    // bounds the error of its entries
  double norm;     // bounds the length of the real change's image of a unit vector
};

// Let D be the real change, L = Q + E with Q orthogonal and |E|F <= |L'L - I|F <= 3 defect. The difference of two
// rotations has the singular values s, s, 0, so that its norm is its Frobenius norm over sqrt(2); so is that of two
// reflections. A rotation and a reflection differ by 2 at least in the Frobenius norm, which is no small step. Hence
// |D|2 <= |D|F / sqrt(2) + 2 (|E1|F + |E2|F) for |D|F <= 1.
Turn turn_between(const RelativePlacement& from, const RelativePlacement& to) {
  // The differences are rounded, too, by less than 2^-52 of numbers below 2.
  Turn turn{{}, from.linear_error + to.linear_error + 0x1p-51, 0};
  double sum = 0;
  for (int i = 0; i < 9; ++i) {
    turn.change.entries[i] = to.linear.entries[i] - from.linear.entries[i];
    const double entry = std::abs(turn.change.entries[i]) + turn.error;
    sum += entry * entry;
  }
  turn.norm = std::sqrt(sum);
  if (turn.norm <= 1) turn.norm = std::min(turn.norm, turn.norm * 0.70710678118654757 + 6 * (from.defect + to.defect));
  return turn;
}

// Leaves what stays, in its order, and puts all else into `out`.
template <class Entry, class Stays>
void move_out(std::vector<Entry>& from, std::vector<Entry>& out, const Stays& stays) {
  out.clear();
  std::size_t kept = 0;
  for (const Entry& entry : from) {
    if (stays(entry))
      from[kept++] = entry;
    else
      out.push_back(entry);
  }
  from.resize(kept);
}

}  // namespace

bool WideFront::usable(const RelativePlacement& b_in_a) const {
  return !entries_.empty() && b_in_a.margin == last_.margin && b_in_a.scale == last_.scale;
}

WideFront::Way WideFront::begin(const WideTree& b, const RelativePlacement& b_in_a, bool hasty, double reach) {
  if (!b_in_a.turns) {
    clear();
    return Way::plain;
  }
  if (usable(b_in_a)) {
    travel_to(b_in_a);
    take_expired(reach);
    if (expired_.size() <= worthwhile() && travel_[all_of_b] < 0x1p20) return Way::resume;
    give_up();
  }
  clear();
  if (waiting_ > 0) {
    --waiting_;
    return Way::plain;
  }
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

void WideFront::take_expired(double reach) {
  // The sum rounds.
  std::array<double, all_of_b + 1> until;
  for (std::size_t part = 0; part < until.size(); ++part) until[part] = add_up(travel_[part], reach);
  // Travel is rounded up and expiry down: an entry may be looked at too early, never too late.
  move_out(entries_, expired_, [&](const Entry& entry) { return entry.expires > until[entry.part]; });
  move_out(triangles_, expired_triangles_, [&](const Triangles& pair) { return pair.expires > until[all_of_b]; });
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
    patience_ = 0;
  // Entries are only ever divided, also where larger boxes would do again: the front is recorded anew in time.
  if (entries_.size() > recorded_ + recorded_ / 2) clear();
}

void WideFront::give_up() {
  clear();
  constexpr int most_patience = 64;
  patience_ = patience_ == 0 ? 1 : std::min(2 * patience_, most_patience);
  waiting_ = patience_ - 1;
}

void WideFront::clear() {
  entries_.clear();
  expired_.clear();
  triangles_.clear();
  expired_triangles_.clear();
  travel_.fill(0);
}

}  // namespace abut
