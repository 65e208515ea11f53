#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "query/bullet_cells.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/bullet_cells.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "leaf/path_narrower-inl.h"
#include "math/chord_states-inl.h"
#include "query/flight-inl.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// As many cells as N has lanes; missing ones are the last again.
template <class N>
class Cells {
 public:
  Cells(const CellJob* jobs, std::size_t count) : jobs_(jobs), count_(count) {}

  // Step by step as BulletSearch::look_in().
  HWY_INLINE void look(const TimeSpan& during, CellLook* looks) const {
    const RowsOf<N, ChordTarget> targets([&](int i) HWY_ATTR { return job(i).target; });
    N of_bullet[6], begin, end;
    for (int k = 0; k < 6; k += 2)
      N::load_two_columns([&](int i) HWY_ATTR { return &job(i).bullet->start.x + k; }, of_bullet[k], of_bullet[k + 1]);
    N::load_two_columns([&](int i) HWY_ATTR { return &job(i).begin; }, begin, end);
    const BulletsOf<N> bullet({of_bullet[0], of_bullet[1], of_bullet[2]}, {of_bullet[3], of_bullet[4], of_bullet[5]},
                              during);
    FlightsOf<N> flight(begin, end);
    const ChordStates<N, ChordTarget> state(targets, flight.time);
    const N zero = N::all(0), over_unit = targets.number(offsetof(ChordTarget, over_unit));
    flight.see_from({flight.time,
                     targets.number(offsetof(ChordTarget, spin_size)),
                     zero,
                     targets.number(offsetof(ChordTarget, stray)),
                     targets.number(offsetof(ChordTarget, stray_rate)),
                     targets.vector(offsetof(ChordTarget, spin)),
                     state.shift,
                     state.velocity,
                     {zero, zero, zero}},
                    bullet);
    V corners[3];
    for (int c = 0; c < 3; ++c) corners[c] = (state.placed(load_corner(c)) - flight.place) * over_unit;
    const PathsOf<N> path{flight.travel * over_unit, flight.bend * over_unit, flight.rest * over_unit};
    const N size = largest_of(corners[0]) + N::all(4) + largest_of(path.travel) + largest_of(path.bend);
    PathNarrower<N> narrower(path, size, corners);
    narrow_to_triangle(narrower);
    store(flight, state, corners, narrower, looks);
  }

 private:
  using V = Vec3Of<N>;

  HWY_INLINE const CellJob& job(int lane) const { return jobs_[std::min(static_cast<std::size_t>(lane), count_ - 1)]; }
  static HWY_INLINE N largest_of(const V& v) { return max(max(abs(v.x), abs(v.y)), abs(v.z)); }
  HWY_INLINE V load_corner(int corner) const {
    double rows[3][N::lanes];
    for (int i = 0; i < N::lanes; ++i) {
      const Vec3& point = *job(i).corners[corner];
      rows[0][i] = point.x, rows[1][i] = point.y, rows[2][i] = point.z;
    }
    return V::load(rows, 0);
  }

  HWY_INLINE void store(const FlightsOf<N>& flight, const ChordStates<N, ChordTarget>& state, const V (&corners)[3],
                        const PathNarrower<N>& narrower, CellLook* looks) const {
    const V vectors[] = {state.linear[0], state.linear[1], state.linear[2], state.shift, flight.place,
                         flight.travel,   flight.bend,     corners[0],      corners[1],  corners[2]};
    const N numbers[] = {flight.time, flight.half, flight.rest, narrower.low(), narrower.high()};
    double rows[10][3][N::lanes], values[5][N::lanes];
    for (int i = 0; i < 10; ++i) vectors[i].store(rows[i], 0);
    for (int i = 0; i < 5; ++i) numbers[i].store(values[i]);
    for (std::size_t lane = 0; lane < count_; ++lane) {
      const auto vector = [&](int i) { return Vec3{rows[i][0][lane], rows[i][1][lane], rows[i][2][lane]}; };
      CellLook& look = looks[lane];
      look.flight.time = values[0][lane], look.flight.half = values[1][lane];
      look.flight.at = {Matrix3::from_rows(vector(0), vector(1), vector(2)), vector(3)};
      look.flight.place = vector(4);
      look.flight.path = {vector(5), vector(6), values[2][lane]};
      look.corners = {vector(7), vector(8), vector(9)};
      look.range = {values[3][lane], values[4][lane]};
    }
  }

  const CellJob* jobs_;
  std::size_t count_;
};

template <class N>
void look_at_all_cells(std::span<const CellJob> jobs, const TimeSpan& during, CellLook* looks) {
  for (std::size_t i = 0; i < jobs.size(); i += N::lanes)
    Cells<N>(&jobs[i], std::min<std::size_t>(N::lanes, jobs.size() - i)).look(during, looks + i);
}

void cells_by_packets(std::span<const CellJob> jobs, const TimeSpan& during, CellLook* looks) {
  look_at_all_cells<Lanes<double, 8>>(jobs, during, looks);
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(cells_by_packets);

ChordTarget::ChordTarget(const MovingBody& body, const TimeSpan& during)
    : chord(body.motion().piece_at(during.begin).chord()), over_unit(1 / body.model().frame.unit) {
  const Moment moment(body, during.begin, during.begin);
  spin = moment.state.spin, spin_size = moment.spin;
  stray = moment.stray, stray_rate = moment.stray_rate;
}

void look_at_cells(std::span<const CellJob> jobs, const TimeSpan& during, Simd simd, CellLook* looks) {
  const std::int64_t target = highway_target(simd);
  if (target == 0) return HWY_NAMESPACE::look_at_all_cells<HWY_NAMESPACE::One<double>>(jobs, during, looks);
  ABUT_VERSION_FOR(target, cells_by_packets)(jobs, during, looks);
}

}  // namespace abut
#endif
