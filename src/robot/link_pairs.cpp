#include "robot/link_pairs.h"

#include <algorithm>

namespace abut {

void LinkPairs::allow(std::size_t a, std::size_t b, const std::string& reason) {
  if (a != b) reasons_[key(a, b)] = reason;
}

void LinkPairs::forbid(std::size_t a, std::size_t b) { reasons_.erase(key(a, b)); }

std::vector<AllowedLinks> LinkPairs::list() const {
  std::vector<AllowedLinks> result;
  for (const auto& [pair, reason] : reasons_) result.push_back({pair / links_, pair % links_, reason});
  return result;
}

void allow_neighbours(const Figure& figure, LinkPairs& pairs) {
  const std::vector<Link>& links = figure.links();
  if (links.empty()) return;
  // The nearest link with shapes, from each link upwards.
  std::vector<std::optional<std::size_t>> carrier(links.size());
  const auto has_shapes = [&](std::size_t link) { return !links[link].shapes.empty(); };
  if (has_shapes(figure.root())) carrier[figure.root()] = figure.root();
  for (std::size_t joint : figure.order()) {
    const JointPlace& place = figure.joint_places()[joint];
    const std::optional<std::size_t> above = carrier[place.parent];
    carrier[place.child] = has_shapes(place.child) ? place.child : above;
    if (above && has_shapes(place.child)) pairs.allow(*above, place.child, "Neighbours");
  }
}

}  // namespace abut
