#ifdef ABUT_HAS_CCD

#include "box_overlap.h"

#include <ccd/ccd.h>

namespace abut::bench {

namespace {

void farthest_corner(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* corner) {
  const BoxView& box = *static_cast<const BoxView*>(object);
  const Vec3 along = transposed_times(box.axes, {direction->v[0], direction->v[1], direction->v[2]});
  const Vec3 at =
      box.centre + box.axes * Vec3{along.x < 0 ? -box.half.x : box.half.x, along.y < 0 ? -box.half.y : box.half.y,
                                   along.z < 0 ? -box.half.z : box.half.z};
  ccdVec3Set(corner, at.x, at.y, at.z);
}

ccd_t settings() {
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = farthest_corner;
  ccd.max_iterations = 100;
  return ccd;
}

}  // namespace

bool overlap_by_gjk(const BoxView& a, const BoxView& b) {
  static const ccd_t ccd = settings();
  return ccdGJKIntersect(&a, &b, &ccd) != 0;
}

}  // namespace abut::bench

#endif
