#pragma once

#include "classic/volume/core.h"

#include <span>
#include <vector>

namespace abut::bench::pqp {

struct RectanglePair {
  classic::Rectangle a, b;
};

/// The distance of each pair, and the time that they took, conversions left out.
struct TimedDistances {
  std::vector<double> distances;
  double seconds = 0;
};

struct BoxPair {
  classic::Core<3> a, b;
};
/// Of boxes, by FCL's own GJK.
TimedDistances box_distances_by_fcl(std::span<const BoxPair> pairs);

/// By FCL's own GJK; distances of -1 are its word for overlap.
TimedDistances distances_by_fcl(std::span<const RectanglePair> pairs);
/// By the GJK of libccd with the distance that FCL has added to it.
TimedDistances distances_by_libccd(std::span<const RectanglePair> pairs);

/// The distance of each pair in fifty digits, rounded; by a way that shares nothing with core_distance.
std::vector<double> distances_in_fifty_digits(std::span<const RectanglePair> pairs);

/// The pairs of rectangles that distance queries between meshes measure, at least `count` of them. Queries on trees of
/// rectangle swept spheres, depth-first with the nearer child first: spheres and lumpy tori in random turns, from
/// nearly touching to ten radii apart.
std::vector<RectanglePair> pairs_of_queries(std::size_t count);

}  // namespace abut::bench::pqp
