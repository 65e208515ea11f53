#include "classic/figure/frames.h"
#include "math/rounding.h"

#include <algorithm>

namespace abut::classic::figure {

namespace {

/// Measures links of one frame.
class LinkMeasure {
 public:
  LinkMeasure(const Figures& figures, std::span<const Placement> at) : figures_(figures), at_(at) {}

  /// Of what is closer than `known_upper`.
  LinkDistance measure(const LinkPair& pair, double known_upper = std::numeric_limits<double>::infinity()) const {
    const DistanceOptions options{.known_upper = known_upper};
    LinkDistance found{pair,
                       abut::distance(figures_.links()[pair.a].model, at_[pair.a], figures_.links()[pair.b].model,
                                      at_[pair.b], options),
                       {}};
    const Vec3 way = found.distance.point_b - found.distance.point_a;
    if (found.distance.upper > 0 && length(way) > 0) found.normal = way * (1 / length(way));
    return found;
  }

 private:
  const Figures& figures_;
  std::span<const Placement> at_;
};

/// A pair that is likely close: a link and the one that it hangs on. Otherwise any.
std::optional<LinkPair> likely_pair(const Figures& figures) {
  const auto links = static_cast<std::uint32_t>(figures.links().size());
  for (std::uint32_t b = 0; b < links; ++b)
    if (const std::int32_t a = figures.links()[b].parent; a >= 0 && figures.asks(static_cast<std::uint32_t>(a), b))
      return LinkPair{static_cast<std::uint32_t>(a), b};
  for (std::uint32_t a = 0; a < links; ++a)
    for (std::uint32_t b = a + 1; b < links; ++b)
      if (figures.asks(a, b)) return LinkPair{a, b};
  return std::nullopt;
}

bool is_closer(const LinkDistance& a, const LinkDistance& b) {
  return a.distance.upper < b.distance.upper || (a.distance.upper == b.distance.upper && a.pair < b.pair);
}

// Boxes that are farther apart than a distance that is known hold no closer pair.
Distances closest_in(Hierarchy& hierarchy, const Figures& figures, std::span<const Placement> at) {
  const FrameEffort effort(hierarchy, at);
  const LinkMeasure links(figures, at);
  Distances result;
  if (const std::optional<LinkPair> likely = likely_pair(figures)) {
    LinkDistance closest = links.measure(*likely);
    std::vector<LinkPair> pairs;
    hierarchy.collect(pairs, std::min(closest.distance.upper, largest_input));
    result.tested = 1;
    for (const LinkPair& pair : pairs) {
      if (pair == *likely) continue;
      ++result.tested;
      // What is as close counts, too.
      const LinkDistance found = links.measure(pair, next_up(closest.distance.upper));
      if (is_closer(found, closest)) closest = found;
    }
    // Triangles and points as a query without a bound has them.
    result.pairs = {links.measure(closest.pair)};
  }
  result.effort = effort.now();
  return result;
}

Distances within_in(Hierarchy& hierarchy, const Figures& figures, std::span<const Placement> at, double limit) {
  const FrameEffort effort(hierarchy, at);
  const LinkMeasure links(figures, at);
  std::vector<LinkPair> pairs;
  hierarchy.collect(pairs, limit);
  std::sort(pairs.begin(), pairs.end());
  Distances result{{}, pairs.size(), {}};
  for (const LinkPair& pair : pairs) {
    const Link &a = figures.links()[pair.a], &b = figures.links()[pair.b];
    if (abut::within(a.model, at[pair.a], b.model, at[pair.b], limit)) result.pairs.push_back(links.measure(pair));
  }
  result.effort = effort.now();
  return result;
}

}  // namespace

Distances distance(const Figures& figures, std::span<const Placement> at, Way way) {
  Hierarchy hierarchy(figures, way);
  return closest_in(hierarchy, figures, at);
}
std::vector<Distances> distance(const Figures& figures, std::span<const Placement> frames, Way way, int threads) {
  return answer_frames<Distances>(
      figures, frames, way, threads,
      [&](Hierarchy& hierarchy, std::span<const Placement> at) { return closest_in(hierarchy, figures, at); });
}

Distances within(const Figures& figures, std::span<const Placement> at, double limit, Way way) {
  Hierarchy hierarchy(figures, way);
  return within_in(hierarchy, figures, at, limit);
}
std::vector<Distances> within(const Figures& figures, std::span<const Placement> frames, double limit, Way way,
                              int threads) {
  return answer_frames<Distances>(
      figures, frames, way, threads,
      [&](Hierarchy& hierarchy, std::span<const Placement> at) { return within_in(hierarchy, figures, at, limit); });
}

}  // namespace abut::classic::figure
