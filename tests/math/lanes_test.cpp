#include "math/random.h"
#include "support/lane_results.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace abut {
namespace {

template <class T>
constexpr T infinite = std::numeric_limits<T>::infinity();

/// The same bits; or neither is a number.
template <class T>
bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

template <class T>
class EveryLane : public testing::Test {
 protected:
  static LaneInputs<T> ordinary(Random& random) {
    LaneInputs<T> in;
    for (int i = 0; i < 8; ++i) {
      in.a[i] = static_cast<T>(random.between(-9, 9));
      in.b[i] = static_cast<T>(random.between(-9, 9));
      in.c[i] = static_cast<T>(random.between(-9, 9));
    }
    in.b[random.below(8)] = in.a[0];
    return in;
  }
  /// Zeros of both signs, infinities, what is not a number, and subnormal numbers, against each other.
  static LaneInputs<T> special(Random& random) {
    const T odd[] = {T(0),
                     T(-0.0),
                     infinite<T>,
                     -infinite<T>,
                     std::numeric_limits<T>::quiet_NaN(),
                     std::numeric_limits<T>::denorm_min(),
                     std::numeric_limits<T>::max(),
                     T(1.5)};
    LaneInputs<T> in;
    for (int i = 0; i < 8; ++i) in.a[i] = odd[random.below(8)], in.b[i] = odd[random.below(8)], in.c[i] = odd[i];
    return in;
  }
  /// Calls `check` with inputs of both kinds and what an instruction set makes of them.
  template <class Check>
  static void on_every_set(Check check) {
    Random random(14);
    for (int round = 0; round < 200; ++round) {
      const LaneInputs<T> in = round % 2 == 0 ? ordinary(random) : special(random);
      T points[24];
      for (int i = 0; i < 24; ++i) points[i] = static_cast<T>(i);
      for (const Simd simd : available_simd())
        for (const bool fused : {false, true}) {
          SCOPED_TRACE(testing::Message() << name_of(simd) << (fused ? ", fused" : ""));
          LaneResults<T> out;
          lane_results(simd, fused, in, points, out);
          check(in, out, fused);
          if (testing::Test::HasFailure()) return;
        }
    }
  }
};

using Numbers = testing::Types<float, double>;
class NameOfNumber {
 public:
  template <class T>
  static std::string GetName(int) {
    return std::is_same_v<T, float> ? "float" : "double";
  }
};
TYPED_TEST_SUITE(EveryLane, Numbers, NameOfNumber);

TYPED_TEST(EveryLane, ComputesWhatItsNumbersGive) {
  using T = TypeParam;
  TestFixture::on_every_set([](const LaneInputs<T>& in, const LaneResults<T>& out, bool) {
    ASSERT_TRUE(out.lanes >= 1 && out.lanes <= 8 && std::has_single_bit(static_cast<unsigned>(out.lanes)));
    T least = in.a[0], most = in.a[0];
    bool numbers = true;
    for (int i = 0; i < 8; ++i) {
      const T a = in.a[i], b = in.b[i], c = in.c[i];
      ASSERT_PRED2(same<T>, out.sum[i], a + b);
      ASSERT_PRED2(same<T>, out.difference[i], a - b);
      ASSERT_PRED2(same<T>, out.product[i], a * b);
      ASSERT_PRED2(same<T>, out.quotient[i], a / b);
      ASSERT_PRED2(same<T>, out.negative[i], -a);
      ASSERT_PRED2(same<T>, out.absolute[i], std::abs(a));
      ASSERT_PRED2(same<T>, out.root[i], std::sqrt(a));
      ASSERT_PRED2(same<T>, out.larger[i], a > b ? a : b);
      ASSERT_PRED2(same<T>, out.selected[i], a > b ? c : a);
      ASSERT_PRED2(same<T>, out.kept[i], a > b ? c : T(0));
      ASSERT_PRED2(same<T>, out.positive[i], a > 0 ? a : T(0));
      ASSERT_PRED2(same<T>, out.rounded_down[i], std::floor(a));
      if (!std::isnan(a) && !std::isnan(b)) {
        ASSERT_EQ(out.least[i], std::min(a, b));
        ASSERT_EQ(out.most[i], std::max(a, b));
        ASSERT_EQ(out.row_least[i], std::min(a, b));
      }
      ASSERT_PRED2(same<T>, out.row_sum[i], a + b);
      ASSERT_PRED2(same<T>, out.row_difference[i], a - b);
      if (i >= out.lanes) continue;
      numbers = numbers && !std::isnan(a);
      least = std::min(least, a), most = std::max(most, a);
    }
    if (!numbers) return;
    ASSERT_EQ(out.least_of_lanes, least);
    ASSERT_EQ(out.most_of_lanes, most);
  });
}

TYPED_TEST(EveryLane, LoadsAndStoresInOrder) {
  using T = TypeParam;
  TestFixture::on_every_set([](const LaneInputs<T>& in, const LaneResults<T>& out, bool) {
    for (int i = 0; i < 8; ++i) {
      ASSERT_PRED2(same<T>, out.all[i], in.a[0]);
      ASSERT_PRED2(same<T>, out.row_all[i], in.c[0]);
      ASSERT_EQ(out.counting[i], T(i));
      ASSERT_PRED2(same<T>, out.aligned[i], in.b[i]);
      for (int c = 0; c < 3; ++c) ASSERT_EQ(out.interleaved[c][i], T(3 * i + c));
      if constexpr (std::is_same_v<T, double>) {
        ASSERT_PRED2(same<float>, out.rounded[i], static_cast<float>(in.a[i]));
        ASSERT_PRED2(same<double>, out.widened[i], double{static_cast<float>(in.a[i])});
      }
    }
  });
}

// What is fused may be so or not, but all the same way.
TYPED_TEST(EveryLane, RoundsProductsBeforeSumsUnlessFused) {
  using T = TypeParam;
  int differ = 0;
  TestFixture::on_every_set([&](const LaneInputs<T>& in, const LaneResults<T>& out, bool fused) {
    const auto agrees = [&](auto add) {
      for (int i = 0; i < 8; ++i) {
        const T a = in.a[i], b = in.b[i], c = in.c[i];
        const bool good = same(out.mul_add[i], add(a, b, c)) && same(out.mul_sub[i], add(a, b, -c)) &&
                          same(out.neg_mul_add[i], add(-a, b, c)) && same(out.dot[i], add(c, a, add(b, c, a * b))) &&
                          same(out.cross[0][i], add(b, a, -(c * c))) && same(out.cross[1][i], add(c, b, -(a * a))) &&
                          same(out.cross[2][i], add(a, c, -(b * b)));
        if (!good) return false;
      }
      return true;
    };
    const bool twice = agrees([](T a, T b, T c) { return a * b + c; });
    const bool once = agrees([](T a, T b, T c) { return std::fma(a, b, c); });
    ASSERT_TRUE(twice || (fused && once));
    differ += twice != once;
  });
  EXPECT_GT(differ, 0);
}

TYPED_TEST(EveryLane, TreatsCoordinatesAlike) {
  using T = TypeParam;
  TestFixture::on_every_set([](const LaneInputs<T>& in, const LaneResults<T>& out, bool) {
    for (int i = 0; i < 8; ++i) {
      const T p[5] = {in.a[i], in.b[i], in.c[i], in.a[i], in.b[i]};
      for (int k = 0; k < 3; ++k) {
        ASSERT_PRED2(same<T>, out.turned[k][i], (p[k] + p[k + 1]) * p[0] - p[k + 2]);
        ASSERT_PRED2(same<T>, out.selected_vector[k][i], p[0] > p[1] ? p[k] : p[k + 1]);
        ASSERT_PRED2(same<T>, out.kept_vector[k][i], p[0] > p[1] ? p[k] : T(0));
      }
    }
  });
}

TYPED_TEST(EveryLane, ComparesIntoBits) {
  using T = TypeParam;
  TestFixture::on_every_set([](const LaneInputs<T>& in, const LaneResults<T>& out, bool) {
    const auto bits = [&](auto truth) {
      std::uint32_t all = 0;
      for (int i = 0; i < 8; ++i) all |= std::uint32_t{truth(in.a[i], in.b[i])} << i;
      return all;
    };
    const LaneMasks& masks = out.masks;
    ASSERT_EQ(masks.above, bits([](T a, T b) { return a > b; }));
    ASSERT_EQ(masks.below, bits([](T a, T b) { return a < b; }));
    ASSERT_EQ(masks.not_above, bits([](T a, T b) { return a <= b; }));
    ASSERT_EQ(masks.equal, bits([](T a, T b) { return a == b; }));
    ASSERT_EQ(masks.both, bits([](T a, T b) { return a > b && std::isfinite(a); }));
    ASSERT_EQ(masks.either, bits([](T a, T b) { return a > b || a < b; }));
    for (std::uint32_t i = 0; i < 256; ++i) ASSERT_EQ(masks.from_bits[i], i);
    for (int count = 0; count < 10; ++count) ASSERT_EQ(masks.first[count], (1u << std::min(count, 8)) - 1);
    const std::uint32_t lanes = (1u << out.lanes) - 1;
    ASSERT_EQ(masks.all_above, (masks.above & lanes) == lanes);
    ASSERT_EQ(masks.all_equal_themselves, (bits([](T a, T) { return a == a; }) & lanes) == lanes);
  });
}

TEST(Lanes, BoundRootsFromAbove) {
  Random random(3);
  for (int round = 0; round < 100; ++round) {
    LaneInputs<float> in{};
    for (float& a : in.a) a = static_cast<float>(std::exp2(random.between(-100, 100)));
    in.a[0] = 0;
    const float points[24] = {};
    for (const Simd simd : available_simd())
      for (const bool fused : {false, true}) {
        LaneResults<float> out;
        lane_results(simd, fused, in, points, out);
        // Filters rest on it: a length whose square is lost is not a number, and decides nothing.
        ASSERT_EQ(std::isnan(out.root_bound[0]), fused) << name_of(simd);
        for (int i = 1; i < 8; ++i) {
          const double root = std::sqrt(double{in.a[i]}), bound = out.root_bound[i];
          ASSERT_TRUE(bound >= root && bound <= 1.03 * root) << name_of(simd) << " " << in.a[i];
        }
      }
  }
}

TEST(Lanes, CompareWholeNumbers) {
  constexpr std::int32_t least = std::numeric_limits<std::int32_t>::min(), most = -(least + 1);
  const std::int32_t a[8] = {0, -1, least, least, most, 7, -7, 0}, b[8] = {0, 0, least, most, least, -7, -6, least};
  for (const Simd simd : available_simd()) {
    const LaneOrder found = lane_order(simd, a, b);
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(found.unequal >> i & 1, a[i] != b[i]) << name_of(simd) << i;
      EXPECT_EQ(found.below >> i & 1, a[i] < b[i]) << name_of(simd) << i;
    }
  }
}

TEST(Lanes, TurnRowsIntoColumns) {
  float rows[32];
  for (int i = 0; i < 32; ++i) rows[i] = static_cast<float>(i);
  for (const Simd simd : available_simd()) {
    float columns[4][8];
    lane_columns(simd, rows, columns);
    for (int c = 0; c < 4; ++c)
      for (int row = 0; row < 8; ++row) EXPECT_EQ(columns[c][row], rows[4 * row + c]) << name_of(simd);
  }
}

}  // namespace
}  // namespace abut
