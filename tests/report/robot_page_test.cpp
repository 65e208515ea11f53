#include "support/figures.h"
#include <abut/robot_report.h>
#include <abut/shapes.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace abut::test {
namespace {

using Json = nlohmann::json;

Json block_of(const std::string& page, const std::string& id) {
  const std::string begin = "id=\"" + id + "\">", end = "</script>";
  const std::size_t from = page.find(begin) + begin.size();
  return Json::parse(page.substr(from, page.find(end, from) - from));
}

TEST(RobotPage, HoldsLinksBodiesConfigurationsAndWhatTouches) {
  if (!has_page()) GTEST_SKIP() << "built without npm, which makes the page";
  const AttachedBody tool{"</script>", "left lower", Shape::box({1, 1, 1}), {}};
  const CheckerSetup setup{
      {{.name = "one", .figure = branching_figure(), .base = {}, .attached = {tool}}},
      {{"floor", Shape::half_space(), {}}, {"ring", Shape(Model(shapes::torus(1, 0.2, 9, 7))), {}}},
      {}};
  const Checker checker(setup);
  Random random(1);
  RobotRun run{"figure", setup, {}, {}};
  for (int i = 0; i < 5; ++i)
    for (double number : random_configuration(setup.figures[0].figure, random)) run.configurations.push_back(number);
  run.touching = checker.touching_each(run.configurations);
  std::string page;
  write_robot_page(run, [&](std::string_view piece) { page += piece; });

  const Json data = block_of(page, "abut-robot"), geometry = block_of(page, "abut-robot-geometry");
  EXPECT_EQ(data["names"].get<std::vector<std::string>>(), checker.names());
  EXPECT_EQ(data["configurations"].size(), 5u);
  EXPECT_EQ(data["configurations"][4][2].get<double>(), run.configurations[4 * checker.dof() + 2]);
  for (std::size_t i = 0; i < 5; ++i) {
    ASSERT_EQ(data["touching"][i].size(), run.touching[i].size());
    for (std::size_t j = 0; j < run.touching[i].size(); ++j)
      EXPECT_EQ(data["touching"][i][j][1].get<std::uint32_t>(), run.touching[i][j].b);
  }
  EXPECT_EQ(data["figures"][0]["numbers"].size(), checker.dof());
  EXPECT_EQ(data["bodies"][1]["shape"]["body"], geometry["bodies"].size() - 1);
  EXPECT_EQ(geometry["bodies"].back()["triangles"], 2 * 9 * 7);
}

}  // namespace
}  // namespace abut::test
