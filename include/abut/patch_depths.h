#pragma once

#include <abut/contact_regions.h>
#include <abut/penetration.h>

namespace ABUT_API abut {

/// How deep two solids are in each other at a patch of contacts: how far the triangles that meet there, and those that
/// hang together with them and are wholly inside, reach into the other solid.
struct PatchDepth {
  Bracket depth;  ///< the larger one of both reaches; never more than the depth of Penetration, and 0 if the interiors
                  ///< are disjoint
  Reach reach_a, reach_b;  ///< of A's triangles in B, and of B's triangles in A
};

struct PatchDepths {
  std::vector<PatchDepth> patches;  ///< in the order of the regions
  Counters counters;
  bool complete = true;  ///< false when the budget or `max_cells` ended a search before it met the errors asked for
};

/// The depths at all patches that contact_regions() found for the same placements. Every length is a bracket that holds
/// whatever the budget, which is that of all patches. A part pressed in at one place and just touching at another has a
/// depth for each. Throws Error as penetration() does, and for pairs of triangles that the solids do not have.
PatchDepths patch_depths(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                         const ContactRegions& regions, const PenetrationOptions& options = {});

}  // namespace abut
