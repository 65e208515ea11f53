#pragma once

#include <abut/checker.h>
#include <abut/robot.h>
#include <abut/scene.h>

#include <span>
#include <string>
#include <vector>

namespace ABUT_API abut {

/// A robot that stands among the bodies of a scene.
struct SceneRobot {
  Robot robot;
  Placement base{};    ///< world <- root link
  std::string name{};  ///< stands before the names of its links, as in "left/finger"; may be empty
  double padding = 0;  ///< against bodies of the scene; links count against each other without it
  double self_padding = 0;
  std::vector<AttachedBody> attached{};
  std::uint32_t group = 1;  ///< as those of BodyOptions
  std::uint32_t mask = ~std::uint32_t{0};
};

/// What a Checker needs to check configurations of robots among the bodies of a scene as they stand now. Links and what
/// they carry may touch what their SRDF file says, and what the scene's allow(), groups and masks say of bodies of
/// their names. A body of a scene whose name an attached body has is carried and does not stand in the world. Throws
/// Error when names meet otherwise.
CheckerSetup checker_setup(const Scene& scene, std::span<const SceneRobot> robots);

}  // namespace abut
