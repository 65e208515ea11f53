#include "base/simd_dispatch.h"
// Highway compiles what follows once per instruction set; the line above says for which.
#include "robot/figure_data.h"
#include "robot/place_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "robot/place_rows.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// These once per instruction set, too.
#include "math/sines-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Several placements side by side: the entries of the linear part, row by row, then the shift.
template <class N>
struct Places {
  N of[12];

  static HWY_INLINE Places load(const double* from) {
    Places places;
    for (std::size_t i = 0; i < 12; ++i) places.of[i] = N::load(from + i * PlacedRows::most);
    return places;
  }
  HWY_INLINE void store(double* to) const {
    for (std::size_t i = 0; i < 12; ++i) of[i].store(to + i * PlacedRows::most);
  }
  static HWY_INLINE Places all(const Placement& at) {
    Places places;
    for (std::size_t i = 0; i < 9; ++i) places.of[i] = N::all(at.linear.entries[i]);
    for (int k = 0; k < 3; ++k) places.of[9 + k] = N::all(at.shift[k]);
    return places;
  }

  /// First `inner`, then `outer`.
  friend HWY_INLINE Places operator*(const Places& outer, const Places& inner) {
    Places result;
    const auto dot = [&](std::size_t row, std::size_t first, std::size_t step) HWY_ATTR {
      const N* a = &outer.of[3 * row];
      return a[0] * inner.of[first] + a[1] * inner.of[first + step] + a[2] * inner.of[first + 2 * step];
    };
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column) result.of[3 * row + column] = dot(row, column, 3);
      result.of[9 + row] = dot(row, 9, 1) + outer.of[9 + row];
    }
    return result;
  }
};

/// placed_by() of several configurations.
template <class N>
class RowsOfJoint {
 public:
  RowsOfJoint(const JointMap& map, const double* first, std::size_t stride)
      : map_(map), numbers_(first + map.first_number), stride_(stride), at_(Places<N>::all(map.origin)) {}

  HWY_INLINE const Places<N>& placed() {
    switch (map_.kind) {
      case JointKind::revolute:
      case JointKind::continuous:
        turn(N::all(map_.multiplier) * number(0) + N::all(map_.offset));
        break;
      case JointKind::prismatic: {
        const N by = N::all(map_.multiplier) * number(0) + N::all(map_.offset);
        for (int k = 0; k < 3; ++k) at_.of[9 + k] = N::all(map_.origin.shift[k]) + N::all(map_.along[k]) * by;
        break;
      }
      case JointKind::planar:
        turn(number(2));
        for (int k = 0; k < 3; ++k)
          at_.of[9 + k] =
              N::all(map_.origin.shift[k]) + (N::all(map_.along[k]) * number(0) + N::all(map_.across[k]) * number(1));
        break;
      case JointKind::fixed:
      case JointKind::floating:
        break;
    }
    return at_;
  }

 private:
  HWY_INLINE N number(std::size_t i) const {
    double values[PlacedRows::most];
    for (int row = 0; row < N::lanes; ++row) values[row] = numbers_[static_cast<std::size_t>(row) * stride_ + i];
    return N::load(values);
  }
  HWY_INLINE void turn(const N& angle) {
    N sine, cosine;
    sines_and_cosines(angle, sine, cosine);
    const N less = cosine - N::all(1);
    for (std::size_t i = 0; i < 9; ++i)
      at_.of[i] = at_.of[i] + (sine * N::all(map_.sine.entries[i]) + less * N::all(map_.cosine.entries[i]));
  }

  const JointMap& map_;
  const double* numbers_;
  std::size_t stride_;
  Places<N> at_;
};

/// `rows` is a multiple of the lanes.
template <class N>
HWY_INLINE void place_rows(const Figure::Data& data, const double* first, std::size_t stride, std::size_t rows,
                           const Placement& base, double* links) {
  constexpr std::size_t room = 12 * PlacedRows::most;
  for (std::size_t row = 0; row < rows; row += N::lanes) {
    Places<N>::all(base).store(links + data.root * room + row);
    for (const JointMap& map : data.maps) {
      const auto parent = Places<N>::load(links + map.parent * room + row);
      (parent * RowsOfJoint<N>(map, first + row * stride, stride).placed()).store(links + map.child * room + row);
    }
  }
}

std::size_t place_by_lanes(const Figure::Data& data, const double* first, std::size_t stride, std::size_t rows,
                           const Placement& base, double* links) {
  using N = Lanes<double, 8>;
  const std::size_t whole = rows / N::lanes * N::lanes;
  place_rows<N>(data, first, stride, whole, base, links);
  return whole;
}

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace abut {

HWY_EXPORT(place_by_lanes);

namespace {

void place_one(const Figure::Data& data, const double* configuration, const Placement& base, double* links) {
  const auto entry = [&](std::size_t link, std::size_t i) -> double& {
    return links[(link * 12 + i) * PlacedRows::most];
  };
  std::vector<Placement> at(data.links.size());
  at[data.root] = base;
  for (const JointMap& map : data.maps)
    at[map.child] = at[map.parent] * placed_by(map, {configuration, data.numbers.size()});
  for (std::size_t link = 0; link < at.size(); ++link)
    for (int i = 0; i < 12; ++i)
      entry(link, static_cast<std::size_t>(i)) =
          i < 9 ? at[link].linear.entries[static_cast<std::size_t>(i)] : at[link].shift[i - 9];
}

}  // namespace

void PlacedRows::place(const Figure& figure, const double* first, std::size_t stride, std::size_t rows,
                       const Placement& base, Simd simd) {
  const Figure::Data& data = figure.data();
  if (data.links.empty()) return;
  numbers_.resize(data.links.size() * 12 * most);
  const std::int64_t target = highway_target(simd);
  std::size_t done = 0;
  // Quaternions take more than the lanes know.
  if (target != 0 && !data.has_floating)
    done = ABUT_VERSION_FOR(target, place_by_lanes)(data, first, stride, rows, base, numbers_.data());
  for (; done < rows; ++done) place_one(data, first + done * stride, base, numbers_.data() + done);
}

}  // namespace abut
#endif
