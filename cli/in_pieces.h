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

#include <fmt/format.h>

namespace abut::cli {

/// What a command asks about each item of a list: a pose, a point.
template <class Q>
concept ItemQuery = requires(const Q& query, std::span<const typename Q::Item> items, const typename Q::Result& result,
                             std::size_t index, std::string& text) {
  /// One result per item, in their order.
  { query.ask(items) } -> std::same_as<std::vector<typename Q::Result>>;
  { result.counters } -> std::convertible_to<Counters>;
  /// The memory that a result occupies, roughly.
  { query.bytes_of(result) } -> std::same_as<std::size_t>;
  /// Does the result make the exit status `found`, or, unless another does, `not_known`?
  { query.answer_of(result) } -> std::same_as<Answer>;
  /// Lines for programs or people, or nothing.
  query.print(text, index, result);
};

/// The queries of one run, in pieces, so that results of millions of items need not be in memory at once.
template <ItemQuery Query>
class InPieces {
 public:
  using Result = typename Query::Result;

  InPieces(std::span<const typename Query::Item> items, const Query& query) : items_(items), query_(query) {}

  bool at_end() const { return done_ == items_.size(); }
  std::size_t done() const { return done_; }
  const Counters& counters() const { return counters_; }
  double microseconds_per_query() const {
    return static_cast<double>(nanoseconds_) / 1e3 / static_cast<double>(std::max<std::size_t>(1, done_));
  }

  /// The results of the next piece, in input order.
  std::vector<Result> next() {
    const auto piece = items_.subspan(done_, std::min(size_, items_.size() - done_));
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t before = worked_nanoseconds();
    std::vector<Result> results = query_.ask(piece);
    nanoseconds_ += worked_nanoseconds() - before;
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::size_t bytes = 0;
    for (const Result& result : results) {
      counters_ += result.counters;
      bytes += query_.bytes_of(result);
    }
    done_ += piece.size();
    // A piece of some 50 ms keeps all threads busy and Ctrl-C and progress prompt.
    constexpr std::size_t most_bytes = 32'000'000, most_items = 1 << 16;
    if (took > 0.1 || bytes > most_bytes)
      size_ = std::max<std::size_t>(1, size_ / 2);
    else if (took < 0.025 && bytes < most_bytes / 4)
      size_ = std::min(most_items, 2 * size_);
    return results;
  }

 private:
  std::span<const typename Query::Item> items_;
  const Query& query_;
  std::size_t done_ = 0, size_ = 16;
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

/// Asks about every item and prints the results piece by piece, with progress. Throws Interrupted when the interrupt
/// comes.
template <ItemQuery Query>
Answered answer_in_pieces(std::span<const typename Query::Item> items, const Query& query, const Asking& asking,
                          Interrupt& interrupt) {
  InPieces<Query> queries(items, query);
  Output output;
  Answered answered;
  Progress progress(items.size(), asking.items, asking.shows_progress);
  while (!queries.at_end() && !(answered.any_found && asking.verdict_only)) {
    std::size_t index = queries.done();
    const auto results = queries.next();
    if (interrupt.flag()) {
      progress.clear();
      throw Interrupted{
          fmt::format("stopped after {} of {} {}; the answer is not complete.", index, items.size(), asking.items)};
    }
    for (const auto& result : results) {
      const Answer answer = query.answer_of(result);
      answered.any_found = answered.any_found || answer == Answer::yes;
      answered.any_unknown = answered.any_unknown || answer == Answer::unknown;
      query.print(output.text, index++, result);
    }
    output.flush();
    progress.reached(queries.done());
  }
  answered.queries = queries.done();
  answered.counters = queries.counters();
  answered.microseconds_per_query = queries.microseconds_per_query();
  return answered;
}

}  // namespace abut::cli
