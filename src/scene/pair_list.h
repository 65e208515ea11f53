#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace abut {

/// Pairs of numbered things, each in the lists of both. A pair keeps its number for as long as it lasts; numbers of
/// pairs that ended are given to new ones.
class PairList {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  struct Pair {
    std::uint32_t member[2] = {none, none};
    bool overlaps = false;
  };

  void resize(std::size_t members) {
    if (heads_.size() < members) heads_.resize(members, none);
  }
  std::uint32_t add(std::uint32_t a, std::uint32_t b);
  void remove(std::uint32_t pair);

  /// Members get other numbers, and pairs too: those of neighbours are neighbours. `old` is the inverse of `now`.
  void renumber(std::span<const std::uint32_t> now, std::span<const std::uint32_t> old);

  bool is_there(std::uint32_t pair) const { return links_[pair].pair.member[0] != none; }
  const Pair& operator[](std::uint32_t pair) const { return links_[pair].pair; }
  void set_overlaps(std::uint32_t pair, bool overlaps) { links_[pair].pair.overlaps = overlaps; }
  /// One more than the largest number of a pair.
  std::uint32_t end() const { return static_cast<std::uint32_t>(links_.size()); }

  /// visit(pair, other) for the pairs of a member; the pair that is visited may be removed meanwhile.
  template <class Visit>
  void visit(std::uint32_t member, Visit&& visit) const {
    for (std::uint32_t link = heads_[member]; link != none;) {
      const std::uint32_t pair = link / 2, side = link % 2;
      link = links_[pair].next[side];
      visit(pair, links_[pair].pair.member[1 - side]);
    }
  }
  void prefetch(std::uint32_t member) const {
    if (heads_[member] != none) __builtin_prefetch(&links_[heads_[member] / 2]);
  }

 private:
  /// A link is a pair times 2, plus the side on which the member is.
  struct Links {
    Pair pair;
    std::uint32_t next[2] = {none, none}, previous[2] = {none, none};
  };

  std::vector<Links> links_;
  std::vector<std::uint32_t> heads_;
  std::vector<std::uint32_t> free_;
};

}  // namespace abut
