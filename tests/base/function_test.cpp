#include <abut/error.h>
#include <abut/function.h>

#include <functional>
#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace abut {
namespace {

using Text = Function<std::string(int)>;

TEST(Function, CallsWhatItWasMadeFrom) {
  const std::string word = "times";
  const Text text = [&](int count) { return std::to_string(count) + " " + word; };
  ASSERT_TRUE(text);
  EXPECT_EQ(text(3), "3 times");
  int called = 0;
  const Function<void()> count = [&] { return ++called; };
  count();
  EXPECT_EQ(called, 1);
}

TEST(Function, IsEmptyWhenMadeFromNothing) {
  EXPECT_FALSE(Text());
  EXPECT_FALSE(Text(std::function<std::string(int)>()));
  EXPECT_FALSE(Text(static_cast<std::string (*)(int)>(nullptr)));
  EXPECT_FALSE(Text(Text()));
}

TEST(Function, SaysSoWhenItIsCalledAndEmpty) {
  const Text empty;
  EXPECT_THROW(empty(1), Error);
  Text moved = [](int) { return std::string(); };
  const Text taken = std::move(moved);
  EXPECT_THROW(moved(1), Error);  // NOLINT: a moved one is empty
  EXPECT_EQ(taken(1), "");
}

TEST(Function, OwnsItsCallableAndCopiesIt) {
  const auto witness = std::make_shared<int>(0);
  {
    Text first = [witness, calls = 0](int) mutable { return std::to_string(++calls); };
    EXPECT_EQ(witness.use_count(), 2);
    EXPECT_EQ(first(0), "1");
    const Text second = first;
    EXPECT_EQ(witness.use_count(), 3);
    EXPECT_EQ(first(0), "2");
    EXPECT_EQ(second(0), "2");
    const Text third = std::move(first);
    EXPECT_FALSE(first);  // NOLINT: a moved one is empty
    EXPECT_EQ(third(0), "3");
    first = second;
    EXPECT_EQ(first(0), "3");
    EXPECT_EQ(witness.use_count(), 4);
  }
  EXPECT_EQ(witness.use_count(), 1);
}

}  // namespace
}  // namespace abut
