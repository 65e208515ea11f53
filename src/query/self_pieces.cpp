#include "query/self_pieces.h"

#include "base/workers.h"
#include "query/option_check.h"
#include "query/sort_contacts.h"

namespace abut {

namespace {

/// Pieces that a capped answer does not need may be left empty.
std::vector<Contacts> run_all(const SelfPieces& pieces, const BudgetWatch& watch, const SelfOptions& options) {
  std::vector<Contacts> results(pieces.count);
  // A piece that fills the cap by itself makes all later ones superfluous.
  std::atomic<std::size_t> last_needed = results.size();
  const auto run = [&](std::size_t piece) {
    if (piece > last_needed.load(std::memory_order_relaxed)) return;
    std::vector<Contact>& pairs = results[piece].pairs;
    static_cast<CollideSummary&>(results[piece]) = pieces.run(piece, watch, [&](const Contact& contact) {
      pairs.push_back(contact);
      return pairs.size() < options.max_contacts ? Flow::go_on : Flow::stop;
    });
    if (pairs.size() < options.max_contacts) return;
    std::size_t last = last_needed.load();
    while (piece < last && !last_needed.compare_exchange_weak(last, piece)) {
    }
  };
  Workers(options.threads).for_each(results.size(), run);
  return results;
}

}  // namespace

Contacts contacts_of(const SelfPieces& pieces, const SelfOptions& options) {
  Contacts contacts;
  const BudgetWatch watch(options.budget);
  if (watch.limits_tests()) {
    // In their order, so that what a number of tests leads to does not depend on threads.
    static_cast<CollideSummary&>(contacts) = hand_on(pieces, options, [&](const Contact& contact) {
      contacts.pairs.push_back(contact);
      return Flow::go_on;
    });
    sort_contacts(contacts.pairs);
    return contacts;
  }
  if (options.max_contacts == 0) {
    contacts.complete = false;
    return contacts;
  }
  for (const Contacts& piece : run_all(pieces, watch, options)) {
    contacts.counters += piece.counters;
    contacts.complete = contacts.complete && piece.complete;
    const std::uint64_t room = options.max_contacts - contacts.pairs.size();
    const auto kept = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(room, piece.pairs.size()));
    contacts.pairs.insert(contacts.pairs.end(), piece.pairs.begin(), piece.pairs.begin() + kept);
    if (contacts.pairs.size() == options.max_contacts) {
      contacts.complete = false;
      break;
    }
  }
  sort_contacts(contacts.pairs);
  return contacts;
}

CollideSummary hand_on(const SelfPieces& pieces, const SelfOptions& options, const ContactSink& sink) {
  BudgetWatch watch(options.budget);
  CollideSummary summary;
  summary.complete = options.max_contacts > 0;
  std::uint64_t found = 0;
  const ContactSink until_the_cap = [&](const Contact& contact) {
    const Flow flow = sink(contact);
    return ++found < options.max_contacts ? flow : Flow::stop;
  };
  for (std::size_t piece = 0; summary.complete && piece < pieces.count; ++piece) {
    const CollideSummary result = pieces.run(piece, watch, until_the_cap);
    watch.spend(result.counters);
    summary.counters += result.counters;
    summary.complete = result.complete;
  }
  return summary;
}

bool any_contact(const SelfPieces& pieces, const SelfOptions& options) {
  SelfOptions first = options;
  first.max_contacts = std::min<std::uint64_t>(1, options.max_contacts);
  const Contacts contacts = contacts_of(pieces, first);
  return is_yes(answer_of(!contacts.pairs.empty(), contacts, options.max_contacts), "the model touches itself");
}

}  // namespace abut
