// Rays made ready to look at the triangles of one placed model, side by side in doubles; compiled once per instruction
// set: include from sources that Highway's foreach_target.h repeats, or from others for `One`. N is Lanes or One of
// doubles that are not fused: the bits are the same everywhere.

#if defined(ABUT_LEAF_RAY_SIGHTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ABUT_LEAF_RAY_SIGHTS_INL_H_
#undef ABUT_LEAF_RAY_SIGHTS_INL_H_
#else
#define ABUT_LEAF_RAY_SIGHTS_INL_H_
#endif

#include "leaf/ray_sight.h"
#include "math/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace abut {
namespace HWY_NAMESPACE {

template <class N>
HWY_INLINE Vec3Of<N> times(const Matrix3& m, const Vec3Of<N>& v) {
  using V = Vec3Of<N>;
  return {dot(V::all(m.row(0)), v), dot(V::all(m.row(1)), v), dot(V::all(m.row(2)), v)};
}

template <class N>
HWY_INLINE N largest_of(const Vec3Of<N>& v) {
  return max(abs(v.x), max(abs(v.y), abs(v.z)));
}

/// Rays and how large their numbers are, as RaySight has them.
template <class N>
struct SeenRays {
  Vec3Of<N> direction, way;
  N way_error, speed, rest, far;
};

/// What RaySight holds of rays, but for their range; see leaf/ray_triangles-inl.h for the bounds.
template <class N>
struct RaySights : SeenRays<N> {
  using V = Vec3Of<N>;

  HWY_INLINE RaySights(const SeenModel& model, const V& along, const V& along_rest, const V& to_centre,
                       const N& to_centre_error)
      : SeenRays<N>{
            along, to_centre, to_centre_error, largest_of(along), largest_of(along_rest), largest_of(to_centre)} {
    constexpr double u = unit_roundoff, least = 0x1p-200, most = 0x1p200;
    const N &fast = this->speed, &lost = this->rest, side = N::all(model.side_scale);
    const N reach = (this->far + N::all(model.far)) * N::all(1 + 8 * u);
    const N corner_error =
        N::all(4.1 * u * model.far + 0x1p-1060) + N::all(1.1 * u) * reach + N::all(1.01) * to_centre_error;
    const N normal_scale = N::all(4.2 * model.side_scale + 4.3 * u);
    const auto is_usual =
        (N::all(least) <= fast) & (fast <= N::all(most)) & (N::all(least) <= reach) & (reach <= N::all(most));
    least_edge = select(is_usual, N::all(least), N::all(most));
    most_edge = select(is_usual, N::all(most), N::all(least));
    turn_scale =
        fast * (N::all(6.2) * (corner_error + reach * side) + N::all(34 * u) * reach) + N::all(6.2) * lost * reach;
    slope_scale = N::all(3.01) * (fast * normal_scale + N::all(2.01) * lost) + N::all(18.5 * u) * fast;
    height_scale = N::all(3.01) * (reach * normal_scale + N::all(2.01) * corner_error) + N::all(18.5 * u) * reach;
    over_speed = N::all(0.5) / fast;
  }

  N least_edge, most_edge, turn_scale, slope_scale, height_scale, over_speed;
};

}  // namespace HWY_NAMESPACE
}  // namespace abut
HWY_AFTER_NAMESPACE();

#endif
