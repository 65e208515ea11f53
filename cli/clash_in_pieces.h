#pragma once

#include "assembly/clash_pieces.h"
#include "clash_journal.h"
#include "interrupt.h"

namespace abut::cli {

/// How a check is divided.
struct ClashInPieces {
  Interrupt& interrupt;
  const Bodies* bodies = nullptr;   ///< see find_clashes(); null: those of the assembly's models
  ClashJournal* journal = nullptr;  ///< keeps what is done, on the first rank; null: nothing does
};

/// find_clashes() with its pairs checked and its findings measured piece by piece, on all ranks if there are several;
/// the same report. Every rank calls it, with the same assembly, motion, rules and options. Throws Followed on all but
/// the first. An interrupt on any rank ends it on all, with a report that is not complete.
ClashReport find_clashes_in_pieces(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
                                   const ClashOptions& options, const ClashInPieces& how);

}  // namespace abut::cli
