#include "classic/figure/frames.h"

#include <algorithm>

namespace abut::classic::figure {

namespace {

bool links_touch(const Figures& figures, std::span<const Placement> at, const LinkPair& pair) {
  return abut::touches(figures.links()[pair.a].model, at[pair.a], figures.links()[pair.b].model, at[pair.b]);
}

Contacts contacts_in(Hierarchy& hierarchy, const Figures& figures, std::span<const Placement> at) {
  const FrameEffort effort(hierarchy, at);
  Contacts result;
  hierarchy.collect(result.touching);
  result.tested = result.touching.size();
  std::erase_if(result.touching, [&](const LinkPair& pair) { return !links_touch(figures, at, pair); });
  std::sort(result.touching.begin(), result.touching.end());
  result.effort = effort.now();
  return result;
}

}  // namespace

Contacts contacts(const Figures& figures, std::span<const Placement> at, Way way) {
  Hierarchy hierarchy(figures, way);
  return contacts_in(hierarchy, figures, at);
}

std::vector<Contacts> contacts(const Figures& figures, std::span<const Placement> frames, Way way, int threads) {
  return answer_frames<Contacts>(
      figures, frames, way, threads,
      [&](Hierarchy& hierarchy, std::span<const Placement> at) { return contacts_in(hierarchy, figures, at); });
}

void contacts(const Figures& figures, std::span<const Placement> at, Way way,
              const Function<Flow(const LinkPair&)>& sink) {
  Hierarchy hierarchy(figures, way);
  hierarchy.place(at);
  hierarchy.update();
  std::vector<LinkPair> pairs;
  hierarchy.collect(pairs);
  for (const LinkPair& pair : pairs)
    if (links_touch(figures, at, pair) && sink(pair) == Flow::stop) return;
}

bool any_contact(const Figures& figures, std::span<const Placement> at, Way way) {
  bool any = false;
  contacts(figures, at, way, [&](const LinkPair&) {
    any = true;
    return Flow::stop;
  });
  return any;
}

}  // namespace abut::classic::figure
