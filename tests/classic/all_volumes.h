#pragma once

#include "classic/volume/aabb.h"
#include "classic/volume/hybrid.h"
#include "classic/volume/hybrid_dynamic.h"
#include "classic/volume/kdop.h"
#include "classic/volume/lss.h"
#include "classic/volume/obb.h"
#include "classic/volume/obb_quaternion.h"
#include "classic/volume/rss.h"
#include "classic/volume/sphere.h"

#include <tuple>

namespace abut::classic {

/// For tests that know the types behind the kinds.
using AllVolumes = std::tuple<Sphere, Aabb, Obb, ObbQuaternion, Lss, Rss, KDop<6>, KDop<14>, KDop<18>, KDop<26>, Hybrid,
                              HybridDynamic>;
static_assert(std::tuple_size_v<AllVolumes> == all_volume_kinds.size());

}  // namespace abut::classic
