#include "support/effort.h"
#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/inline_four.h>

#include <map>
#include <set>

#include <gtest/gtest.h>

namespace abut {
namespace {

constexpr double step = sanitized ? 60 : 7.5;

/// The engine with a model of each part; parts of one shape share theirs.
struct Mockup {
  InlineFour engine;
  std::vector<Model> models;

  explicit Mockup(const InlineFourDesign& design) : engine(make_inline_four(design)) {
    for (const EnginePart& part : engine.parts)
      if (!models.empty() && part.mesh.points == models.back().mesh().points)
        models.push_back(models.back());
      else
        models.emplace_back(part.mesh);
  }

  std::size_t index(const std::string& name) const {
    for (std::size_t i = 0; i < engine.parts.size(); ++i)
      if (engine.parts[i].name == name) return i;
    ADD_FAILURE() << "no part is called " << name;
    return 0;
  }

  std::vector<Bounds> bounds(std::span<const Placement> at) const {
    std::vector<Bounds> all;
    for (std::size_t i = 0; i < models.size(); ++i)
      all.push_back(bounds_of(transformed(engine.parts[i].mesh, at[i]).points));
    return all;
  }

  /// All pairs of parts that touch, by name.
  std::set<std::pair<std::string, std::string>> touching(double crank_angle) const {
    const std::vector<Placement> at = engine.placements(crank_angle);
    const std::vector<Bounds> boxes = bounds(at);
    std::set<std::pair<std::string, std::string>> pairs;
    for (std::size_t i = 0; i < models.size(); ++i)
      for (std::size_t j = i + 1; j < models.size(); ++j) {
        bool apart = false;
        for (int axis = 0; axis < 3; ++axis)
          apart |= boxes[i].low[axis] > boxes[j].high[axis] + 1e-6 || boxes[j].low[axis] > boxes[i].high[axis] + 1e-6;
        if (!apart && touches(models[i], at[i], models[j], at[j]))
          pairs.insert({engine.parts[j].name, engine.parts[i].name});
      }
    return pairs;
  }
};

TEST(InlineFourMotion, NoTwoPartsTouchWhenTimedRight) {
  const Mockup mockup({});
  for (double angle = 0; angle < 720; angle += step)
    for (const auto& [a, b] : mockup.touching(angle)) ADD_FAILURE() << a << " touches " << b << " at " << angle;
}

TEST(InlineFourMotion, OtherDesignsAndCoarseMeshesKeepClearToo) {
  const InlineFourDesign designs[] = {
      {.resolution = 24},
      {.bore = 70,
       .stroke = 70,
       .rod_length = 120,
       .cylinder_spacing = 78,
       .intake_valve_radius = 11,
       .exhaust_valve_radius = 9.5,
       .valve_lift = 7.5,
       .cam_base_radius = 12,
       .resolution = 40},
      {.stroke = 92, .rod_length = 152, .cylinder_spacing = 104, .chamber_depth = 4, .resolution = 31}};
  for (const InlineFourDesign& design : designs) {
    const Mockup mockup(design);
    for (double angle = 0; angle < 720; angle += step)
      for (const auto& [a, b] : mockup.touching(angle))
        ADD_FAILURE() << a << " touches " << b << " at " << angle << ", bore " << design.bore;
  }
}

TEST(InlineFourMotion, MistimedExactlyTheAnalyticValvesMeetTheirPistons) {
  for (const double advance : {60.0, -60.0}) {
    const InlineFourDesign design{.cam_advance = advance};
    const Mockup mockup(design);
    const std::vector<ValveClash> spans = valve_piston_clash_spans(design);
    std::set<std::string> valves;
    for (double angle = 0; angle < 720; angle += step) {
      std::set<std::pair<std::string, std::string>> expected;
      for (const ValveClash& span : spans)
        if ((span.from <= angle && angle <= span.to) || (span.from <= angle + 720 && angle + 720 <= span.to))
          expected.insert({span.valve, span.piston});
      EXPECT_EQ(mockup.touching(angle), expected) << "at " << angle << " with an advance of " << advance;
      for (const auto& [valve, piston] : expected) valves.insert(valve);
    }
    EXPECT_EQ(valves.size(), 8u);
  }
}

TEST(InlineFourMotion, DistancesAreTheAnalyticOnesWithinTheMeshsError) {
  const InlineFourDesign design;
  const Mockup mockup(design);
  for (double angle = 0; angle < 720; angle += 2 * step) {
    const std::vector<Placement> at = mockup.engine.placements(angle);
    for (const EngineGap gap : {EngineGap::piston_bore, EngineGap::piston_head, EngineGap::intake_valve_piston,
                                EngineGap::exhaust_valve_piston, EngineGap::rod_crank_pin, EngineGap::cam_tappet})
      for (int cylinder = 1; cylinder <= 4; ++cylinder)
        for (const EnginePair& pair : parts_at(gap, cylinder)) {
          const std::size_t a = mockup.index(pair.a), b = mockup.index(pair.b);
          const double measured = distance(mockup.models[a], at[a], mockup.models[b], at[b]).upper;
          const double ideal = clearance(design, gap, cylinder, angle);
          EXPECT_LE(measured, ideal + mesh_error(design, gap)) << pair.a << ", " << pair.b << " at " << angle;
          EXPECT_GE(measured, ideal - 0x1p-14) << pair.a << ", " << pair.b << " at " << angle;
        }
  }
}

TEST(InlineFourMotion, NoPartTouchesItself) {
  const Mockup mockup({});
  for (std::size_t i = 0; i < mockup.models.size(); ++i)
    EXPECT_FALSE(touches_itself(mockup.models[i])) << mockup.engine.parts[i].name;
}

}  // namespace
}  // namespace abut
