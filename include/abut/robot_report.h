#pragma once

#include <abut/checker.h>
#include <abut/report.h>

#include <string>
#include <vector>

namespace ABUT_API abut {

/// Configurations that were checked, for a page that shows them.
struct RobotRun {
  std::string name;  ///< of the robot
  CheckerSetup setup;
  std::vector<double> configurations;              ///< one after the other
  std::vector<std::vector<CheckedPair>> touching;  ///< Checker::touching_each() of them
  /// How many were checked in all, if the page shall hold only some of them; 0: these.
  std::size_t checked = 0;
};

/// Writes one HTML file that opens from disk: the figures in their world, the list of configurations with what touches,
/// and a slider for each joint. Throws Error when abut was built without the page (has_page()), and when the file
/// cannot be written.
void write_robot_page(const RobotRun& run, const std::string& file);
void write_robot_page(const RobotRun& run, const TextSink& sink);

}  // namespace abut
