// Edges of the arm that the experiments measure: none may take much longer than the others.

#include "math/random.h"
#include "peers/robot_works.h"
#include <abut/edge.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace abut::bench {
namespace {

// A search for a first contact once cut cells of time where something was known to come next, and so found it at the
// end of the part again: one in some hundred edges took a million looks, each a rounding after the last.
TEST(Edges, EachOfAnArmTakesFewTests) {
  constexpr std::uint64_t many_tests = 4'000'000;  // the longest takes a sixth of that
  const std::vector<peers::RobotWork> works = peers::robot_works(200);
  ASSERT_EQ(works.size(), 4u);
  for (const peers::RobotWork& work : works) {
    const EdgeChecker checker(work.checker);
    Random random(17);
    for (std::size_t i = 0; i < work.count(); ++i) {
      const std::span<const double> from = work.configuration(i);
      std::vector<double> to(from.begin(), from.end());
      for (double& angle : to) angle = std::clamp(angle + random.between(-1, 1), -2.2, 2.2);
      const EdgeOptions options{
          .margin = i % 2 == 0 ? 0.04 : 0, .any_contact = i % 3 != 0, .budget = {.tests = many_tests}};
      EXPECT_TRUE(checker.check(from, to, options).complete) << work.name << ", edge " << i;
    }
  }
}

}  // namespace
}  // namespace abut::bench
