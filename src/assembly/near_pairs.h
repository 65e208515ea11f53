#pragma once

#include "assembly/broad_phase.h"
#include "assembly/pair_table.h"
#include "base/budget_watch.h"
#include "base/workers.h"

namespace abut {

/// A pair that has to be looked at, and the clearance asked for.
struct NearPair {
  PartPair parts;
  double limit = 0;
};

/// What a closer look says of a pair: surely apart, or near as far as axis-aligned boxes can tell, or worth a check.
enum class CloserLook { apart, boxes_near, near };

/// Finds the pairs of parts that the rules leave and whose boxes come near each other, a handful of parts at a time, so
/// that only those have to be kept that someone has a use for. Each pair is searched as far as its own clearance
/// reaches. Pairs come in an order that does not depend on the number of threads.
class NearPairs {
 public:
  /// Boxes in the world, inverted for empty parts. Boxes are near when they may be as close as the pair's clearance, or
  /// `least_reach` if that is more. The table is not copied.
  NearPairs(const PairTable& table, std::span<const Bounds> boxes, double least_reach, const BudgetWatch& watch);

  /// Has everything been searched?
  bool done() const { return group_ >= table_.groups().size(); }
  /// How much has been searched, from 0 to 1.
  double progress() const { return total_ == 0 ? 1 : static_cast<double>(searched_) / static_cast<double>(total_); }

  /// How many pairs were not apart by now.
  std::uint64_t boxes_near() const { return boxes_near_; }

  /// Searches for the neighbours of some more parts, and appends those that `look`, a function of NearPair, calls near;
  /// several threads ask it at once. When the budget is over, pairs are missing.
  template <class Look>
  void find_more(Workers& workers, const Look& look, std::vector<NearPair>& found) {
    struct Neighbours {
      std::vector<NearPair> near;
      std::uint64_t boxes_near = 0;
    };
    const std::span<const std::uint32_t> round = next_round();
    std::vector<Neighbours> neighbours(round.size());
    workers.for_each(round.size(), [&](std::size_t i) {
      search(round[i], [&](const NearPair& pair) {
        const CloserLook verdict = look(pair);
        neighbours[i].boxes_near += verdict != CloserLook::apart;
        if (verdict == CloserLook::near) neighbours[i].near.push_back(pair);
      });
    });
    for (const Neighbours& some : neighbours) {
      found.insert(found.end(), some.near.begin(), some.near.end());
      boxes_near_ += some.boxes_near;
    }
    searched_ += round.size();
    begin_ += round.size();
    if (begin_ == from_.size()) begin_group(group_ + 1);
  }

 private:
  // What one round may find has to fit into memory: so many times the number of parts.
  static constexpr std::size_t parts_per_round = 64;
  // A set that is not larger is gone through without the tree.
  static constexpr std::size_t few_partners = 64;

  void begin_group(std::size_t group);
  std::span<const std::uint32_t> next_round() const;

  template <class Visit>
  void search(std::uint32_t part, const Visit& visit) const;

  const PairTable& table_;
  std::vector<Bounds> boxes_;
  BoxIndex index_;
  std::vector<std::uint32_t> place_;  ///< of each part in the order of the index
  double least_reach_;
  BudgetWatch watch_;
  std::size_t group_ = 0;
  std::vector<std::uint32_t> from_;  ///< the parts of the group whose neighbours are searched
  std::size_t begin_ = 0;            ///< how many of them are done
  std::size_t searched_ = 0, total_ = 0;
  std::uint64_t boxes_near_ = 0;
};

template <class Visit>
void NearPairs::search(std::uint32_t part, const Visit& visit) const {
  const PairTable::Group& group = table_.groups()[group_];
  const double reach = std::max(group.clearance, least_reach_);
  const Bounds& box = boxes_[part];
  if (!is_there(box) || watch_.is_over_now()) return;
  const auto take = [&](std::uint32_t other) {
    if (table_.is_in(group, part, other))
      visit(NearPair{{std::min(part, other), std::max(part, other)}, group.clearance});
    return !watch_.is_over_now();
  };
  // A pair that would be found from both of its parts counts from the smaller one.
  if (group.many->size() <= few_partners)
    group.many->for_each([&](std::uint32_t other) {
      const bool comes_twice = group.few->contains(other) && group.many->contains(part);
      if (other != part && (other > part || !comes_twice) && is_there(boxes_[other]) &&
          may_be_within(box, boxes_[other], reach))
        take(other);
    });
  else if (group.few->is_everything())
    index_.visit_near(box, reach, place_[part] + 1, take);
  else
    index_.visit_near(box, reach, 0, [&](std::uint32_t other) {
      const bool comes_twice = group.few->contains(other);
      return other == part || (other < part && comes_twice) || take(other);
    });
}

}  // namespace abut
