#include "base/threads.h"
#include <abut/classic_figure.h>
#include <abut/error.h>

#include <algorithm>
#include <string>

namespace abut::classic::figure {

namespace {

bool links_touch(const Figures& figures, std::span<const Placement> at, const LinkPair& pair) {
  return abut::touches(figures.links()[pair.a].model, at[pair.a], figures.links()[pair.b].model, at[pair.b]);
}

std::vector<LinkPair> pairs_to_test(Hierarchy& hierarchy, std::span<const Placement> at) {
  std::vector<LinkPair> pairs;
  hierarchy.place(at);
  hierarchy.update();
  hierarchy.collect(pairs);
  return pairs;
}

Contacts contacts_in(Hierarchy& hierarchy, const Figures& figures, std::span<const Placement> at) {
  const Effort before = hierarchy.effort();
  Contacts result{pairs_to_test(hierarchy, at), 0, {}};
  result.tested = result.touching.size();
  std::erase_if(result.touching, [&](const LinkPair& pair) { return !links_touch(figures, at, pair); });
  std::sort(result.touching.begin(), result.touching.end());
  result.effort = {hierarchy.effort().boxes_fitted - before.boxes_fitted,
                   hierarchy.effort().box_tests - before.box_tests};
  return result;
}

}  // namespace

Contacts contacts(const Figures& figures, std::span<const Placement> at, Way way) {
  Hierarchy hierarchy(figures, way);
  return contacts_in(hierarchy, figures, at);
}

std::vector<Contacts> contacts(const Figures& figures, std::span<const Placement> frames, Way way, int threads) {
  if (threads < 0) throw Error("The number of threads is negative.");
  const std::size_t links = figures.links().size();
  if (links == 0 ? !frames.empty() : frames.size() % links != 0)
    throw Error(std::to_string(frames.size()) + " placements are not a whole number of frames of " +
                std::to_string(links) + " links.");
  std::vector<Contacts> result(links == 0 ? 0 : frames.size() / links);
  with_threads(threads, [&] {
    for_each_range(threads_meant(threads), result.size(), 64, [&](std::size_t first, std::size_t end) {
      Hierarchy hierarchy(figures, way);
      for (std::size_t i = first; i < end; ++i)
        result[i] = contacts_in(hierarchy, figures, frames.subspan(i * links, links));
    });
  });
  return result;
}

bool any_contact(const Figures& figures, std::span<const Placement> at, Way way) {
  Hierarchy hierarchy(figures, way);
  const std::vector<LinkPair> pairs = pairs_to_test(hierarchy, at);
  return std::any_of(pairs.begin(), pairs.end(), [&](const LinkPair& pair) { return links_touch(figures, at, pair); });
}

}  // namespace abut::classic::figure
