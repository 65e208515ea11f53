#include "support/cgal_oracle.h"
#include "support/pair_families.h"
#include <abut/leaf/triangle_triangle.h>

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(ContactTest, AgreesWithCgalAndWithItselfSwappedOnEveryFamily) {
  constexpr int pairs_per_family = 5600;
  for (const PairFamily& family : pair_families()) {
    Random random(20261115);
    int contacts = 0;
    for (int i = 0; i < pairs_per_family; ++i) {
      const TrianglePair pair = family.next(random);
      const OneTriangle a(pair.a, some_centre(pair.a, random)), b(pair.b, some_centre(pair.b, random));
      const bool expected = cgal_touch(pair.a, pair.at_a, pair.b, pair.at_b);
      ASSERT_EQ(ContactTest(a.geometry(), pair.at_a, b.geometry(), pair.at_b).touch(0, 0), expected)
          << family.name << "\n"
          << describe(pair);
      ASSERT_EQ(ContactTest(b.geometry(), pair.at_b, a.geometry(), pair.at_a).touch(0, 0), expected)
          << family.name << ", swapped\n"
          << describe(pair);
      contacts += expected;
    }
    EXPECT_GT(contacts, pairs_per_family / 100) << family.name << " hardly ever touches";
    EXPECT_LT(contacts, pairs_per_family * 99 / 100) << family.name << " hardly ever stays clear";
  }
}

}  // namespace
}  // namespace abut
