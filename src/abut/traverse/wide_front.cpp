#include <abut/math/rounding.h>
#include <abut/traverse/wide_front.h>

namespace abut {

namespace {

// Bounds how far any point of B moves in A's inner frame from one rigid placement to the other.
// Let D be the difference of the two real linear parts, L = Q + E with Q orthogonal and |E|F <= |L'L - I|F <= 3 defect.
// The difference of two rotations has the singular values s, s, 0, so that its norm is its Frobenius norm over
// sqrt(2); so is that of two reflections. A rotation and a reflection differ by 2 at least in the Frobenius norm, which
// is told apart from a small step. Hence |D|2 <= |D|F / sqrt(2) + 2 (|E1|F + |E2|F) for |D|F <= 1.
double motion_bound(const RelativePlacement& from, const RelativePlacement& to, double radius_b) {
  double turned = 0, shifted = 0;
  const double linear_errors = from.linear_error + to.linear_error, shift_errors = from.shift_error + to.shift_error;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      const double entry = std::abs(to.linear(r, c) - from.linear(r, c)) + linear_errors;
      turned += entry * entry;
    }
    const double coordinate = std::abs(to.shift[r] - from.shift[r]) + shift_errors;
    shifted += coordinate * coordinate;
  }
  double norm = std::sqrt(turned);
  if (norm <= 1) norm = norm * 0.70710678118654757 + 6 * (from.defect + to.defect);
  // Pays for rounding the three dozen operations here.
  constexpr double upwards = 1 + 0x1p-44;
  return (norm * radius_b * to.scale + std::sqrt(shifted)) * upwards;
}

}  // namespace

bool WideFront::usable(const RelativePlacement& b_in_a) const {
  return !entries_.empty() && b_in_a.margin == last_.margin && b_in_a.scale == last_.scale;
}

WideFront::Way WideFront::begin(const RelativePlacement& b_in_a, double radius_b, bool hasty) {
  if (!b_in_a.rigid) {
    clear();
    return Way::plain;
  }
  if (usable(b_in_a)) {
    travel_ = add_up(travel_, motion_bound(last_, b_in_a, radius_b));
    last_ = b_in_a;
    take_expired();
    if (expired_.size() <= recorded_ && travel_ < 0x1p20) return Way::resume;
    give_up();
  }
  clear();
  if (waiting_ > 0) {
    --waiting_;
    return Way::plain;
  }
  // Where contacts are found at once, a front is more work than the search.
  if (hasty && ended_early_) return Way::plain;
  last_ = b_in_a;
  return Way::record;
}

void WideFront::take_expired() {
  expired_.clear();
  // Rounded up here and down there, an entry may be looked at too early, never too late.
  const float travelled = float_up(travel_);
  if (soonest_ > travelled) return;
  soonest_ = std::numeric_limits<float>::infinity();
  std::size_t kept = 0;
  for (const Entry& entry : entries_)
    if (entry.expires > travelled) {
      if (entry.expires < soonest_) soonest_ = entry.expires;
      entries_[kept++] = entry;
    } else {
      expired_.push_back(entry);
    }
  entries_.resize(kept);
}

float WideFront::expiry(double gap) const {
  // Far beyond any travel; keeps an overflow of the gap from lasting for ever.
  constexpr double farthest = 0x1p60;
  return float_down(add_down(travel_, gap < farthest ? gap : farthest));
}

void WideFront::end(Way way, std::uint64_t opened, bool complete) {
  if (way != Way::resume) ended_early_ = !complete;
  if (way == Way::plain) return;
  if (way == Way::record) {
    recorded_ = opened;
    spent_ = visits_ = 0;
    if (!complete) clear();
    return;
  }
  spent_ += opened;
  ++visits_;
  if (opened > recorded_)
    give_up();
  else if (visits_ > 1)
    patience_ = 0;
  if (entries_.size() > 8 * recorded_ + 1024) clear();
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
  travel_ = 0;
  soonest_ = std::numeric_limits<float>::infinity();
}

}  // namespace abut
