#include "classic/figure/frames.h"
#include <abut/solid.h>

#include <algorithm>

namespace abut::classic::figure {

namespace {

std::vector<Solid> solids_of(const Figures& figures) {
  std::vector<Solid> solids;
  for (const Link& link : figures.links()) {
    try {
      solids.emplace_back(link.model);
    } catch (const Error& error) {
      throw Error("Link " + std::to_string(solids.size()) + " of the figures has no depth: " + error.what());
    }
  }
  return solids;
}

/// Of links that are in each other; boxes of links that are wholly inside others touch those, too.
Depths depths_in(Hierarchy& hierarchy, std::span<const Solid> solids, std::span<const Placement> at,
                 const PenetrationOptions& options) {
  const FrameEffort effort(hierarchy, at);
  std::vector<LinkPair> pairs;
  hierarchy.collect(pairs);
  std::sort(pairs.begin(), pairs.end());
  Depths result{{}, pairs.size(), {}};
  for (const LinkPair& pair : pairs) {
    LinkDepth found{pair, abut::penetration(solids[pair.a], at[pair.a], solids[pair.b], at[pair.b], options), {}};
    const double way = length(found.penetration.way_out);
    if (!(found.penetration.depth.upper > 0 || way > 0)) continue;
    if (way > 0) found.normal = found.penetration.way_out * (1 / way);
    result.pairs.push_back(std::move(found));
  }
  result.effort = effort.now();
  return result;
}

PenetrationOptions on_one_thread(PenetrationOptions options) {
  options.threads = 1;
  return options;
}

}  // namespace

Depths penetration(const Figures& figures, std::span<const Placement> at, Way way, const PenetrationOptions& options) {
  Hierarchy hierarchy(figures, way);
  return depths_in(hierarchy, solids_of(figures), at, on_one_thread(options));
}

std::vector<Depths> penetration_each(const Figures& figures, std::span<const Placement> frames, Way way,
                                     const PenetrationOptions& options) {
  const std::vector<Solid> solids = solids_of(figures);
  return answer_frames<Depths>(figures, frames, way, options.threads,
                               [&](Hierarchy& hierarchy, std::span<const Placement> at) {
                                 return depths_in(hierarchy, solids, at, on_one_thread(options));
                               });
}

}  // namespace abut::classic::figure
