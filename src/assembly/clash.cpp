#include "assembly/clash_search.h"
#include <abut/error.h>

#include <cmath>

namespace abut {

namespace {

void require_valid(const PairRules& rules, const ClashOptions& options) {
  const auto require_length = [](double value, const std::string& what) {
    if (!(value >= 0 && value <= largest_input)) throw Error(what + " must be a length from 0 to 2^300.");
  };
  require_length(options.tolerance, "the tolerance");
  require_length(options.min_depth, "the least depth");
  if (!(options.min_volume >= 0 && std::isfinite(options.min_volume)))
    throw Error("the least volume must be finite and not negative.");
  for (const PairAllowance& rule : rules.allowed) require_length(rule.depth, "the depth that a pair is allowed");
  require_length(rules.clearance, "the clearance");
  for (const PairClearance& rule : rules.clearances) require_length(rule.clearance, "the clearance of a pair");
  if (options.refine.rounds < 0 || !(options.refine.seconds >= 0))
    throw Error("the rounds and seconds of refinement must be 0 or more.");
}

}  // namespace

ClashReport find_clashes(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
                         const ClashOptions& options, const ClashElsewhere* elsewhere, const Bodies* bodies) {
  require_valid(rules, options);
  if (motion.steps() == 0) return {};
  require_fitting(motion, assembly);
  if (assembly.parts().empty()) return {};
  return ClashSearch(assembly, motion, rules, options, bodies).run(elsewhere);
}

ClashReport find_clashes(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
                         const ClashOptions& options) {
  return find_clashes(assembly, motion, rules, options, nullptr);
}

}  // namespace abut
