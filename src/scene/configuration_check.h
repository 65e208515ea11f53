#pragma once

#include "base/function_ref.h"
#include "robot/place_rows.h"
#include "scene/checker_data.h"
#include "scene/quick_look.h"

namespace abut {

/// Looks at configurations one after the other. It remembers what touched often and looks there first, so each thread
/// has its own.
class ConfigurationCheck {
 public:
  ConfigurationCheck(const CheckerData& data, double margin);

  bool is_free(std::span<const double> configuration);
  /// Of each of some configurations, which follow each other: 1 or 0.
  void are_free(std::span<const double> configurations, std::span<char> answers);

  /// Takes a configuration for the queries below. Throws Error when a figure refuses it.
  void place(std::span<const double> configuration);
  /// Where a mover is.
  const Placement& at(std::uint32_t mover) const { return movers_[mover]; }
  std::span<const Placement> links() const { return links_; }
  /// visit(mover a, mover b) of every pair that may not touch.
  template <class Visit>
  void for_each_mover_pair(const Visit& visit) const {
    for (const MoverPair& pair : data_.mover_pairs) visit(pair);
  }
  /// visit(body) for every body that a mover may not touch and that may be within reach of it, paddings aside; false
  /// ends it.
  void for_each_near_body(std::uint32_t mover, double reach, FunctionRef<bool(std::uint32_t)> visit);

  bool touches(const MoverPair& pair) const;
  bool touches(std::uint32_t mover, std::uint32_t body) const;

 private:
  /// A pair of movers, or a mover and the world.
  struct Look {
    std::uint32_t index;
    bool at_world;
    std::uint32_t hits;
  };
  void require_valid(std::span<const double> configuration) const;
  /// Puts movers where the links are.
  void place_movers();
  /// Of the configuration that was taken last.
  bool is_free();
  bool hits(const Look& look);
  /// The same after a quick look that did not decide it.
  bool is_free_where_needed();
  /// `known` is a body that does not touch.
  bool hits_world(std::uint32_t mover, std::uint32_t known = QuickMemory::no_body);
  bool hits_likely_body(std::uint32_t mover) const;
  void put_frequent_first();

  const CheckerData& data_;
  double margin_;
  std::vector<Placement> links_, movers_;
  std::vector<Look> looks_;
  BoxTreeMemory memory_;
  QuickMemory quick_memory_;
  std::vector<std::uint32_t> needed_;  ///< movers to look at, the likeliest first
  std::vector<PlacedRows> rows_;       ///< one for each figure
  int hits_since_sorted_ = 0;
};

}  // namespace abut
