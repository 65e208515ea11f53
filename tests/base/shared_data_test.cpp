#include "base/shared_data.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

struct Number : detail::SharedData {
  Number(int v, int& a) : value(v), alive(a) { ++alive; }
  Number(const Number& other) : SharedData(other), value(other.value), alive(other.alive) { ++alive; }
  ~Number() override { --alive; }

  int value;
  int& alive;
};

TEST(Shared, LivesAsLongAsItsLastCopy) {
  int alive = 0;
  {
    detail::Shared<Number> kept;
    EXPECT_FALSE(kept);
    {
      detail::Shared<Number> first(new Number(7, alive));
      const detail::Shared<Number> second = first;
      kept = std::move(first);
    }
    EXPECT_EQ(alive, 1);
    EXPECT_EQ(kept->value, 7);
  }
  EXPECT_EQ(alive, 0);
}

TEST(Shared, IsCopiedBeforeAWriteWhereItHasOtherOwners) {
  int alive = 0;
  detail::Shared<Number> first(new Number(7, alive));
  own(first).value = 8;
  EXPECT_EQ(alive, 1);
  const detail::Shared<Number> second = first;
  own(first).value = 9;
  EXPECT_EQ(alive, 2);
  EXPECT_EQ(first->value, 9);
  EXPECT_EQ(second->value, 8);
}

TEST(Stamps, AreNeverGivenTwice) {
  const std::uint64_t first = detail::new_stamp(), second = detail::new_stamp();
  EXPECT_NE(first, 0u);
  EXPECT_NE(first, second);
}

}  // namespace
}  // namespace abut
