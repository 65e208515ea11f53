#pragma once

// Everything a user of the library needs. Data flows one way: Mesh -> Model -> query -> result.

#include <abut/error.h>
#include <abut/io/load.h>
#include <abut/math/placement.h>
#include <abut/mesh/mesh.h>
#include <abut/query/closest_point.h>
#include <abut/query/collide.h>
#include <abut/query/collide_cache.h>
#include <abut/query/cost.h>
#include <abut/query/distance.h>
#include <abut/query/distance_cache.h>
#include <abut/query/model.h>
#include <abut/query/quality.h>
#include <abut/query/self.h>
#include <abut/query/solid.h>
#include <abut/scene/clash.h>
