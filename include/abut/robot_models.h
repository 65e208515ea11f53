#pragma once

#include <abut/mesh.h>

#include <string>
#include <vector>

/// Robots of our own making, as the files that describe them. Calls with the same arguments give the same bytes on
/// every machine. Lengths are metres. At rest no two links touch; links that are not neighbours touch in some
/// configurations.
namespace abut {
namespace ABUT_API shapes {

/// A mesh and the name of its STL file within the robot's folder.
struct RobotMesh {
  std::string file;
  Mesh mesh;
};

/// What belongs into a folder that is called like the robot: NAME.urdf, NAME.srdf and the meshes.
struct RobotFiles {
  std::string name;
  std::string urdf, srdf;
  std::vector<RobotMesh> meshes;
};

/// Writes all files into the folder `folder`/NAME, which is made if it is not there, and gives the name of the URDF
/// file. Throws Error when something cannot be written.
std::string write(const RobotFiles& robot, const std::string& folder);

/// An arm of 7 joints, 1.4 m long: 8 bent pipes, each of about `triangles` triangles.
RobotFiles arm(int triangles = 300);
/// A hand with three fingers and a thumb: 16 joints, 17 links. The parts of all fingers are four meshes.
RobotFiles hand();
/// A figure of 1.5 m with 26 joints that floats: meshes, boxes, balls and cylinders; limbs of the right side are those
/// of the left, mirrored.
RobotFiles humanoid();

}  // namespace shapes
}  // namespace abut
