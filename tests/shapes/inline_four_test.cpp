#include "shapes/inline_four_measures.h"
#include "support/mesh_checks.h"
#include <abut/error.h>
#include <abut/inline_four.h>

#include <algorithm>
#include <cmath>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace abut {
namespace {

using testing::HasSubstr;

constexpr double degree = 3.14159265358979323846 / 180;

/// Other engines that can be built: small, long-stroked, coarse, wide apart, mistimed.
std::vector<InlineFourDesign> designs() {
  return {{.resolution = 48},
          {.bore = 70,
           .stroke = 70,
           .rod_length = 120,
           .cylinder_spacing = 78,
           .intake_valve_radius = 11,
           .exhaust_valve_radius = 9.5,
           .valve_lift = 7.5,
           .cam_base_radius = 12,
           .resolution = 64},
          {.stroke = 92, .rod_length = 152, .cylinder_spacing = 104, .chamber_depth = 4, .resolution = 31},
          {.valve_lift = 8, .cam_base_radius = 14, .cam_advance = -60, .resolution = 24}};
}

TEST(InlineFour, HasOverAHundredThousandTrianglesInPartsWithNamesOfTheirOwn) {
  const InlineFour engine = make_inline_four();
  std::size_t triangles = 0;
  std::set<std::string> names;
  for (const EnginePart& part : engine.parts) {
    triangles += part.mesh.triangles.size();
    names.insert(part.name);
  }
  EXPECT_GE(triangles, 100000u);
  EXPECT_EQ(names.size(), engine.parts.size());
  EXPECT_EQ(engine.parts.size(), part_names().size());
  EXPECT_TRUE(names.count("piston 1") && names.count("intake valve 3 rear") && names.count("exhaust camshaft"));
}

TEST(InlineFour, PartsAreClosedFaceOutwardAndHaveNoDegenerateTriangle) {
  std::vector<InlineFourDesign> all = designs();
  all.push_back({});
  for (const InlineFourDesign& design : all)
    for (const EnginePart& part : make_inline_four(design).parts) {
      EXPECT_NO_THROW(validate(part.mesh));
      EXPECT_EQ(unmatched_edges(part.mesh), 0u) << part.name << " at resolution " << design.resolution;
      EXPECT_GT(volume(part.mesh), 0) << part.name;
      EXPECT_GT(thinnest(part.mesh), 1e-3) << part.name;
    }
}

TEST(InlineFour, ResolutionScalesTheTriangles) {
  const auto count = [](int resolution) {
    std::size_t sum = 0;
    for (const EnginePart& part : make_inline_four({.resolution = resolution}).parts) sum += part.mesh.triangles.size();
    return sum;
  };
  EXPECT_LT(1.5 * static_cast<double>(count(32)), static_cast<double>(count(64)));
}

TEST(InlineFour, PartsStandRigidlyAndRepeatAfterTwoTurns) {
  const InlineFourDesign design;
  for (double angle = -90; angle < 720; angle += 22.5) {
    const std::vector<Placement> at = placements(design, angle), later = placements(design, angle + 720);
    ASSERT_EQ(at.size(), part_names().size());
    for (std::size_t i = 0; i < at.size(); ++i) {
      EXPECT_TRUE(is_rigid(at[i])) << i;
      EXPECT_EQ(at[i], later[i]) << i;
    }
  }
}

TEST(InlineFour, RodsHoldOnToTheirCrankPinsAndPistons) {
  const InlineFourDesign design;
  for (double angle = 0; angle < 720; angle += 11.25) {
    const std::vector<Placement> at = placements(design, angle);
    for (std::size_t i = 0; i < 4; ++i) {
      const double pin = i == 0 || i == 3 ? design.stroke / 2 : -design.stroke / 2;
      const Placement &rod = at[3 + i], &piston = at[7 + i];
      const Vec3 crank_pin = at[2] * Vec3{piston.shift.x, 0, pin};
      EXPECT_LT(length(rod.shift - crank_pin), 1e-12);
      EXPECT_LT(length(rod * Vec3{0, 0, design.rod_length} - piston.shift), 1e-12);
      EXPECT_EQ(piston, at[11 + i]) << "the wrist pin goes with its piston";
    }
  }
}

TEST(InlineFour, FiresInTheOrder1342) {
  const InlineFourDesign design;
  const double top = design.stroke / 2 + design.rod_length;
  const int order[] = {1, 3, 4, 2};
  for (int k = 0; k < 4; ++k)
    for (int cylinder = 1; cylinder <= 4; ++cylinder) {
      const double lift = valve_lift(design, ValveKind::intake, cylinder, 180 * k) +
                          valve_lift(design, ValveKind::exhaust, cylinder, 180 * k);
      const bool fires = wrist_pin_height(design, cylinder, 180 * k) == top && lift == 0;
      EXPECT_EQ(fires, cylinder == order[k]) << "cylinder " << cylinder << " at " << 180 * k;
    }
}

TEST(InlineFour, TheLiftLawIsTwiceSmooth) {
  const InlineFourDesign design;
  constexpr double step = 1e-4;
  EXPECT_EQ(cam_lift(design, 0), design.valve_lift);
  EXPECT_EQ(cam_lift(design, design.half_duration), 0);
  for (double angle = -90; angle <= 90; angle += 0.37) {
    const auto slope = [&](auto&& function) {
      return (function(design, angle + step) - function(design, angle - step)) / (2 * step * degree);
    };
    EXPECT_NEAR(engine::cam_lift_slope(design, angle), slope(cam_lift), 1e-6) << angle;
    EXPECT_NEAR(engine::cam_lift_bend(design, angle), slope(engine::cam_lift_slope), 1e-3) << angle;
    EXPECT_GE(cam_lift(design, angle), 0);
  }
}

TEST(InlineFour, LobesCarryAFlatTappetByTheirLift) {
  for (const InlineFourDesign& design : designs()) {
    const shapes::Loop lobe = engine::cam_lobe(design);
    for (double angle = -180; angle < 180; angle += 0.73) {
      const double cosine = std::cos(angle * degree), sine = std::sin(angle * degree);
      double reach = 0;
      for (const shapes::PlanPoint& p : lobe) reach = std::max(reach, p.u * cosine + p.v * sine);
      const double ideal = design.cam_base_radius + cam_lift(design, angle);
      EXPECT_LE(reach, ideal + 1e-12);
      EXPECT_GE(reach, ideal - mesh_error(design, EngineGap::cam_tappet));
    }
  }
}

TEST(InlineFour, ValvesKeepAwayFromThePistonsWhenTimedRight) {
  const InlineFourDesign design;
  EXPECT_TRUE(valve_piston_clash_spans(design).empty());
  double least = 1e9;
  for (double angle = 0; angle < 720; angle += 0.1)
    for (const EngineGap gap : {EngineGap::intake_valve_piston, EngineGap::exhaust_valve_piston})
      least = std::min(least, clearance(design, gap, 2, angle));
  EXPECT_GE(least, 1.5);
}

TEST(InlineFour, MistimedValvesClashWhereTheirClearanceChangesItsSign) {
  for (const double advance : {60.0, -60.0, 45.0, 180.0}) {
    const InlineFourDesign design{.cam_advance = advance};
    const std::vector<ValveClash> spans = valve_piston_clash_spans(design);
    EXPECT_EQ(spans.size() % 8, 0u) << "eight valves of a kind clash alike";
    for (int cylinder = 1; cylinder <= 4; ++cylinder)
      for (const EngineGap gap : {EngineGap::intake_valve_piston, EngineGap::exhaust_valve_piston})
        for (const EnginePair& pair : parts_at(gap, cylinder))
          for (double angle = 0.05; angle < 720; angle += 0.1) {
            bool is_within = false;
            for (const ValveClash& span : spans)
              for (const double turn : {angle, angle + 720})
                is_within |= span.valve == pair.a && span.piston == pair.b && span.from < turn && turn < span.to;
            ASSERT_EQ(is_within, clearance(design, gap, cylinder, angle) < 0) << pair.a << " at " << angle;
          }
    for (const ValveClash& span : spans) {
      EXPECT_GE(span.from, 0);
      EXPECT_LT(span.from, 720);
      const EngineGap gap =
          span.valve.starts_with("intake") ? EngineGap::intake_valve_piston : EngineGap::exhaust_valve_piston;
      const int cylinder = span.piston.back() - '0';
      for (const double end : {span.from, span.to}) EXPECT_NEAR(clearance(design, gap, cylinder, end), 0, 1e-9);
    }
  }
  EXPECT_EQ(valve_piston_clash_spans({.cam_advance = 60}).size(), 8u);
  EXPECT_TRUE(valve_piston_clash_spans({.cam_advance = 60}).front().valve.starts_with("intake"));
  EXPECT_TRUE(valve_piston_clash_spans({.cam_advance = -60}).front().valve.starts_with("exhaust"));
}

TEST(InlineFour, ImpossibleNumbersAreRefusedByName) {
  const double nan = std::nan("");
  const std::pair<InlineFourDesign, const char*> impossible[] = {{{.bore = nan}, "bore"},
                                                                 {{.bore = -86}, "bore"},
                                                                 {{.stroke = 500}, "stroke"},
                                                                 {{.rod_length = 90}, "rod"},
                                                                 {{.cylinder_spacing = 87}, "spacing"},
                                                                 {{.piston_clearance = 0}, "piston's clearance"},
                                                                 {{.journal_clearance = -1}, "journals"},
                                                                 {{.side_clearance = nan}, "side clearance"},
                                                                 {{.squish = 0}, "squish"},
                                                                 {{.chamber_depth = 0.5}, "chamber deeper"},
                                                                 {{.intake_valve_radius = 18}, "valves are too large"},
                                                                 {{.exhaust_valve_radius = 2}, "radii"},
                                                                 {{.valve_lift = 14}, "lobe"},
                                                                 {{.half_duration = 20}, "half duration"},
                                                                 {{.half_duration = 40}, "runs off its tappet"},
                                                                 {{.cam_base_radius = 8}, "not convex"},
                                                                 {{.cam_base_radius = 20}, "two camshafts"},
                                                                 {{.cam_base_radius = 30}, "base radius"},
                                                                 {{.tappet_clearance = 0}, "tappets' clearance"},
                                                                 {{.cam_advance = nan}, "advance"},
                                                                 {{.resolution = 3}, "resolution"}};
  for (const auto& [design, reason] : impossible) {
    try {
      make_inline_four(design);
      ADD_FAILURE() << "accepted: " << reason;
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(reason));
    }
  }
  for (const InlineFourDesign& design : designs()) EXPECT_NO_THROW(validate(design));
}

}  // namespace
}  // namespace abut
