#include "cluster/gathering.h"

#include <abut/error.h>

namespace abut {

namespace {

// More text than this waits for a slow piece only if there is nothing else to do.
constexpr std::size_t most_waiting_bytes = std::size_t{1} << 29;

}  // namespace

Gathering::Gathering(std::size_t items, std::size_t ranks, const PieceRule& rule, Sink sink)
    : items_(items), queue_(items, ranks, rule), in_order_(std::move(sink)) {}

void Gathering::take_known(PieceResult result) {
  if (!queue_.skip(result.items)) throw Error("the journal has results twice, or for items that there are not.");
  add(std::move(result));
}

Piece Gathering::next() {
  const bool is_full = in_order_.waiting_bytes() > most_waiting_bytes;
  if (queue_.is_empty() || (is_full && queue_.lowest() > in_order_.reached())) return {};
  return queue_.next();
}

void Gathering::take(const Piece& piece, PieceResult result) {
  if (result.items.first != piece.first || result.items.last > piece.last)
    throw Error("a rank has answered for items that it was not asked about.");
  queue_.finished(piece, result.items.size(), result.seconds);
  if (result.items.is_empty()) return;
  if (journal_) {
    const Piece own = result.items;
    result.items = {own.first + items_before_, own.last + items_before_};
    journal_->add(result);
    result.items = own;
  }
  add(std::move(result));
}

void Gathering::add(PieceResult result) {
  done_ += result.items.size();
  sums_ += result.sums;
  in_order_.add(result.items, std::move(result.text));
}

}  // namespace abut
