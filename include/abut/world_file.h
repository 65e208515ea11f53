#pragma once

#include <abut/checker.h>
#include <abut/robot.h>

namespace ABUT_API abut {

/// What stands around a robot.
struct World {
  std::vector<CheckedBody> bodies;
  std::vector<std::string> warnings{};  ///< as those of a Robot
  std::vector<std::string> files{};     ///< all files that were read, each once
};

/// Reads bodies from a text file, one per line: a name, what it is, and where, in any order after that.
///
///     table   box 1.2 0.8 0.05          at 0.5 0 -0.03
///     part    mesh part.stl             at 0.6 0.1 0.05  rpy 0 0 1.57  scale 0.001 0.001 0.001
///     ball    sphere 0.1                at 0.2 0.4 0.3   padding 0.01
///     post    cylinder 0.05 1.2         at 0 -0.6 0.6
///     rail    capsule 0.02 1            rpy 1.5708 0 0
///     floor   half-space                at 0 0 -0.05
///
/// Sizes are those of Shape; a mesh is closed and solid or a surface, as for read_robot(), whose options find packages.
/// `rpy` turns about x, then y, then z, as URDF does. '#' starts a comment; words with blanks are put in double quotes.
/// A file that is not called .txt or .scene is a mesh, which is one body, called like its file. Throws Error with file
/// and line for anything else, and for a file without a body.
World read_world(const std::string& file, const RobotOptions& options = {});

}  // namespace abut
