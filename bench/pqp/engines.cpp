#include "scenario.h"
#include "shapes/coarse_engine.h"
#include <abut/error.h>
#include <abut/inline_four.h>

#include <algorithm>

namespace abut::bench::pqp {

Scenario engine() {
  const shapes::CoarseEngine engine = shapes::coarse_engine(60);
  Scenario result{"engine", "Virtual prototyping", {engine.piston, engine.block}, {}, 0};
  for (const std::vector<Placement>& pistons : engine.pistons) {
    result.tracks = 0;
    for (const Placement& at : pistons) result.questions.push_back({0, 1, result.tracks++, {at, {}}});
  }
  return result;
}

Scenario inline_four() {
  constexpr int steps = 16;
  const InlineFour four = make_inline_four();
  Scenario result{"inline-four", "Inline-four engine", {}, {}, 0};
  for (const EnginePart& part : four.parts) result.meshes.push_back(part.mesh);
  const auto index_of = [&](const std::string& name) {
    const auto found =
        std::find_if(four.parts.begin(), four.parts.end(), [&](const EnginePart& p) { return p.name == name; });
    if (found == four.parts.end()) throw Error("the engine has no part '" + name + "'.");
    return static_cast<std::uint32_t>(found - four.parts.begin());
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (EngineGap gap : {EngineGap::piston_bore, EngineGap::piston_head, EngineGap::intake_valve_piston,
                        EngineGap::exhaust_valve_piston, EngineGap::rod_crank_pin, EngineGap::cam_tappet})
    for (const EnginePair& pair : parts_at(gap, 1)) pairs.emplace_back(index_of(pair.a), index_of(pair.b));
  result.tracks = static_cast<std::uint32_t>(pairs.size());
  for (int step = 0; step < steps; ++step) {
    // Between the angles where parts stand still at a dead centre.
    const std::vector<Placement> at = four.placements((step + 0.5) * 720.0 / steps);
    for (std::uint32_t track = 0; track < pairs.size(); ++track) {
      const auto [a, b] = pairs[track];
      result.questions.push_back({a, b, track, {at[a], at[b]}});
    }
  }
  return result;
}

}  // namespace abut::bench::pqp
