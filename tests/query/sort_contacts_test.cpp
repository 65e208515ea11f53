#include "query/sort_contacts.h"

#include "math/random.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace abut {
namespace {

void expect_sorted_like_std(std::vector<Contact> pairs, const std::string& what) {
  std::vector<Contact> expected = pairs;
  std::sort(expected.begin(), expected.end());
  sort_contacts(pairs);
  EXPECT_EQ(pairs, expected) << what;
}

TEST(SortContacts, SortsAnyNumberOfThem) {
  Random random(1);
  for (std::size_t count : {0, 1, 2, 3, 24, 25, 26, 100, 1023, 1024, 1025, 5000, 70000})
    for (std::uint64_t ids : {1, 2, 50, 100000}) {
      std::vector<Contact> pairs(count);
      for (Contact& pair : pairs)
        pair = {static_cast<std::uint32_t>(random.below(ids)), static_cast<std::uint32_t>(random.below(ids))};
      expect_sorted_like_std(pairs, std::to_string(count) + " of " + std::to_string(ids));
    }
}

TEST(SortContacts, SortsWhatIsFarFromEven) {
  Random random(2);
  for (std::size_t count : {30, 1000, 3000}) {
    std::vector<Contact> one_a(count), two_a(count), falling(count), wide(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto id = static_cast<std::uint32_t>(random.bits());
      one_a[i] = {7, id};
      two_a[i] = {i % 2 == 0 ? 0 : ~std::uint32_t{0}, id % 1000};
      falling[i] = {~i, i};
      wide[i] = {id >> id % 32, static_cast<std::uint32_t>(random.bits())};
    }
    expect_sorted_like_std(one_a, "one a");
    expect_sorted_like_std(two_a, "two a");
    expect_sorted_like_std(falling, "falling");
    expect_sorted_like_std(wide, "wide");
  }
}

TEST(SortContacts, TakesNoMemoryWhereThereIsRoomForTwice) {
  std::vector<Contact> pairs;
  pairs.reserve(6000);
  for (std::uint32_t i = 0; i < 3000; ++i) pairs.push_back({i * 2654435761u, i});
  const Contact* place = pairs.data();
  sort_contacts(pairs);
  EXPECT_EQ(pairs.data(), place);
  EXPECT_EQ(pairs.size(), 3000);
}

}  // namespace
}  // namespace abut
