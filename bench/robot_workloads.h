#pragma once

#include "workloads.h"

namespace abut::bench {

/// Links of a robot, one long from joint to joint: a box of 12 triangles, a capsule of 200, a link of 2 around rings
/// (1000) with thick joints and a slim middle.
Mesh box_link();
Mesh capsule_link();
Mesh detailed_link(int around = 25, int rings = 20);

/// Each of these links against itself: two links of an arm of seven that do not share a joint, at random angles of its
/// joints, all of them clear. "near": by at most a tenth of a link's length; "far": by more.
std::vector<Workload> robot_workloads(int placements);

}  // namespace abut::bench
