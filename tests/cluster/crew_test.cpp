#include "cluster/crew.h"

#include "cluster/bytes.h"
#include "support/thread_links.h"

#include <thread>

#include <gtest/gtest.h>

namespace abut {

namespace {

/// Prints a line per item; items are numbers that the other ranks are told.
class Lines : public ItemWork {
 public:
  explicit Lines(std::vector<std::uint64_t> numbers) : numbers_(std::move(numbers)) {}

  std::size_t items() const override { return numbers_.size(); }
  std::string packed(const Piece& piece) const override {
    ByteWriter writer;
    writer.put_all(std::span(numbers_).subspan(piece.first, piece.size()));
    return writer.bytes;
  }
  PieceResult run(const Piece& piece, const std::string* items, double seconds) override {
    std::vector<std::uint64_t> numbers(numbers_);
    if (items)
      ByteReader(*items).get_all(numbers);
    else
      numbers = {numbers_.begin() + static_cast<long>(piece.first), numbers_.begin() + static_cast<long>(piece.last)};
    PieceResult result;
    result.items = {piece.first, piece.first};
    const auto begin = std::chrono::steady_clock::now();
    for (const std::uint64_t number : numbers) {
      if (was_interrupted) return result;
      if (number == fails_at) throw Error("the number is unlucky.");
      std::this_thread::sleep_for(std::chrono::microseconds(number % 300));
      result.text += std::to_string(result.items.last) + " " + std::to_string(number * number) + "\n";
      result.sums.any_found = result.sums.any_found || number == is_found_at;
      ++result.sums.queries;
      ++result.items.last;
      result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      if (result.seconds > seconds) break;
    }
    return result;
  }
  void interrupt() override { was_interrupted = true; }

  std::uint64_t fails_at = ~0ull, is_found_at = ~0ull;
  std::atomic<bool> was_interrupted{false};

 private:
  std::vector<std::uint64_t> numbers_;
};

std::vector<std::uint64_t> numbers(std::size_t count) {
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(i * 2654435761u % 1000);
  return all;
}

struct CrewRun {
  std::string text, error;
  LeadEnd end{};
  RunSums sums;
  std::size_t done = 0;
};

/// Runs the lines on so many ranks, which are threads.
CrewRun run_on(int ranks, Lines& lines, const std::atomic<bool>& stop = false, std::uint64_t others_fail_at = ~0ull,
               bool verdict_only = false) {
  test::ThreadLinks links(ranks);
  std::vector<std::thread> others;
  for (int rank = 1; rank < ranks; ++rank)
    others.emplace_back([&, rank] {
      Crew crew(links.of(rank));
      Lines none({});
      none.fails_at = others_fail_at;
      none.is_found_at = lines.is_found_at;
      std::string failure;
      try {
        crew.follow(none, none.was_interrupted);
      } catch (const Error& error) {
        failure = error.what();
      }
      EXPECT_TRUE(crew.leave(failure, std::chrono::seconds(20)));
    });
  CrewRun run;
  Crew crew(links.of(0));
  Gathering gathering(lines.items(), static_cast<std::size_t>(ranks), PieceRule::for_ranks(1, 1),
                      [&](std::string_view text) { run.text += text; });
  try {
    run.end = crew.lead(lines, gathering, {&stop, verdict_only, {}});
  } catch (const Error& error) {
    run.error = error.what();
  }
  run.sums = gathering.sums();
  run.done = gathering.done();
  EXPECT_TRUE(crew.leave("", std::chrono::seconds(20)));
  for (std::thread& other : others) other.join();
  return run;
}

TEST(Crew, GivesTheSameBytesOnAnyNumberOfRanks) {
  Lines alone(numbers(2000));
  std::string expected;
  Gathering gathering(alone.items(), 1, {}, [&](std::string_view text) { expected += text; });
  EXPECT_EQ(work_alone(alone, gathering, {}), LeadEnd::complete);
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 2000);
  for (const int ranks : {1, 2, 3, 8}) {
    Lines lines(numbers(2000));
    const CrewRun run = run_on(ranks, lines);
    EXPECT_EQ(run.text, expected) << ranks;
    EXPECT_EQ(run.sums.queries, 2000u);
    EXPECT_EQ(run.end, LeadEnd::complete);
  }
}

TEST(Crew, TellsWhatFailedElsewhere) {
  Lines lines(numbers(3000));
  const CrewRun run = run_on(3, lines, false, numbers(3000)[1500]);
  // Ranks compete for the item; the first one does not fail at it.
  const std::string flaw = "the number is unlucky.";
  EXPECT_TRUE(run.error.empty() || run.error == "rank 1: " + flaw || run.error == "rank 2: " + flaw) << run.error;
  Lines own(numbers(3000));
  own.fails_at = numbers(3000)[0];
  EXPECT_EQ(run_on(1, own).error, "the number is unlucky.");
}

TEST(Crew, EndsEarlyWithTheVerdict) {
  Lines lines(numbers(100000));
  lines.is_found_at = numbers(100000)[5];
  const CrewRun run = run_on(3, lines, false, ~0ull, true);
  EXPECT_EQ(run.end, LeadEnd::verdict);
  EXPECT_TRUE(run.sums.any_found);
  EXPECT_LT(run.done, 90000u);
}

TEST(Crew, EndsEarlyWhenItIsStopped) {
  Lines lines(numbers(100000));
  std::atomic<bool> stop{false};
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop = true;
  });
  const CrewRun run = run_on(3, lines, stop);
  later.join();
  EXPECT_EQ(run.end, LeadEnd::stopped);
  EXPECT_LT(run.done, 100000u);
}

}  // namespace

}  // namespace abut
