#pragma once

#include <abut/scene/assembly.h>

#include <string>

namespace abut {

/// Where every part stands at each of some steps.
struct Motion {
  std::vector<double> times;          ///< increasing, one per step
  std::string time_name;              ///< what the times are, for people: "crank angle [deg]"; may be empty
  std::vector<Placement> placements;  ///< [step][part], world <- part

  std::size_t steps() const { return times.size(); }
  std::span<const Placement> at_step(std::size_t step) const {
    const std::size_t parts = placements.size() / times.size();
    return std::span(placements).subspan(step * parts, parts);
  }
};

/// One step at time 0, every part where the assembly has it.
Motion at_rest(const Assembly& assembly);

/// Reads placements over time:
///
///   time crank angle [deg]        # optional, first: what the times are
///   step 0                        # a step and its time; times increase
///   "piston 1" 1 0 0 0  0 1 0 0  0 0 1 12.5      # a part's name and its 3x4 matrix row by row, world <- part
///
/// A part that a step does not name stays where it was in the step before, or stands as in the assembly. Throws Error,
/// with file and line, for anything else, for names that no part has, singular placements, and a file without a step.
Motion read_motion(const std::filesystem::path& file, const Assembly& assembly);

}  // namespace abut
