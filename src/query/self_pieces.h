#pragma once

#include "base/function_ref.h"
#include <abut/collide.h>

namespace abut {

/// A self query in pieces: runs of nodes that do not depend on the number of threads, so that neither do the contacts
/// that a cap keeps, nor the counters. How a piece is searched is the house's own.
struct SelfPieces {
  std::size_t count = 0;
  FunctionRef<CollideSummary(std::size_t piece, const ContactSink&)> run;
};

/// Sorted. Runs on `threads` threads (0: all cores).
Contacts contacts_of(const SelfPieces& pieces, std::uint64_t max_contacts, int threads);
/// One piece after the other, on the calling thread.
CollideSummary hand_on(const SelfPieces& pieces, std::uint64_t max_contacts, const ContactSink& sink);

}  // namespace abut
