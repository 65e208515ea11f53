#pragma once

// Everything a user of the library needs. Data flows one way: Mesh -> Model -> query -> result.

#include <abut/bound_pair.h>
#include <abut/bullet.h>
#include <abut/cast.h>
#include <abut/clash.h>
#include <abut/closest_point.h>
#include <abut/collide.h>
#include <abut/contact_regions.h>
#include <abut/cull.h>
#include <abut/deforming_motion.h>
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/first_contact.h>
#include <abut/interiors.h>
#include <abut/load.h>
#include <abut/mesh.h>
#include <abut/model.h>
#include <abut/motion.h>
#include <abut/moving_features.h>
#include <abut/overlap.h>
#include <abut/penetration.h>
#include <abut/placement.h>
#include <abut/ray.h>
#include <abut/small_tests.h>
#include <abut/solid.h>
#include <abut/stray.h>
#include <abut/tree_file.h>
