#include "robot/place_rows.h"

#include "support/figures.h"

#include <gtest/gtest.h>

namespace abut::test {
namespace {

/// Placements of rows are those of single configurations, bit for bit, on every instruction set.
void expect_single_placements(const Figure& figure, std::uint64_t seed) {
  Random random(seed);
  const Placement base = random.rotation(random.in_cube(3));
  // Numbers of other figures stand between the rows.
  const std::size_t stride = figure.dof() + 3;
  for (int i = 0; i < 40; ++i) {
    const std::size_t count = 1 + random.below(PlacedRows::most);
    std::vector<double> numbers(count * stride, 7.5);
    for (std::size_t row = 0; row < count; ++row) {
      std::vector<double> one = random_configuration(figure, random);
      if (i == 0) one = figure.neutral();
      std::copy(one.begin(), one.end(), numbers.begin() + static_cast<std::ptrdiff_t>(row * stride));
    }
    for (const Simd simd : available_simd()) {
      PlacedRows rows;
      rows.place(figure, numbers.data(), stride, count, base, simd);
      for (std::size_t row = 0; row < count; ++row) {
        const auto at = figure.place(std::span(numbers).subspan(row * stride, figure.dof()), base);
        for (std::size_t link = 0; link < at.size(); ++link)
          EXPECT_EQ(rows.at(link, row), at[link]) << name_of(simd) << ", row " << row << ", link " << link;
      }
    }
  }
}

TEST(PlacedRows, AreThoseOfSingleConfigurations) {
  for (std::uint64_t seed = 1; seed < 6; ++seed) expect_single_placements(mixed_chain(9, seed), seed);
}

TEST(PlacedRows, AreThoseOfSingleConfigurationsWithFloatingJoints) { expect_single_placements(branching_figure(), 1); }

TEST(PlacedRows, TurnAsFarAsAnglesGo) {
  const Figure figure({{"a"}, {"b"}}, {{.name = "j", .kind = JointKind::continuous, .parent = "a", .child = "b"}});
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    std::vector<double> angles(PlacedRows::most);
    const double most = i % 3 == 0 ? 0x1p20 : i % 3 == 1 ? 7 : 1e-9;
    for (double& angle : angles) angle = random.between(-most, most);
    for (const Simd simd : available_simd()) {
      PlacedRows rows;
      rows.place(figure, angles.data(), 1, angles.size(), {}, simd);
      for (std::size_t row = 0; row < angles.size(); ++row)
        EXPECT_EQ(rows.at(1, row), figure.place({&angles[row], 1})[1]) << angles[row];
    }
  }
}

TEST(PlacedRows, OfNoLinksAreNone) { PlacedRows().place(Figure(), nullptr, 0, 0, {}, Simd::best); }

}  // namespace
}  // namespace abut::test
