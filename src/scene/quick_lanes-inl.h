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
    float steps[N::lanes];
    for (int j = 0; j < N::lanes; ++j) steps[j] = look.numbers[static_cast<std::size_t>(indices[j])];
    least = N::load(steps) * N::all(grid.step), off = root(square);
  }

 private:
  /// The cell's index along an axis, a whole number also for what is none.
  static HWY_INLINE N cell(const QuickLook::Grid& grid, const N& at, int k) {
    const N share = (at - N::all(grid.low[k])) * N::all(grid.cells_per_unit);
    const N inside = select(share > N::all(0), share, N::all(0));
    const N last = N::all(grid.last[k]);
    return floor(select(inside < last, inside, last));
  }

  static HWY_INLINE void store_index(const N& index, std::int32_t* to) {
    if constexpr (N::lanes == 1) {
      *to = static_cast<std::int32_t>(index.v);
    } else {
      const hn::Rebind<std::int32_t, typename N::Tag> whole;
      hn::StoreU(hn::ConvertTo(whole, index.v), whole, to);
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
