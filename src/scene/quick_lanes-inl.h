// What quick looks at standing and at moving figures have in common, compiled once per instruction set: include from
// sources that Highway's foreach_target.h repeats.

#if defined(ABUT_SCENE_QUICK_LANES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_SCENE_QUICK_LANES_INL_H_
#undef ABUT_SCENE_QUICK_LANES_INL_H_
#else
#define ABUT_SCENE_QUICK_LANES_INL_H_
#endif

#include "math/lanes-inl.h"
#include "scene/quick_look.h"

#include <algorithm>
#include <cmath>

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

/// Carries the middles of a mover's balls: by a placement, or by what turns them into how they move.
template <class N>
HWY_INLINE void carry_balls(const QuickLook::Mover& mover, const Matrix3& linear, const float (&shift)[3],
                            QuickMemory::Places& places) {
  for (int k = 0; k < 3; ++k) {
    const auto x = static_cast<float>(linear(k, 0)), y = static_cast<float>(linear(k, 1)),
               z = static_cast<float>(linear(k, 2));
    for (int lane = 0; lane < BallCover::most; lane += N::lanes)
      mul_add(N::load_aligned(&mover.centre[0][lane]), N::all(x),
              mul_add(N::load_aligned(&mover.centre[1][lane]), N::all(y),
                      mul_add(N::load_aligned(&mover.centre[2][lane]), N::all(z), N::all(shift[k]))))
          .store(&places.at[k][lane]);
    places.whole[k] = mover.whole[0] * x + mover.whole[1] * y + mover.whole[2] * z + shift[k];
  }
}

/// Puts a mover's balls where it is placed; false if that is too far away to be looked at.
template <class N>
HWY_INLINE bool place_balls(const QuickLook& look, std::size_t mover, const Placement& at,
                            QuickMemory::Places& places) {
  float shift[3];
  bool is_near = true;
  for (int k = 0; k < 3; ++k) {
    shift[k] = static_cast<float>((at.shift[k] - look.frame.middle[k]) * look.frame.scale);
    is_near &= std::abs(shift[k]) <= look.largest_shift;
  }
  carry_balls<N>(look.movers[mover], at.linear, shift, places);
  return is_near;
}

template <class N>
HWY_INLINE void store_index(const N& index, std::int32_t* to) {
  if constexpr (N::lanes == 1) {
    *to = static_cast<std::int32_t>(index.v);
  } else {
    const hn::Rebind<std::int32_t, typename N::Tag> whole;
    hn::StoreU(hn::ConvertTo(whole, index.v), whole, to);
  }
}

/// The map's numbers of some cells. Put together in a general register: a vector that is read right after its lanes
/// were written one by one waits for all of them to reach the cache.
template <class N>
HWY_INLINE N numbers_at(const QuickLook& look, const std::int32_t* indices) {
  const auto number = [&](int j) { return look.numbers[static_cast<std::size_t>(indices[j])]; };
  if constexpr (N::lanes == 8 || N::lanes == 4) {
    using Packed = std::conditional_t<N::lanes == 8, std::uint64_t, std::uint32_t>;
    Packed packed = 0;
    for (int j = 0; j < N::lanes; ++j) packed |= Packed{number(j)} << (8 * j);
    const hn::CappedTag<Packed, 1> together;
    const hn::CappedTag<std::uint8_t, N::lanes> bytes;
    const hn::Rebind<std::int32_t, typename N::Tag> whole;
    return {hn::ConvertTo(typename N::Tag(), hn::PromoteTo(whole, hn::BitCast(bytes, hn::Set(together, packed))))};
  } else {
    float steps[N::lanes];
    for (int j = 0; j < N::lanes; ++j) steps[j] = number(j);
    return N::load(steps);
  }
}

/// What the map says of some points.
template <class N>
class MapSight {
 public:
  N least;                         ///< the clearance of the middles of the cells that they are in
  N off;                           ///< how far they are from there
  std::int32_t indices[N::lanes];  ///< of these cells

  HWY_INLINE MapSight(const QuickLook& look, const N (&at)[3]) {
    const QuickLook::Grid& grid = look.grid;
    N square = N::all(0), index = N::all(0);
    const float strides[3] = {1, grid.row, grid.layer};
    for (int k = 0; k < 3; ++k) {
      const N place = cell(grid, at[k], k);
      const N way = at[k] - mul_add(place + N::all(0.5f), N::all(grid.side), N::all(grid.low[k]));
      square = mul_add(way, way, square);
      index = mul_add(place, N::all(strides[k]), index);
    }
    store_index(index, indices);
    least = numbers_at<N>(look, indices) * N::all(grid.step), off = root(square);
  }

 private:
  /// The cell's index along an axis, a whole number also for what is none.
  static HWY_INLINE N cell(const QuickLook::Grid& grid, const N& at, int k) {
    const N share = (at - N::all(grid.low[k])) * N::all(grid.cells_per_unit);
    const N inside = select(share > N::all(0), share, N::all(0));
    const N last = N::all(grid.last[k]);
    return floor(select(inside < last, inside, last));
  }
};

/// What the eight cells whose middles are around one point say of it, some of them at a time. The clearance changes
/// along its slope by as much as the way is long: a middle that is up or down the slope tells it almost exactly.
template <class N>
class CellsAround {
 public:
  static constexpr int count = 8;

  HWY_INLINE CellsAround(const QuickLook& look, const float (&at)[3]) : look_(look) {
    for (int k = 0; k < 3; ++k) {
      const float share = (at[k] - look.grid.low[k]) * look.grid.cells_per_unit - 0.5f;
      // 0 also for what is not a number. A map has eight cells or more along each axis.
      first_[k] = std::floor(share > 0 ? std::min(share, look.grid.last[k] - 1) : 0);
      for (int side = 0; side < 2; ++side)
        off_[k][side] = at[k] - ((first_[k] + static_cast<float>(side) + 0.5f) * look.grid.side + look.grid.low[k]);
    }
  }

  /// Of the cells from `first` on: their indices, the clearance of their middles and how far these are.
  HWY_INLINE void look(int first, std::int32_t (&indices)[N::lanes], N& least, N& off) const {
    const N strides[3] = {N::all(1), N::all(look_.grid.row), N::all(look_.grid.layer)};
    N square = N::all(0), index = N::all(0);
    for (int k = 0; k < 3; ++k) {
      const N side = N::load(&sides[k][first]);
      const auto is_high = N::all(0) < side;
      const N way = select(is_high, N::all(off_[k][1]), N::all(off_[k][0]));
      square = mul_add(way, way, square);
      index = mul_add(N::all(first_[k]) + side, strides[k], index);
    }
    store_index(index, indices);
    least = numbers_at<N>(look_, indices) * N::all(look_.grid.step), off = root(square);
  }

  /// Is the world surely farther away than `around`?
  HWY_INLINE bool are_clear(float around) const {
    for (int first = 0; first < count; first += N::lanes) {
      std::int32_t indices[N::lanes];
      N least, off;
      look(first, indices, least, off);
      if (((off + N::all(around)) < least).bits() != 0) return true;
    }
    return false;
  }

 private:
  static constexpr float sides[3][count] = {
      {0, 1, 0, 1, 0, 1, 0, 1}, {0, 0, 1, 1, 0, 0, 1, 1}, {0, 0, 0, 0, 1, 1, 1, 1}};

  const QuickLook& look_;
  float first_[3], off_[3][2];
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
