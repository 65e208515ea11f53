#pragma once

#include "interrupt.h"
#include <abut/clash.h>

namespace abut::cli {

/// find_clashes() with its pairs checked and its findings measured on all ranks; the same report. Every rank calls it,
/// with the same assembly, motion, rules and options. Throws Followed on all but the first. An interrupt on any rank
/// ends it on all, with a report that is not complete.
ClashReport find_clashes_on_ranks(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
                                  const ClashOptions& options, Interrupt& interrupt);

}  // namespace abut::cli
