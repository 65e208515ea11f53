#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "query/bullet_approach.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/bullet_approach.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "math/rows-inl.h"
#include "query/flight-inl.h"

#include <algorithm>
#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// As many approaches as N has lanes; missing ones are the last again.
template <class N>
class Approaches {
 public:
  HWY_INLINE Approaches(const ApproachJob* jobs, std::size_t count)
      : jobs_(jobs), count_(count), moments_([&](int i) HWY_ATTR { return job(i).from; }) {}

  // Step by step as BulletSearch::list_near(), which says why.
  HWY_INLINE void make(const TimeSpan& during, double given_tolerance, Approach* to) const {
    const BulletsOf<N> bullet = load_bullets(during);
    N begin, end;
    N::load_two_columns([&](int i) HWY_ATTR { return &job(i).begin; }, begin, end);
    FlightsOf<N> flight(begin, end);
    flight.see_from({moments_.number(offsetof(MomentRow, time)), moments_.number(offsetof(MomentRow, spin_size)),
                     moments_.number(offsetof(MomentRow, straight_turn)), moments_.number(offsetof(MomentRow, stray)),
                     moments_.number(offsetof(MomentRow, stray_rate)), moments_.vector(offsetof(MomentRow, spin)),
                     moments_.vector(offsetof(MomentRow, point)), moments_.vector(offsetof(MomentRow, velocity)),
                     moments_.vector(offsetof(MomentRow, straight))},
                    bullet);
    const N unit = moments_.number(offsetof(MomentRow, unit)), one = N::all(1);
    const auto is_seen_well =
        (moments_.number(offsetof(MomentRow, spacing)) <= end - begin) | (flight.rest <= N::all(0x1p-9) * unit);
    const N sizes = moments_.number(offsetof(MomentRow, sizes)) + largest_of(flight.place),
            way_error = N::all(0x1p-49) * sizes;
    const auto is_near = way_error <= N::all(0x1p-26) * unit;
    const V way = moments_.vector(offsetof(MomentRow, centre)) - flight.place;
    const N entry = moments_.number(offsetof(MomentRow, entry)) * N::all(1 + 4 * unit_roundoff),
            entry_error = moments_.number(offsetof(MomentRow, back_error));
    const N far = largest_of(way) + largest_of(flight.travel) + largest_of(flight.bend);
    const N error =
        N::all(3) * ((entry + entry_error) * way_error + (entry_error + N::all(5 * unit_roundoff) * entry) * far);
    const V carried = back(way), origin{-carried.x, -carried.y, -carried.z};
    const V travel = back(flight.travel), bend = back(flight.bend);
    N rest = flight.rest * N::all(1.002) / unit;
    const N reach = N::all(0.5) * length_of(bend) + rest, travel_size = length_of(travel);
    const V middle = origin + bend * N::all(0.5);
    const N tolerance = tolerance_of(bullet, given_tolerance), within = reach + tolerance * N::all(1.01) / unit;
    const N most = largest_of(middle) + largest_of(travel);
    // The second sum finds what is not a number.
    const auto is_usable = (error <= N::all(0x1p-22)) & (within <= N::all(4)) & (most <= N::all(8)) &
                           (sum_of(middle) + sum_of(travel) <= N::all(48));
    const N moves = travel_size + reach -
                    (moments_.number(offsetof(MomentRow, error)) + N::all(2) * bullet.error) * N::all(1.01) / unit;
    const auto is_thin = (reach <= N::all(thin_path)) | (moves <= N::all(short_path));
    const std::uint32_t ready = (is_seen_well & is_near & is_usable & is_thin).bits();
    // InnerSegment, then RoughSegment.
    const N t = N::all(1.75) * (error + N::all(0x1p-40)) + N::all(0x1p-46);
    N face_slack = N::all(3) * t + N::all(1.01) * within,
      edge_slack = N::all(96) * t + N::all(1.5) * within * travel_size;
    const N s = N::all(2) + largest_of(middle), h = largest_of(travel);
    face_slack = (face_slack + N::all(24 * 0x1p-24) * (s + h)) * N::all(1 + 0x1p-20);
    edge_slack = (edge_slack + N::all(160 * 0x1p-24) * s * h) * N::all(1 + 0x1p-20);
    rest = rest + (N::all(2) * error + N::all(0x1p-23));
    const N size = largest_of(origin) + one + largest_of(travel) + largest_of(bend);

    const V vectors[] = {origin, travel, bend, middle};
    const N numbers[] = {flight.time, flight.half, tolerance, rest, size, face_slack, edge_slack};
    double rows[12][N::lanes], values[7][N::lanes];
    for (int i = 0; i < 4; ++i)
      vectors[i].x.store(rows[3 * i]), vectors[i].y.store(rows[3 * i + 1]), vectors[i].z.store(rows[3 * i + 2]);
    for (int i = 0; i < 7; ++i) numbers[i].store(values[i]);
    for (std::size_t lane = 0; lane < count_; ++lane) {
      Approach& made = to[lane];
      made.is_ready = (ready >> lane & 1) != 0;
      if (!made.is_ready) continue;
      const auto row = [&](int i) { return Vec3{rows[3 * i][lane], rows[3 * i + 1][lane], rows[3 * i + 2][lane]}; };
      made.time = values[0][lane], made.half = values[1][lane], made.tolerance = values[2][lane];
      made.placed = {{row(1), row(2), values[3][lane]}, row(0), values[4][lane]};
      for (int k = 0; k < 3; ++k)
        made.segment.middle[k] = static_cast<float>(rows[9 + k][lane]),
        made.segment.half[k] = static_cast<float>(rows[3 + k][lane]);
      made.segment.face_slack = static_cast<float>(values[5][lane]);
      made.segment.edge_slack = static_cast<float>(values[6][lane]);
    }
  }

 private:
  using V = Vec3Of<N>;
  HWY_INLINE const ApproachJob& job(int lane) const {
    return jobs_[std::min(static_cast<std::size_t>(lane), count_ - 1)];
  }
  HWY_INLINE BulletsOf<N> load_bullets(const TimeSpan& during) const {
    N of[6];
    for (int k = 0; k < 6; k += 2)
      N::load_two_columns([&](int i) HWY_ATTR { return &job(i).bullet->start.x + k; }, of[k], of[k + 1]);
    return {V{of[0], of[1], of[2]}, V{of[3], of[4], of[5]}, during};
  }
  HWY_INLINE V back(const V& v) const {
    constexpr std::size_t row = offsetof(MomentRow, back);
    return {dot(moments_.vector(row), v), dot(moments_.vector(row + sizeof(Vec3)), v),
            dot(moments_.vector(row + 2 * sizeof(Vec3)), v)};
  }
  static HWY_INLINE N largest_of(const V& v) { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }
  static HWY_INLINE N sum_of(const V& v) { return abs(v.x) + abs(v.y) + abs(v.z); }

  // PreparedTarget::tolerance().
  HWY_INLINE N tolerance_of(const BulletsOf<N>& bullet, double given) const {
    if (given != BulletOptions::automatic) return N::all(given);
    const N step = N::all(0x1p-52) * moments_.number(offsetof(MomentRow, latest)) *
                   (moments_.number(offsetof(MomentRow, speed)) + length_of(bullet.velocity));
    const N least = N::all(0x1p-40) * moments_.number(offsetof(MomentRow, radius)),
            needed =
                N::all(4) * (moments_.number(offsetof(MomentRow, error)) + bullet.error + N::all(lost_lengths)) + step;
    return select(least < needed, needed, least);
  }

  const ApproachJob* jobs_;
  std::size_t count_;
  RowsOf<N, MomentRow> moments_;
};

template <class N>
void make_approaches(std::span<const ApproachJob> jobs, const TimeSpan& during, double given_tolerance,
                     Approach* approaches) {
  for (std::size_t i = 0; i < jobs.size(); i += N::lanes) {
    const std::size_t count = std::min<std::size_t>(N::lanes, jobs.size() - i);
    Approaches<N>(&jobs[i], count).make(during, given_tolerance, approaches + i);
  }
}

void approach_by_packets(std::span<const ApproachJob> jobs, const TimeSpan& during, double given_tolerance,
                         Approach* approaches) {
  make_approaches<Lanes<double, 8>>(jobs, during, given_tolerance, approaches);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(approach_by_packets);

MomentRow::MomentRow(const MovingBody& body, const FramedMoment& from, double between, double latest_time)
    : time(from.moment.time),
      spin_size(from.moment.spin),
      straight_turn(from.moment.straight_turn),
      stray(from.moment.stray),
      stray_rate(from.moment.stray_rate),
      spacing(between),
      spin(from.moment.state.spin),
      point(from.moment.state.point),
      velocity(from.moment.state.velocity),
      straight(from.moment.state.straight),
      centre(from.moment.state.at * body.model().frame.centre),
      sizes(largest(abs(from.moment.state.at.shift)) + 4 * largest(abs(body.model().frame.centre))),
      back(from.frame.back()),
      entry(from.frame.entry()),
      back_error(from.frame.back_error()),
      unit(body.model().frame.unit),
      error(body.error()),
      speed(body.speed()),
      radius(body.radius()),
      latest(latest_time) {}

void approach(std::span<const ApproachJob> jobs, const TimeSpan& during, double given_tolerance, Simd simd,
              Approach* approaches) {
  const std::int64_t target = highway_target(simd);
  if (target == 0)
    return HWY_NAMESPACE::make_approaches<HWY_NAMESPACE::One<double>>(jobs, during, given_tolerance, approaches);
  ABUT_VERSION_FOR(target, approach_by_packets)(jobs, during, given_tolerance, approaches);
}

}  // namespace abut
#endif
