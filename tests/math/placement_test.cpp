#include "math/random.h"
#include <abut/error.h>
#include <abut/placement.h>

#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace abut {
namespace {

std::string message_of(const Placement& at, const char* what = "the placement") {
  try {
    require_valid(at, what);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(RigidityDefect, TellsRotationsFromOtherMapsAndNeverHidesWhatIsNoNumber) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Matrix3 rotation = random.rotation().linear;
    // Six entries of R'R, each off by a few roundings of a quaternion's products.
    EXPECT_LT(rigidity_defect(rotation), 64 * unit_roundoff);
    for (double factor : {1 + 0x1p-40, 1 - 0x1p-40, 0.5, -3.0, 0x1p300}) {
      // A column's length changes, and with it an entry of R'R.
      Matrix3 other = rotation;
      const int column = static_cast<int>(random.below(3));
      for (int row = 0; row < 3; ++row) other(row, column) *= factor;
      EXPECT_GT(rigidity_defect(other), rigid_defect) << factor;
    }
    Matrix3 broken = rotation;
    broken.entries[random.below(9)] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(rigidity_defect(broken) <= rigid_defect);
  }
}

TEST(RequireValid, AcceptsRotationsScalesAndTheEndsOfTheRange) {
  Random random(1);
  EXPECT_EQ(message_of(Placement::identity()), "");
  EXPECT_EQ(message_of(random.rotation({1, 2, 3})), "");
  EXPECT_EQ(message_of({Matrix3{} * 0x1p300, {0x1p300, -0x1p300, 0}}), "");
  EXPECT_EQ(message_of({Matrix3{} * 0x1p-1074, {}}), "");
}

TEST(RequireValid, NamesTheEntryThatIsNotANumberInfiniteOrTooLarge) {
  Placement at;
  at.linear(1, 2) = std::nan("");
  EXPECT_EQ(message_of(at), "the placement: row 2, column 3 is not a number.");
  at = {};
  at.shift.z = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(message_of(at, "poses.txt, line 3: the placement of A"),
            "poses.txt, line 3: the placement of A: row 3, column 4 is infinite.");
  at.shift.z = 0x1.0000000000001p300;
  EXPECT_EQ(message_of(at), "the placement: row 3, column 4 is beyond 2^300, the largest entry that abut takes.");
}

TEST(RequireValid, RefusesSingularMapsAndNothingNextToThem) {
  const std::string singular =
      "the placement is singular: its 3x3 part flattens space (determinant 0). Check its rows for zeros or repeats.";
  EXPECT_EQ(message_of({Matrix3{{0, 0, 0, 0, 0, 0, 0, 0, 0}}, {}}), singular);
  EXPECT_EQ(message_of({Matrix3{{1, 2, 3, 4, 5, 6, 7, 8, 9}}, {}}), singular);
  // One unit in the last place away, where a determinant in doubles is lost in rounding.
  EXPECT_EQ(message_of({Matrix3{{1, 2, 3, 4, 5, 6, 7, 8, 0x1.2000000000001p3}}, {}}), "");
  EXPECT_EQ(message_of({Matrix3{{0x1p-1074, 0, 0, 0, 0x1p-1074, 0, 0, 0x1p-1074, 0}}, {}}), singular);
}

}  // namespace
}  // namespace abut
