#include "base/stored.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

const int some[3] = {1, 2, 3};

TEST(Stored, ShowsItemsOfItsOwnOrOfOthers) {
  Stored<int> own(std::vector<int>{1, 2, 3});
  const Stored<int> view = Stored<int>::view(some);
  EXPECT_FALSE(own.is_view());
  EXPECT_TRUE(view.is_view());
  EXPECT_EQ(view.data(), some);
  EXPECT_TRUE(view == own);
  EXPECT_FALSE(view == Stored<int>::view(std::span(some).first(2)));
  EXPECT_EQ(view[1], 2);
  EXPECT_EQ(view.back(), 3);
  EXPECT_TRUE(Stored<int>().empty());
  EXPECT_FALSE(Stored<int>::view({}).is_view());
}

TEST(Stored, CopiesAndMoves) {
  Stored<int> own(std::vector<int>{1, 2, 3}), copy = own, view = Stored<int>::view(some), same = view;
  own[0] = 7;
  EXPECT_EQ(std::as_const(copy)[0], 1);
  EXPECT_EQ(std::as_const(same).data(), some);
  const int* items = std::as_const(own).data();
  Stored<int> moved = std::move(own);
  EXPECT_EQ(std::as_const(moved).data(), items);
  EXPECT_TRUE(own.empty());  // NOLINT: it may be used again
  same = moved;
  EXPECT_FALSE(same.is_view());
  moved = std::move(view);
  EXPECT_TRUE(moved.is_view());
}

TEST(Stored, MakesItemsItsOwn) {
  Stored<int> view = Stored<int>::view(some);
  view.own();
  EXPECT_FALSE(view.is_view());
  view[0] = 7;
  EXPECT_EQ(some[0], 1);
  view.resize(5);
  EXPECT_EQ(view.size(), 5u);
  EXPECT_EQ(view[0], 7);
  const int* items = view.data();
  view.own();
  EXPECT_EQ(view.data(), items);
}

}  // namespace
}  // namespace abut
