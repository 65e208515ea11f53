#pragma once

#include <abut/scene/assembly.h>

#include <string>

namespace abut {

/// Where a part stands from a step on, until its next key (world <- part).
struct MotionKey {
  std::size_t step = 0;
  Placement at;
};

/// Where every part stands at each of some steps. Only changes are kept: a part that never moves has one key, and a
/// step in which nothing moves costs its time alone.
struct Motion {
  std::vector<double> times;                   ///< increasing, one per step
  std::string time_name;                       ///< what the times are: "crank angle [deg]"; may be empty
  std::vector<std::vector<MotionKey>> tracks;  ///< for each part its keys; the first is at step 0, steps increase
  /// What is legal and most likely a mistake, in sentences with file, line and part; from read_motion().
  std::vector<std::string> warnings{};

  std::size_t steps() const { return times.size(); }
  std::size_t parts() const { return tracks.size(); }
  /// Where a part stands at a step.
  const Placement& at(std::size_t step, std::size_t part) const;
  /// Where all parts stand at a step.
  std::vector<Placement> at_step(std::size_t step) const;
  /// Places a part from a step on, which must not be before the last one for which it was placed; a placement that it
  /// has already adds no key.
  void place(std::size_t step, std::size_t part, const Placement& at);
};

/// From the placements of all parts at all steps, [step][part], world <- part. Throws Error when they do not come out
/// even.
Motion motion_from(std::vector<double> times, std::span<const Placement> placements, std::string time_name = {});

/// One step at time 0, every part where the assembly has it.
Motion at_rest(const Assembly& assembly);

/// Reads placements over time:
///
///   time crank angle [deg]        # optional, first: what the times are
///   step 0                        # a step and its time; times increase
///   "piston 1" 1 0 0 0  0 1 0 0  0 0 1 12.5      # a part's name and its 3x4 matrix row by row, world <- part
///
/// Within quotes \" is a quote and \\ a backslash.
/// A part that a step does not name stays where it was in the step before, or stands as in the assembly. Throws Error,
/// with file and line, for anything else, for names that no part has, singular placements, and a file without a step.
/// A placement that mirrors, scales or shears a part, compared with where the assembly has it, by more than a
/// thousandth, is taken as it is, with a warning: one for a part, for the first ten parts.
Motion read_motion(const std::filesystem::path& file, const Assembly& assembly);

/// Throws Error unless the motion has a track for each part of the assembly, with keys as Motion says and valid
/// placements.
void require_fitting(const Motion& motion, const Assembly& assembly);

}  // namespace abut
