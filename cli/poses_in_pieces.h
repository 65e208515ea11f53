#pragma once

#include "classic/any_model.h"
#include "work_time.h"

#include <algorithm>
#include <chrono>
#include <concepts>

namespace abut::cli {

/// What a command asks of two models at each pose.
template <class Q>
concept PoseQuery = requires(const Q& query, const any::Model& a, const any::Model& b,
                             std::span<const PlacementPair> poses, int threads, const typename Q::Result& result,
                             std::size_t pose, std::string& text) {
  /// One result per pose, in their order, on so many threads (0: all cores).
  { query.ask(a, b, poses, threads) } -> std::same_as<std::vector<typename Q::Result>>;
  { result.counters } -> std::convertible_to<Counters>;
  /// The memory that a result occupies, roughly.
  { query.bytes_of(result) } -> std::same_as<std::size_t>;
  /// Does the result make the exit status `found`, or, unless another does, `not_known`?
  { query.answer_of(result) } -> std::same_as<Answer>;
  // A line for programs, or lines for people.
  query.append_json(text, pose, result);
  query.append_text(text, pose, result);
};

/// The queries of one run, in pieces, so that results of millions of poses need not be in memory at once.
template <PoseQuery Query>
class PosesInPieces {
 public:
  using Result = typename Query::Result;

  PosesInPieces(const any::Model& a, const any::Model& b, std::span<const PlacementPair> poses, const Query& query,
                int threads)
      : a_(a), b_(b), poses_(poses), query_(query), threads_(threads) {}

  bool at_end() const { return done_ == poses_.size(); }
  std::size_t done() const { return done_; }
  const Counters& counters() const { return counters_; }
  double microseconds_per_query() const {
    return static_cast<double>(nanoseconds_) / 1e3 / static_cast<double>(std::max<std::size_t>(1, done_));
  }

  /// The results of the next piece, in input order.
  std::vector<Result> next() {
    const auto piece = poses_.subspan(done_, std::min(size_, poses_.size() - done_));
    const auto start = std::chrono::steady_clock::now();
    const std::int64_t before = worked_nanoseconds();
    std::vector<Result> results = query_.ask(a_, b_, piece, threads_);
    nanoseconds_ += worked_nanoseconds() - before;
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::size_t bytes = 0;
    for (const Result& result : results) {
      counters_ += result.counters;
      bytes += query_.bytes_of(result);
    }
    done_ += piece.size();
    // A piece of some 50 ms keeps all threads busy and Ctrl-C and progress prompt.
    constexpr std::size_t most_bytes = 32'000'000, most_poses = 1 << 16;
    if (took > 0.1 || bytes > most_bytes)
      size_ = std::max<std::size_t>(1, size_ / 2);
    else if (took < 0.025 && bytes < most_bytes / 4)
      size_ = std::min(most_poses, 2 * size_);
    return results;
  }

 private:
  const any::Model &a_, &b_;
  std::span<const PlacementPair> poses_;
  const Query& query_;
  int threads_;
  std::size_t done_ = 0, size_ = 16;
  Counters counters_;
  std::int64_t nanoseconds_ = 0;
};

}  // namespace abut::cli
