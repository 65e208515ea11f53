#pragma once

#include "commands.h"
#include "interrupt.h"
#include "output.h"
#include "progress.h"
#include "work_time.h"

#include <algorithm>
#include <chrono>
#include <concepts>
#include <span>
#include <thread>

#include <fmt/format.h>

namespace abut::cli {

/// What a command asks about each item of a list: a pose, a point.
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

/// The queries of one run, in pieces that are printed one after the other: the first ones are short, so that printing
/// starts at once, later ones last some 50 ms. Each piece is asked in rounds; the clock runs in rounds only.
template <ItemQuery Query>
class InPieces {
 public:
  using Result = typename Query::Result;

  InPieces(std::span<const typename Query::Item> items, const Query& query, const std::atomic<bool>& stop)
      : items_(items), query_(query), stop_(stop) {}

  bool at_end() const { return done_ == items_.size(); }
  /// Did an interrupt end the last piece?
  bool was_stopped() const { return was_stopped_; }
  /// How many items have their results.
  std::size_t done() const { return done_; }
  const Counters& counters() const { return counters_; }
  double microseconds_per_query() const {
    return static_cast<double>(nanoseconds_) / 1e3 / static_cast<double>(std::max<std::size_t>(1, done_));
  }

  /// The results of the next piece, in input order: one at least, unless an interrupt came.
  std::vector<Result> next() {
    const auto start = Clock::now();
    std::vector<Result> results;
    std::size_t bytes = 0;
    do bytes += add_round(results);
    while (!at_end() && !was_stopped_ && bytes < most_bytes && seconds_since(start) < piece_seconds_);
    constexpr double longest = 0.05;
    piece_seconds_ = std::min(longest, 2 * piece_seconds_);
    return results;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t most_bytes = 16'000'000;
  static double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  static std::size_t cores() { return std::max(1u, std::thread::hardware_concurrency()); }

  /// Adds the results of some more items and returns the memory that they occupy. A round that an interrupt has ended
  /// adds none: its queries have stopped before their answers.
  std::size_t add_round(std::vector<Result>& results) {
    const auto items = items_.subspan(done_, std::min(size_, items_.size() - done_));
    const auto start = Clock::now();
    const std::int64_t before = worked_nanoseconds();
    std::vector<Result> round = query_.ask(items);
    const std::int64_t worked = worked_nanoseconds() - before;
    was_stopped_ = stop_;
    if (was_stopped_) return 0;
    const double took = seconds_since(start);
    nanoseconds_ += worked;
    done_ += items.size();
    std::size_t bytes = 0;
    for (Result& result : round) {
      counters_ += result.counters;
      bytes += query_.bytes_of(result);
      results.push_back(std::move(result));
    }
    if (took > 0.1 || bytes > most_bytes)
      size_ = std::max(least_, size_ / 2);
    else if (took < 0.025 && bytes < most_bytes / 4)
      size_ = std::min(most_, 2 * size_);
    return bytes;
  }

  std::span<const typename Query::Item> items_;
  const Query& query_;
  const std::atomic<bool>& stop_;
  /// Of a round. Every thread has something to do. On one thread, the memory that so many results need stays in the
  /// heap from round to round: getting it anew from the system would take longer than many a query. Several threads
  /// share long rounds, as they have to be woken for each.
  std::size_t least_ = query_.threads() == 0 ? cores() : std::min(cores(), static_cast<std::size_t>(query_.threads()));
  std::size_t most_ = least_ == 1 ? 128 : 1 << 16;
  std::size_t size_ = least_;
  double piece_seconds_ = 0.001;
  std::size_t done_ = 0;
  bool was_stopped_ = false;
  Counters counters_;
  std::int64_t nanoseconds_ = 0;
};

/// How all queries of a run ended.
struct Answered {
  bool any_found = false, any_unknown = false;
  std::size_t queries = 0;
  Counters counters;
  double microseconds_per_query = 0;

  ExitStatus status() const { return any_found ? found : any_unknown ? not_known : not_found; }
};

/// What a run is told besides its queries.
struct Asking {
  const char* items = "";  ///< the plural of what is counted: "poses"
  bool shows_progress = true;
  bool verdict_only = false;  ///< the first item that is found ends the run
};

/// Asks about every item and prints the results piece by piece, with progress. When the interrupt comes, throws
/// Interrupted after the results so far are printed.
template <ItemQuery Query>
Answered answer_in_pieces(std::span<const typename Query::Item> items, const Query& query, const Asking& asking,
                          Interrupt& interrupt) {
  InPieces<Query> queries(items, query, interrupt.flag());
  Output output;
  Answered answered;
  Progress progress(items.size(), asking.items, asking.shows_progress);
  while (!queries.at_end() && !(answered.any_found && asking.verdict_only)) {
    std::size_t index = queries.done();
    for (const auto& result : queries.next()) {
      const Answer answer = query.answer_of(result);
      answered.any_found = answered.any_found || answer == Answer::yes;
      answered.any_unknown = answered.any_unknown || answer == Answer::unknown;
      query.print(output.text, index++, result);
    }
    output.flush();
    if (queries.was_stopped()) {
      progress.clear();
      throw Interrupted{fmt::format("stopped after {} of {} {}; the answer is not complete.", queries.done(),
                                    items.size(), asking.items)};
    }
    progress.reached(queries.done());
  }
  answered.queries = queries.done();
  answered.counters = queries.counters();
  answered.microseconds_per_query = queries.microseconds_per_query();
  return answered;
}

}  // namespace abut::cli
