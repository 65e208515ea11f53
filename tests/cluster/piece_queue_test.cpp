#include "cluster/piece_queue.h"

#include "math/random.h"

#include <deque>

#include <gtest/gtest.h>

namespace abut {

namespace {

TEST(PieceQueue, HandsOutEveryItemOnceTheLowestFirst) {
  PieceQueue queue(1000, 3, {});
  std::size_t next = 0;
  while (!queue.is_empty()) {
    const Piece piece = queue.next();
    EXPECT_EQ(piece.first, next);
    EXPECT_GT(piece.last, piece.first);
    next = piece.last;
    queue.finished(piece, piece.size(), 1e-4 * static_cast<double>(piece.size()));
  }
  EXPECT_EQ(next, 1000u);
  EXPECT_TRUE(queue.next().is_empty());
}

TEST(PieceQueue, TakesBackWhatIsNotDoneInAnyOrder) {
  Random random(7);
  for (int run = 0; run < 50; ++run) {
    const std::size_t items = 1 + random.below(3000), ranks = 1 + random.below(9);
    PieceQueue queue(items, ranks, PieceRule::for_ranks(ranks, 1 + random.below(4)));
    std::vector<int> done(items);
    std::deque<Piece> handed_out;
    while (!queue.is_empty() || !handed_out.empty()) {
      if (!queue.is_empty() && (handed_out.size() < 2 * ranks || random.below(2))) {
        handed_out.push_back(queue.next());
        continue;
      }
      std::swap(handed_out.front(), handed_out[random.below(handed_out.size())]);
      const Piece piece = handed_out.front();
      handed_out.pop_front();
      const std::size_t count = random.below(piece.size() + 1);
      for (std::size_t i = 0; i < count; ++i) ++done[piece.first + i];
      queue.finished(piece, count, 1e-3 * static_cast<double>(count * random.below(100)));
    }
    EXPECT_EQ(done, std::vector<int>(items, 1));
  }
}

TEST(PieceQueue, LeavesOutWhatIsDoneAlready) {
  PieceQueue queue(100, 1, {});
  EXPECT_TRUE(queue.skip({20, 30}));
  EXPECT_TRUE(queue.skip({0, 5}));
  EXPECT_TRUE(queue.skip({90, 100}));
  EXPECT_FALSE(queue.skip({25, 35}));
  EXPECT_FALSE(queue.skip({2, 3}));
  EXPECT_FALSE(queue.skip({99, 101}));
  EXPECT_EQ(queue.waiting(), 75u);
  std::vector<std::size_t> seen;
  while (!queue.is_empty()) {
    const Piece piece = queue.next();
    for (std::size_t i = piece.first; i < piece.last; ++i) seen.push_back(i);
    queue.finished(piece, piece.size(), 1);
  }
  std::vector<std::size_t> expected;
  for (std::size_t i = 0; i < 100; ++i)
    if ((i >= 5 && i < 20) || (i >= 30 && i < 90)) expected.push_back(i);
  EXPECT_EQ(seen, expected);
}

TEST(PieceQueue, MakesPiecesOfTheLengthOfTheRuleAndShorterOnesAtTheEnd) {
  constexpr double item_seconds = 1e-4;
  const PieceRule rule = PieceRule::for_ranks(4, 1);
  PieceQueue queue(100000, 4, rule);
  std::vector<std::size_t> sizes;
  while (!queue.is_empty()) {
    const Piece piece = queue.next();
    sizes.push_back(piece.size());
    queue.finished(piece, piece.size(), item_seconds * static_cast<double>(piece.size()));
  }
  EXPECT_EQ(sizes.front(), 1u);
  const auto longest = static_cast<double>(*std::max_element(sizes.begin(), sizes.end()));
  EXPECT_LE(longest * item_seconds, 1.001 * rule.seconds);
  EXPECT_GE(longest * item_seconds, 0.9 * rule.seconds);
  EXPECT_LE(static_cast<double>(sizes.back()) * item_seconds, 1.001 * rule.least_seconds);
}

TEST(PieceQueue, LearnsThatItemsHaveBecomeDearer) {
  PieceQueue queue(1'000'000, 1, {});
  for (int i = 0; i < 100; ++i) {
    const Piece piece = queue.next();
    queue.finished(piece, piece.size(), 1e-5 * static_cast<double>(piece.size()));
  }
  for (int i = 0; i < 40; ++i) {
    const Piece piece = queue.next();
    queue.finished(piece, piece.size(), 1e-3 * static_cast<double>(piece.size()));
  }
  EXPECT_NEAR(queue.item_seconds(), 1e-3, 1e-4);
}

}  // namespace

}  // namespace abut
