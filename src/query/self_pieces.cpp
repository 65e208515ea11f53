#include "query/self_pieces.h"

#include "base/workers.h"

namespace abut {

namespace {

/// Pieces that a capped answer does not need may be left empty.
std::vector<Contacts> run_all(const SelfPieces& pieces, std::uint64_t max_contacts, int threads) {
  std::vector<Contacts> results(pieces.count);
  // A piece that fills the cap by itself makes all later ones superfluous.
  std::atomic<std::size_t> last_needed = results.size();
  const auto run = [&](std::size_t piece) {
    if (piece > last_needed.load(std::memory_order_relaxed)) return;
    std::vector<Contact>& pairs = results[piece].pairs;
    static_cast<CollideSummary&>(results[piece]) = pieces.run(piece, [&](const Contact& contact) {
      pairs.push_back(contact);
      return pairs.size() < max_contacts ? Flow::go_on : Flow::stop;
    });
    if (pairs.size() < max_contacts) return;
    std::size_t last = last_needed.load();
    while (piece < last && !last_needed.compare_exchange_weak(last, piece)) {
    }
  };
  Workers(threads).for_each(results.size(), run);
  return results;
}

}  // namespace

Contacts contacts_of(const SelfPieces& pieces, std::uint64_t max_contacts, int threads) {
  Contacts contacts;
  if (max_contacts == 0) {
    contacts.complete = false;
    return contacts;
  }
  for (const Contacts& piece : run_all(pieces, max_contacts, threads)) {
    contacts.counters += piece.counters;
    contacts.complete = contacts.complete && piece.complete;
    const std::uint64_t room = max_contacts - contacts.pairs.size();
    const auto kept = static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(room, piece.pairs.size()));
    contacts.pairs.insert(contacts.pairs.end(), piece.pairs.begin(), piece.pairs.begin() + kept);
    if (contacts.pairs.size() == max_contacts) {
      contacts.complete = false;
      break;
    }
  }
  std::sort(contacts.pairs.begin(), contacts.pairs.end());
  return contacts;
}

CollideSummary hand_on(const SelfPieces& pieces, std::uint64_t max_contacts, const ContactSink& sink) {
  CollideSummary summary;
  summary.complete = max_contacts > 0;
  std::uint64_t found = 0;
  const ContactSink until_the_cap = [&](const Contact& contact) {
    const Flow flow = sink(contact);
    return ++found < max_contacts ? flow : Flow::stop;
  };
  for (std::size_t piece = 0; summary.complete && piece < pieces.count; ++piece) {
    const CollideSummary result = pieces.run(piece, until_the_cap);
    summary.counters += result.counters;
    summary.complete = result.complete;
  }
  return summary;
}

}  // namespace abut
