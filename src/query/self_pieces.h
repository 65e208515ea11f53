#pragma once

#include "base/budget_watch.h"
#include "base/function_ref.h"
#include <abut/collide.h>

namespace abut {

/// A self query in pieces: runs of nodes that do not depend on the number of threads, so that neither do the contacts
/// that a cap keeps, nor the counters. How a piece is searched is the house's own.
struct SelfPieces {
  std::size_t count = 0;
  /// Ends, not complete, when the watch says so.
  FunctionRef<CollideSummary(std::size_t piece, const BudgetWatch&, const ContactSink&)> run;
};

/// Sorted. Runs on the options' threads.
Contacts contacts_of(const SelfPieces& pieces, const SelfOptions& options);
/// One piece after the other, on the calling thread.
CollideSummary hand_on(const SelfPieces& pieces, const SelfOptions& options, const ContactSink& sink);
/// Throws Error when the budget ended the search before that was known.
bool any_contact(const SelfPieces& pieces, const SelfOptions& options);

}  // namespace abut
