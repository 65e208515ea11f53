#include "mesh/ear_clipping.h"

#include "mesh/corner_tree.h"

namespace abut {

namespace {

/// Which corners may be cut off. `tidy` keeps corners on a line for later, and ears whose cut would run through another
/// corner, so that triangles without area come only where there is no other way.
enum class Rule { tidy, any };

class EarClipper {
 public:
  explicit EarClipper(std::span<const FlatPoint> polygon)
      : at_(polygon), tree_(polygon), left_(static_cast<std::uint32_t>(polygon.size())), ring_(polygon.size()) {
    FlatPoint low = polygon[0], high = polygon[0];
    for (std::uint32_t i = 0; i < left_; ++i) {
      ring_[i] = {i == 0 ? left_ - 1 : i - 1, i + 1 == left_ ? 0 : i + 1, 0};
      low = {std::min(low.u, at_[i].u), std::min(low.v, at_[i].v)};
      high = {std::max(high.u, at_[i].u), std::max(high.v, at_[i].v)};
    }
    thin_ = 0x1p-20 * std::max(high.u - low.u, high.v - low.v);
    triangles_.reserve(left_ - 2);
  }

  /// False when the sides cross.
  bool cut_all() {
    for (std::uint32_t i = 0; i < at_.size(); ++i) blunt(i);
    wait_for_all();
    cut_ears(Rule::tidy);
    // A polygon that does not cross itself always has an ear, and a corner that is none becomes one only when a
    // neighbour goes. So the second round comes to the end; more are of use where sides cross by rounding.
    for (std::uint32_t before = left_ + 1, round = 0; round < 4 && left_ > 3 && left_ < before; ++round) {
      before = left_;
      wait_for_all();
      cut_ears(Rule::any);
    }
    while (left_ > 3) {
      if (!cut_thin_corner()) return false;
      cut_ears(Rule::any);
    }
    const std::uint32_t last = first_;
    if (turn_at(last) < 0 && !is_thin(last)) return false;
    triangles_.push_back({ring_[last].before, last, ring_[last].after});
    return true;
  }

  EarCut take() { return {std::move(triangles_), looks_}; }

 private:
  struct Corner {
    std::uint32_t before, after;
    std::uint32_t changes;  ///< how often its neighbours changed
  };
  static constexpr std::uint32_t gone = std::numeric_limits<std::uint32_t>::max();

  int turn(std::uint32_t a, std::uint32_t b, std::uint32_t c) const { return turn_of(at_[a], at_[b], at_[c]); }
  int turn_at(std::uint32_t corner) const { return turn(ring_[corner].before, corner, ring_[corner].after); }

  void wait(std::uint32_t corner) { waiting_.push_back({corner, ring_[corner].changes}); }
  void wait_for_all() {
    waiting_.clear();
    next_ = 0;
    std::uint32_t corner = first_;
    do {
      wait(corner);
      corner = ring_[corner].after;
    } while (corner != first_);
  }

  /// First come, first served: after a cut both neighbours wait at the end. So cuts go around the polygon instead of
  /// fanning out of one corner.
  void cut_ears(Rule rule) {
    for (; next_ < waiting_.size() && left_ > 3; ++next_) {
      const auto [corner, changes] = waiting_[next_];
      if (ring_[corner].changes == changes && is_ear(corner, rule)) cut_off(corner);
    }
  }

  void cut_off(std::uint32_t corner) {
    const auto [before, after, changes] = ring_[corner];
    triangles_.push_back({before, corner, after});
    ring_[before].after = after;
    ring_[after].before = before;
    ring_[corner].changes = gone;
    tree_.take_out(corner);
    --left_;
    if (first_ == corner) first_ = after;
    for (const std::uint32_t neighbour : {before, after}) {
      ++ring_[neighbour].changes;
      wait(neighbour);
    }
    blunt(before);
    blunt(after);
  }

  /// Cuts a corner off where the polygon turns back on itself, and those that become such: only without them do a
  /// corner's sides tell where the inside is.
  void blunt(std::uint32_t corner) {
    if (!turns_back(corner)) return;
    pointed_.push_back(corner);
    // The cuts below come here again; a loop instead of a recursion, because a needle may have very many corners.
    if (pointed_.size() > 1) return;
    while (!pointed_.empty())
      if (turns_back(pointed_.back()))
        cut_off(pointed_.back());
      else
        pointed_.pop_back();
  }
  bool turns_back(std::uint32_t corner) const {
    const auto [before, after, changes] = ring_[corner];
    return changes != gone && left_ > 3 && turn_at(corner) == 0 && !is_between(at_[before], at_[corner], at_[after]);
  }

  bool is_ear(std::uint32_t corner, Rule rule) {
    const std::uint32_t before = ring_[corner].before, after = ring_[corner].after;
    const int turning = turn(before, corner, after);
    if (turning <= 0) return turning == 0 && rule == Rule::any;
    const CornerTree::FlatTriangle ear{at_[before], at_[corner], at_[after]};
    const auto is_in_the_way = [&](std::uint32_t other) {
      return other != corner && other != before && other != after && blocks(other, ear, rule);
    };
    return !tree_.any_near(ear, is_in_the_way, looks_) &&
           !enters(at_[ring_[before].before], ear, {false, true, false}) &&
           !enters(at_[ring_[after].after], ear, {true, false, false});
  }

  /// Does the corner, or a side of it, reach into the triangle?
  bool blocks(std::uint32_t corner, const CornerTree::FlatTriangle& ear, Rule rule) const {
    std::array<bool, 3> inside{};
    for (std::size_t k = 0; k < 3; ++k) {
      const int side = turn_of(ear[k], ear[(k + 1) % 3], at_[corner]);
      if (side < 0) return false;
      inside[k] = side > 0;
    }
    if (inside[0] && inside[1] && (inside[2] || rule == Rule::tidy)) return true;
    return enters(at_[ring_[corner].before], ear, inside) || enters(at_[ring_[corner].after], ear, inside);
  }

  /// Does the way from a point on the triangle's border, which is inside of these sides and on the others, to `there`
  /// lead into the triangle?
  static bool enters(const FlatPoint& there, const CornerTree::FlatTriangle& ear, const std::array<bool, 3>& inside) {
    for (std::size_t k = 0; k < 3; ++k)
      if (!inside[k] && turn_of(ear[k], ear[(k + 1) % 3], there) <= 0) return false;
    return true;
  }

  /// Would moving the corner by what is rounding, in a polygon of this size, put it on a line with its neighbours?
  bool is_thin(std::uint32_t corner) const {
    const FlatPoint &a = at_[ring_[corner].before], &b = at_[corner], &c = at_[ring_[corner].after];
    const double area = std::abs((b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u));
    const auto length = [](const FlatPoint& p, const FlatPoint& q) {
      return std::max(std::abs(q.u - p.u), std::abs(q.v - p.v));
    };
    return area <= thin_ * std::max({length(a, b), length(b, c), length(c, a)});
  }

  bool cut_thin_corner() {
    const std::uint32_t start = first_;
    do {
      const std::uint32_t corner = first_;
      first_ = ring_[corner].after;
      if (!is_thin(corner)) continue;
      cut_off(corner);
      return true;
    } while (first_ != start);
    return false;
  }

  std::span<const FlatPoint> at_;
  CornerTree tree_;
  std::uint32_t left_;       ///< corners that are not cut off
  std::uint32_t first_ = 0;  ///< one of them
  std::vector<Corner> ring_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> waiting_;  ///< corners, with their changes by then
  std::size_t next_ = 0;
  std::vector<std::uint32_t> pointed_;
  double thin_ = 0;
  std::uint64_t looks_ = 0;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
};

}  // namespace

EarCut clip_ears(std::span<const FlatPoint> polygon) {
  EarClipper clipper(polygon);
  if (!clipper.cut_all()) return {};
  return clipper.take();
}

}  // namespace abut
