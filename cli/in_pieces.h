#pragma once

#include "answer.h"
#include "cluster/bytes.h"
#include "output.h"
#include "work_time.h"
#include <abut/error.h>

#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstring>
#include <span>
#include <thread>

#include <fmt/format.h>

namespace abut::cli {

/// What a command asks about each item of a list: a pose, a point. Items that are no plain bytes have pack(), which
/// makes bytes of some of them, and unpack(), whose result has them as `items`.
template <class Q>
concept ItemQuery = requires(const Q& query, std::span<const typename Q::Item> items, const typename Q::Result& result,
                             std::size_t index, std::string& text) {
  /// One result per item, in their order.
  { query.ask(items) } -> std::same_as<std::vector<typename Q::Result>>;
  /// On how many threads (0: all cores).
  { query.threads() } -> std::same_as<int>;
  { result.counters } -> std::convertible_to<Counters>;
  /// The memory that a result occupies, roughly.
  { query.bytes_of(result) } -> std::same_as<std::size_t>;
  /// Does the result make the exit status `found`, or, unless another does, `not_known`?
  { query.answer_of(result) } -> std::same_as<Answer>;
  /// Lines for programs or people, or nothing.
  query.print(text, index, result);
};

/// The queries of one run. Each piece is asked in rounds; the clock runs in rounds only.
template <ItemQuery Query>
class InPieces : public ItemWork {
 public:
  using Item = typename Query::Item;
  using Result = typename Query::Result;

  InPieces(std::span<const Item> items, const Query& query, Interrupt& interrupt)
      : items_(items), query_(query), interrupt_(interrupt) {}

  std::size_t items() const override { return items_.size(); }
  void interrupt() override { interrupt_.set(); }

  std::string packed(const Piece& piece) const override {
    const auto some = items_.subspan(piece.first, piece.size());
    if constexpr (is_packed_by_query) {
      return query_.pack(some);
    } else {
      static_assert(std::is_trivially_copyable_v<Item>);
      return {reinterpret_cast<const char*>(some.data()), some.size_bytes()};
    }
  }

  PieceResult run(const Piece& piece, const std::string* packed_items, double seconds) override {
    if (!packed_items) return run(piece, items_.subspan(piece.first, piece.size()), seconds);
    if constexpr (is_packed_by_query) {
      const auto unpacked = query_.unpack(*packed_items);
      return run(piece, unpacked.items, seconds);
    } else {
      std::vector<Item> unpacked(piece.size());
      if (packed_items->size() != std::as_bytes(std::span(unpacked)).size()) throw Error("a piece has the wrong size.");
      std::memcpy(static_cast<void*>(unpacked.data()), packed_items->data(), packed_items->size());
      return run(piece, unpacked, seconds);
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t most_bytes = 16'000'000;
  static constexpr bool is_packed_by_query = requires(const Query& query, std::span<const Item> items) {
    query.pack(items);
  };
  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  static std::size_t cores() { return std::max(1u, std::thread::hardware_concurrency()); }

  PieceResult run(const Piece& piece, std::span<const Item> items, double seconds) {
    const auto start = Clock::now();
    PieceResult result;
    result.items = {piece.first, piece.first};
    std::size_t bytes = 0;
    do bytes += add_round(result, items.subspan(result.items.size()));
    while (result.items.size() < items.size() && !interrupt_.flag() && bytes < most_bytes &&
           seconds_since(start) < seconds);
    result.seconds = seconds_since(start);
    return result;
  }

  /// Adds what is known of some more items and returns the memory that their results occupied. A round that an
  /// interrupt has ended adds none: its queries have stopped before their answers.
  std::size_t add_round(PieceResult& result, std::span<const Item> rest) {
    const auto items = rest.first(std::min(size_, rest.size()));
    const auto start = Clock::now();
    const std::int64_t before = worked_nanoseconds();
    const std::vector<Result> round = query_.ask(items);
    const std::int64_t worked = worked_nanoseconds() - before;
    if (interrupt_.flag()) return 0;
    const double took = seconds_since(start);
    result.sums.nanoseconds += worked;
    result.sums.queries += round.size();
    std::size_t bytes = 0;
    for (const Result& one : round) {
      const Answer answer = query_.answer_of(one);
      result.sums.any_found = result.sums.any_found || answer == Answer::yes;
      result.sums.any_unknown = result.sums.any_unknown || answer == Answer::unknown;
      result.sums.counters += one.counters;
      bytes += query_.bytes_of(one);
      query_.print(result.text, result.items.last++, one);
    }
    if (took > 0.1 || bytes > most_bytes)
      size_ = std::max(least_, size_ / 2);
    else if (took < 0.025 && bytes < most_bytes / 4)
      size_ = std::min(most_, 2 * size_);
    return bytes;
  }

  std::span<const Item> items_;
  const Query& query_;
  Interrupt& interrupt_;
  /// Of a round. Every thread has something to do. On one thread, the memory that so many results need stays in the
  /// heap from round to round: getting it anew from the system would take longer than many a query. Several threads
  /// share long rounds, as they have to be woken for each.
  std::size_t least_ = query_.threads() == 0 ? cores() : std::min(cores(), static_cast<std::size_t>(query_.threads()));
  std::size_t most_ = least_ == 1 ? 128 : 1 << 16;
  std::size_t size_ = least_;
};

/// Asks about every item and prints the results; see answer().
template <ItemQuery Query>
Answered answer_in_pieces(std::span<const typename Query::Item> items, const Query& query, const Asking& asking,
                          Interrupt& interrupt) {
  InPieces<Query> work(items, query, interrupt);
  return answer(work, query.threads(), asking, interrupt);
}

}  // namespace abut::cli
