#include "query/overlap_surfaces.h"

#include "leaf/orientation_filter.h"
#include "math/rounding.h"
#include "query/overlap_meetings.h"

#include <algorithm>

namespace abut {

namespace {

// The integral over a weighted part of a face with outer normal n, in the frame of the overlap: the part is a sum of
// signed triangles (o, a, b) with o in the face's plane, one for each directed piece a -> b of its weighted border.
// Each makes a cone with the origin, of volume det(o, a, b) / 6 and centre (o + a + b) / 4.
//
// On A's face the weight is the number of times that B winds around a point. It changes across the segments in which
// B's faces meet it, which run with B's inner side on the left. Along a side from p to q with changes c at points x it
// is w(p) first and w(q) at last; so for any point m of the side's line
//   border = w(p) (p -> m) + w(q) (m -> q) + sum of c (x -> m).
// Nothing is sorted, and corners outside the overlap, around which B does not wind, do not come in.

template <class Number>
PointOf<Number> operator+(const PointOf<Number>& a, const PointOf<Number>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
template <class Number>
PointOf<Number> operator-(const PointOf<Number>& a, const PointOf<Number>& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
template <class Number>
Number determinant(const PointOf<Number>& a, const PointOf<Number>& b, const PointOf<Number>& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/// 6 times the volume, and 24 times the first moments.
struct Sums {
  MeasuredWide volume;
  PointOf<MeasuredWide> moment;

  void add(const MeasuredNumber& determinant, const PointOf<MeasuredNumber>& corners) {
    volume = volume + MeasuredWide(determinant);
    for (int axis = 0; axis < 3; ++axis) moment[axis] = moment[axis] + MeasuredWide(determinant * corners[axis]);
  }
  void add(const MeasuredWide& determinant, const PointOf<MeasuredWide>& corners) {
    volume = volume + determinant;
    for (int axis = 0; axis < 3; ++axis) moment[axis] = moment[axis] + determinant * corners[axis];
  }
};

/// A few whole faces, added up in plain doubles: n sums round by less than n u of the terms' magnitudes.
class WholeFaces {
 public:
  void add(double determinant, double bound, const Vec3& corners, double off) {
    const double size = std::abs(determinant), far = largest(abs(corners));
    volume_ += determinant, volume_size_ += size, volume_off_ += bound;
    moment_ += corners * determinant, moment_size_ += size * far;
    moment_off_ += bound * (far + off) + size * off;
    ++count_;
  }
  bool is_full() const { return count_ == most; }
  void move_to(Sums& sums) {
    // With the product's own rounding a moment has one more; 2^-40 covers the roundings of the bounds.
    const double rounding = (most + 2) * unit_roundoff, grown = 1 + 0x1p-40;
    sums.volume = sums.volume + MeasuredWide(volume_, (volume_off_ + rounding * volume_size_) * grown);
    const double off = (moment_off_ + rounding * moment_size_) * grown;
    for (int axis = 0; axis < 3; ++axis) sums.moment[axis] = sums.moment[axis] + MeasuredWide(moment_[axis], off);
    *this = {};
  }

 private:
  static constexpr int most = 64;
  double volume_ = 0, volume_size_ = 0, volume_off_ = 0, moment_size_ = 0, moment_off_ = 0;
  Vec3 moment_;
  int count_ = 0;
};

MeasuredNumber part_of_way(const PlacedCorner& p, const PlacedCorner& q, const PlacedCorners& plane, double error,
                           MeasuredNumber) {
  return crossing_part(p, q, plane, error);
}
MeasuredWide part_of_way(const PlacedCorner& p, const PlacedCorner& q, const PlacedCorners& plane, double,
                         MeasuredWide) {
  return exact_crossing_part(p.exact, q.exact, plane);
}

template <class Number>
class Integration {
 public:
  Integration(const OverlapBody& a, const OverlapBody& b, const OverlapMeetings& meetings)
      : bodies_{&a, &b}, meetings_(meetings), error_(std::max(a.error(), b.error())) {}

  Sums run() {
    for (const OverlapMeetings::FaceMeeting& meeting : meetings_.all())
      ends_.push_back({crossing(meeting, meeting.ends.begin), crossing(meeting, meeting.ends.end)});
    for (int body = 0; body < 2; ++body) {
      const std::vector<std::uint32_t> order = meetings_.order_of(body);
      std::uint32_t face = 0;
      for (std::size_t first = 0, last; first < order.size(); first = last) {
        const std::uint32_t met = meetings_.all()[order[first]].faces[body];
        for (; face < met; ++face) add_whole(body, face);
        for (last = first; last < order.size() && meetings_.all()[order[last]].faces[body] == met;) ++last;
        add_part(body, met, std::span(order).subspan(first, last - first));
        face = met + 1;
      }
      for (; face < bodies_[body]->data().faces.size(); ++face) add_whole(body, face);
    }
    whole_.move_to(sums_);
    return sums_;
  }

 private:
  using Point = PointOf<Number>;
  /// A segment of the border, from where to where, and which of the face's own sides these ends are on; -1: none.
  struct Segment {
    Point from, to;
    int from_side, to_side;
  };

  void add_whole(int body, std::uint32_t number) {
    const OverlapBody& own = *bodies_[body];
    const std::uint32_t first = own.data().faces[number].corners[0];
    const int winding = meetings_.winding(body, first);
    if (winding == 0) return;
    const OverlapBody::Face face = own.face(number);
    if constexpr (std::is_same_v<Number, MeasuredNumber>)
      if (winding == 1 && add_quickly(own, face)) return;
    const Point o = own.template corner<Number>(face.corners[0]);
    add(winding, o, own.template corner<Number>(face.corners[1]), own.template corner<Number>(face.corners[2]));
  }

  /// As add() in plain doubles, with the bound of leaf/orientation_filter.h, 2: the corner itself is no worse than a
  /// difference of two. False where that bounds nothing.
  bool add_quickly(const OverlapBody& own, const OverlapBody::Face& face) {
    const Vec3 o = own.near(face.corners[0]), a = own.near(face.corners[1]), b = own.near(face.corners[2]);
    const Vec3 u = a - o, v = b - o;
    const double edge = std::max(largest(abs(u)), largest(abs(v))), reach = largest(abs(o));
    const double bound = orientation_filter::determinant_bound(edge, std::max(reach, 0x1p-100), own.error());
    if (!(bound < 1)) return false;
    // Three coordinates, each off by the body's error, and two roundings of at most three times the largest.
    const double off = 3 * own.error() + 8 * unit_roundoff * (reach + edge);
    whole_.add(dot(o, cross(u, v)), bound, (o + a) + b, off);
    if (whole_.is_full()) whole_.move_to(sums_);
    return true;
  }

  void add(int weight, const Point& o, const Point& a, const Point& b) {
    const Number whole = determinant(o, a - o, b - o) * static_cast<double>(weight);
    sums_.add(whole, o + a + b);
  }

  /// Where a side of one body's face passes through the other's: counted from its smaller corner, so that both faces at
  /// the side have the same point.
  Point crossing(const OverlapMeetings::FaceMeeting& meeting, const PerturbedPair::End& end) const {
    const int through = end.of_a ? 0 : 1;
    const OverlapBody &own = *bodies_[through], &other = *bodies_[1 - through];
    const OverlapBody::Face face = own.face(meeting.faces[through]);
    const auto [low, high] = std::minmax(face.corners[end.side], face.corners[end.side == 2 ? 0 : end.side + 1]);
    const PlacedCorners plane = other.placed(other.face(meeting.faces[1 - through]));
    const Number part = part_of_way(own.placed(low), own.placed(high), plane, error_, Number());
    const Point from = own.template corner<Number>(low), way = own.template corner<Number>(high) - from;
    return from + Point{way[0] * part, way[1] * part, way[2] * part};
  }

  void add_part(int body, std::uint32_t number, std::span<const std::uint32_t> met) {
    segments_.clear();
    for (const std::uint32_t i : met) {
      const OverlapMeetings::FaceMeeting& meeting = meetings_.all()[i];
      const auto& [begin, end] = meeting.ends;
      const auto side = [&](const PerturbedPair::End& one) { return one.of_a == (body == 0) ? one.side : -1; };
      Segment segment{ends_[i][0], ends_[i][1], side(begin), side(end)};
      if (body == 1) std::swap(segment.from, segment.to), std::swap(segment.from_side, segment.to_side);
      segments_.push_back(segment);
    }
    const Point o = segments_[0].from;
    for (const Segment& segment : segments_) add(1, o, segment.from, segment.to);
    const OverlapBody::Face face = bodies_[body]->face(number);
    for (int side = 0; side < 3; ++side) add_side(body, face, side, o);
  }

  void add_side(int body, const OverlapBody::Face& face, int side, const Point& o) {
    const std::uint32_t p = face.corners[side], q = face.corners[side == 2 ? 0 : side + 1];
    const int at_p = meetings_.winding(body, p), at_q = meetings_.winding(body, q);
    const OverlapBody& own = *bodies_[body];
    const Point* middle = nullptr;
    for (const Segment& segment : segments_)
      for (const int change : {1, -1}) {
        if ((change > 0 ? segment.to_side : segment.from_side) != side) continue;
        const Point& point = change > 0 ? segment.to : segment.from;
        if (middle)
          add(change, o, point, *middle);
        else
          middle = &point;
      }
    if (!middle) {
      if (at_p != 0) add(at_p, o, own.template corner<Number>(p), own.template corner<Number>(q));
      return;
    }
    if (at_p != 0) add(at_p, o, own.template corner<Number>(p), *middle);
    if (at_q != 0) add(at_q, o, *middle, own.template corner<Number>(q));
  }

  std::array<const OverlapBody*, 2> bodies_;
  const OverlapMeetings& meetings_;
  double error_;
  Sums sums_;
  WholeFaces whole_;
  std::vector<std::array<Point, 2>> ends_;  // of each meeting: where its segment begins and ends
  std::vector<Segment> segments_;
};

/// x >= 0 times the cube of a power of two, rounded outwards where it leaves the range of ordinary numbers.
double times_cube(double x, double unit, double (*outwards)(double)) {
  const double scaled = x * unit * unit * unit;
  const bool is_ordinary = x == 0 || (scaled >= 0x1p-1000 && scaled <= std::numeric_limits<double>::max());
  return is_ordinary ? scaled : outwards(scaled);
}

struct Measured {
  MeasuredNumber volume;  // in the frame
  std::array<MeasuredNumber, 3> centre;

  explicit Measured(const Sums& sums) : volume(sums.volume.rounded() / MeasuredNumber(6.0)) {
    for (int axis = 0; axis < 3; ++axis)
      centre[axis] = sums.moment[axis].rounded() / (sums.volume.rounded() * MeasuredNumber(4.0));
  }
  bool is_narrow() const { return volume.upper() - volume.lower() <= 0x1p-31 * volume.upper(); }
};

void set(Overlap& result, const Measured& measured, const OverlapFrame& frame) {
  const double lower = measured.volume.lower(), upper = measured.volume.upper();
  const double whole = frame.volume();
  result.volume = {lower > 0 ? std::max(0.0, times_cube(lower, frame.unit, next_down)) : 0, whole};
  if (upper < std::numeric_limits<double>::infinity())
    result.volume.upper = std::min(whole, upper > 0 ? times_cube(upper, frame.unit, next_up) : 0);
  result.centre = frame.origin;
  result.centre_error = std::numeric_limits<double>::infinity();
  if (!(result.volume.lower > 0)) return;
  double error = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const MeasuredNumber& x = measured.centre[axis];
    result.centre[axis] = frame.origin[axis] + x.value * frame.unit;
    const double rounding = unit_roundoff * std::abs(result.centre[axis]);
    error = std::max(error, (x.error * frame.unit + rounding) * (1 + 0x1p-50) + 0x1p-1070);
  }
  result.centre_error = error;
}

}  // namespace

Overlap overlap_of_surfaces(const OverlapSolid& a, const Placement& at_a, const OverlapSolid& b, const Placement& at_b,
                            const OverlapFrame& frame, const OverlapOptions& options, const TieRule& rule) {
  const OverlapBody body_a(a, at_a, box_around(a.solid(), at_a), frame);
  // Points under one placement are compared without it.
  const Placement& same_or_b = at_a == at_b ? at_a : at_b;
  const OverlapBody body_b(b, same_or_b, box_around(b.solid(), at_b), frame);
  const OverlapMeetings meetings(body_a, body_b, options, rule);
  Overlap result;
  result.counters = meetings.counters();
  result.complete = meetings.is_complete();
  result.centre = frame.origin;
  result.centre_error = std::numeric_limits<double>::infinity();
  result.volume = {0, frame.volume()};
  if (!result.complete) return result;
  Measured measured(Integration<MeasuredNumber>(body_a, body_b, meetings).run());
  if (!measured.is_narrow()) measured = Measured(Integration<MeasuredWide>(body_a, body_b, meetings).run());
  set(result, measured, frame);
  return result;
}

}  // namespace abut
