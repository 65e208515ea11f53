#pragma once

#include "assembly/body_cache.h"
#include "assembly/severity.h"
#include <abut/clash.h>

#include <memory>

namespace abut {

/// What a check of some pairs found: findings without severity.
struct ClashPiece {
  std::vector<ClashFinding> findings;
  std::vector<UndecidedTime> undecided;
  std::vector<UndecidedInside> undecided_inside;
};

/// Who does the work of find_clashes() on pairs, in other processes: by means of ClashPieces.
struct ClashElsewhere {
  Function<ClashPiece(std::span<const PartPair> pairs)> check;
  /// Measures findings: their severities after that, in order.
  Function<std::vector<ClashSeverity>(std::span<ClashFinding* const> findings, Measure what)> measure;
};

/// find_clashes(), the same report, with pairs checked and findings measured elsewhere; null: here. Finer triangles are
/// made here, for the pairs that need them. With bodies that are given, those of the assembly's models are not made:
/// the models may be empty then.
ClashReport find_clashes(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
                         const ClashOptions& options, const ClashElsewhere* elsewhere, const Bodies* bodies = nullptr);

class ClashSearch;

/// Does the work on pairs for a find_clashes() elsewhere, of the same assembly, motion, rules and options. One thread
/// at a time.
class ClashPieces {
 public:
  /// Nothing is copied. The motion fits the assembly, and the options are valid.
  ClashPieces(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
              const ClashOptions& options, const Bodies* bodies = nullptr);
  ~ClashPieces();

  /// Throws Error for pairs that the assembly does not have.
  ClashPiece check(std::span<const PartPair> pairs);
  ClashSeverity measure(const ClashFinding& finding, Measure what) const;

 private:
  std::unique_ptr<ClashSearch> search_;
};

}  // namespace abut
