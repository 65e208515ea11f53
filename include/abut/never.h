#pragma once

#include <abut/figure.h>
#include <abut/query.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ABUT_API abut {

/// What is known of two links over all configurations within the limits.
enum class NeverVerdict {
  never,      ///< proved never to touch
  touching,   ///< they touch in a configuration that is told
  undecided,  ///< the budget ended the search, or a joint between them slides without limits
};
constexpr std::string_view name_of(NeverVerdict verdict) {
  constexpr std::string_view names[] = {"never", "touching", "undecided"};
  return names[static_cast<int>(verdict)];
}

struct NeverOptions {
  /// What is at most this far apart counts as touching: proofs hold for paddings that are no more than this together.
  double margin = 0;
  /// How many boxes of configurations are looked at for each pair of links, at most.
  std::uint64_t most_cells = 1'000'000;
  /// Time and stop flag for all pairs together. Error when it limits tests: most_cells does.
  Budget budget{};
  /// On how many threads the pairs run (0: all cores). Without a limit of time the answers are the same.
  int threads = 1;
};

/// Two links that no joint connects, the smaller index first.
struct LinkPairProof {
  std::size_t a = 0, b = 0;
  NeverVerdict verdict{};
  std::vector<double> touching_at{};  ///< a configuration in which they touch
  std::uint64_t cells = 0;
};

/// Of all pairs of links that have shapes and that no joint connects.
struct NeverProofs {
  std::vector<LinkPairProof> pairs;  ///< sorted by their links
  /// The proofs hold for these links as they are, within these limits, with paddings up to this; not for bodies that
  /// are attached to them.
  double margin = 0;
};

/// Which links never touch within the joint limits, proved over all configurations: boxes of numbers are cut until, in
/// the middle of each, the links are farther apart than they can move in the box. Only the joints between two links
/// matter. Angles that wrap are looked at for a whole turn; a joint without limits that can slide leaves its pairs
/// undecided. Shapes touch as touches() says. Throws Error for invalid options.
NeverProofs prove_never(const Figure& figure, const NeverOptions& options = {});

/// The pairs that never touch as elements `disable_collisions` of an SRDF, with reason "Never", and a comment that says
/// what they hold for and which pairs are undecided.
std::string srdf_lines(const Figure& figure, const NeverProofs& proofs);

}  // namespace abut
