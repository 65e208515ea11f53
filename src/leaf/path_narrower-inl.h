// Curved paths against triangles side by side, compiled once per instruction set: include from sources that Highway's
// foreach_target.h repeats. N is Lanes or One of doubles that are not fused: the bits are the same everywhere.

#if defined(ABUT_LEAF_PATH_NARROWER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_LEAF_PATH_NARROWER_INL_H_
#undef ABUT_LEAF_PATH_NARROWER_INL_H_
#else
#define ABUT_LEAF_PATH_NARROWER_INL_H_
#endif

#include "leaf/curved_path.h"
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// A CurvedPath in every lane.
template <class N>
struct PathsOf {
  Vec3Of<N> travel, bend;
  N rest;

  static HWY_INLINE PathsOf all(const CurvedPath& path) {
    return {Vec3Of<N>::all(path.travel), Vec3Of<N>::all(path.bend), N::all(path.rest)};
  }
};

/// Narrows ranges down by what is seen along one direction after the other: a triangle in each lane of N.
//
// Any direction will do, however it was rounded: the triangle lies between its corners, seen along it. With
// g(s) = f s + h s^2 the point's place along the direction, the point is on the triangle only where g lies between the
// least and the largest corner, within `unsure` of the direction's length. Products of a direction with ways of up to
// sqrt(3) size lose less than 2^-48 of both lengths. The sum of a direction's coordinates is no less than its length.
template <class N>
class PathNarrower {
 public:
  using V = Vec3Of<N>;

  HWY_INLINE PathNarrower(const PathsOf<N>& path, const N& size, const V (&corners)[3])
      : travel_(path.travel),
        bend_(path.bend),
        corners_{corners[0], corners[1], corners[2]},
        unsure_((path.rest + N::all(0x1p-46) * size) * N::all(1 + 0x1p-40)),
        low_(N::all(-1)),
        high_(N::all(1)) {}

  /// If f > 2 |h|, g grows by at least slope = f - 2 |h| per s everywhere, so that a place is reached no farther from
  /// any s than what is left to it over the slope.
  HWY_INLINE void along(const V& direction) {
    const N e = unsure_of(direction), zero = N::all(0);
    // Products of what is shorter may underflow.
    const auto is_usable = N::all(0x1p-900) <= e;
    const N a = dot(direction, corners_[0]), b = dot(direction, corners_[1]), c = dot(direction, corners_[2]);
    const N lowest = min(a, min(b, c)) - e, highest = max(a, max(b, c)) + e;
    const N along_travel = dot(direction, travel_), along_bend = dot(direction, bend_);
    const N farthest = abs(along_travel) + abs(along_bend);
    const auto is_beyond = is_usable & ((lowest > farthest) | (highest < zero - farthest));
    const auto is_back = along_travel < zero;
    const N f = abs(along_travel), h = select(is_back, zero - along_bend, along_bend);
    const N least = select(is_back, zero - highest, lowest), most = select(is_back, zero - lowest, highest);
    const N slope = f - abs(h) * N::all(2 * (1 + 0x1p-40));
    // A slope that is lost in rounding tells nothing; what is not a number leaves the range as it is.
    const auto is_steep = is_usable & (slope > farthest * N::all(0x1p-20));
    const N first = reached(least, f, h, slope, -1), last = reached(most, f, h, slope, 1);
    low_ = larger(select(is_steep & (least > h - f), first, low_), low_);
    high_ = select(is_steep & (most < h + f) & (last < high_), last, high_);
    empty(is_beyond);
  }

  /// Is the point beyond all corners during all of the range? In the middle of it, and then no farther on than half of
  /// it at the largest speed.
  HWY_INLINE void beside(const V& direction) {
    const N middle = (low_ + high_) * N::all(0.5), half = (high_ - low_) * N::all(0.5);
    const N a = dot(direction, corners_[0]), b = dot(direction, corners_[1]), c = dot(direction, corners_[2]);
    const N f = dot(direction, travel_), h = dot(direction, bend_), e = unsure_of(direction);
    const N moved = half * (abs(f) + abs(h) * N::all(2)) * N::all(1 + 0x1p-40) + e;
    empty((N::all(0x1p-900) <= e) & (middle * (f + h * middle) - max(a, max(b, c)) > moved));
  }

  HWY_INLINE const N& low() const { return low_; }
  HWY_INLINE const N& high() const { return high_; }
  HWY_INLINE typename N::Mask is_empty() const { return low_ > high_; }
  HWY_INLINE V side(int i) const { return corners_[(i + 1) % 3] - corners_[i]; }
  HWY_INLINE const V& travel() const { return travel_; }

 private:
  HWY_INLINE N unsure_of(const V& v) const { return unsure_ * (abs(v.x) + abs(v.y) + abs(v.z)); }
  HWY_INLINE void empty(const typename N::Mask& lanes) {
    low_ = select(lanes, N::all(1), low_), high_ = select(lanes, N::all(-1), high_);
  }

  /// The s at which g is at a place, bounded from below (`toward` -1) or above (1).
  static HWY_INLINE N reached(const N& place, const N& f, const N& h, const N& slope, double toward) {
    const N one = N::all(1), least = N::all(-1);
    N s = max(least, min(one, place / f));
    s = max(least, min(one, s - (s * (f + h * s) - place) / (f + h * s * N::all(2))));
    const N off = abs(s * (f + h * s) - place) / slope * N::all(1 + 0x1p-20) + N::all(0x1p-50);
    return s + off * N::all(toward);
  }

  V travel_, bend_, corners_[3];
  N unsure_, low_, high_;
};

/// Of triangles with an inside; all lanes at once.
template <class N>
HWY_INLINE void narrow_to_triangle(PathNarrower<N>& narrower) {
  const Vec3Of<N> normal = cross(narrower.side(2), narrower.side(0));
  narrower.along(normal);
  for (int i = 0; i < 3 && !narrower.is_empty().all(); ++i) narrower.beside(cross(narrower.side(i), normal));
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
