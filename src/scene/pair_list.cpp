#include "scene/pair_list.h"

namespace abut {

std::uint32_t PairList::add(std::uint32_t a, std::uint32_t b) {
  std::uint32_t pair = end();
  if (free_.empty())
    links_.emplace_back();
  else
    pair = free_.back(), free_.pop_back();
  Links& links = links_[pair];
  links.pair = {{a, b}, false};
  for (std::uint32_t side = 0; side < 2; ++side) {
    std::uint32_t& head = heads_[links.pair.member[side]];
    links.next[side] = head;
    links.previous[side] = none;
    if (head != none) links_[head / 2].previous[head % 2] = 2 * pair + side;
    head = 2 * pair + side;
  }
  return pair;
}

void PairList::remove(std::uint32_t pair) {
  Links& links = links_[pair];
  for (std::uint32_t side = 0; side < 2; ++side) {
    const std::uint32_t next = links.next[side], previous = links.previous[side];
    if (next != none) links_[next / 2].previous[next % 2] = previous;
    if (previous != none)
      links_[previous / 2].next[previous % 2] = next;
    else
      heads_[links.pair.member[side]] = next;
  }
  links.pair = {};
  free_.push_back(pair);
}

void PairList::renumber(std::span<const std::uint32_t> now, std::span<const std::uint32_t> old) {
  PairList renumbered;
  renumbered.resize(now.size());
  renumbered.links_.reserve(links_.size());
  for (std::uint32_t member = 0; member < old.size(); ++member)
    visit(old[member], [&](std::uint32_t pair, std::uint32_t other) {
      // Each pair is visited from both members.
      if (now[other] < member) return;
      renumbered.set_overlaps(renumbered.add(member, now[other]), links_[pair].pair.overlaps);
    });
  *this = std::move(renumbered);
}

}  // namespace abut
