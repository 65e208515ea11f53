#pragma once

#include <abut/robot.h>

#include <filesystem>
#include <map>
#include <tuple>

namespace abut {

/// Finds the meshes that a URDF file names and reads each once for every scale.
class MeshFiles {
 public:
  MeshFiles(const std::filesystem::path& urdf, const RobotOptions& options);

  /// The file that a name leads to: package://, file://, absolute, or relative to the URDF file. Throws Error when a
  /// package is not found or the name has another scheme; does not look whether the file is there.
  std::filesystem::path file_of(const std::string& name) const;
  /// The shape of a mesh file at a scale. Throws Error when it cannot be read. `warnings` gets a sentence, once for
  /// each file, when it is not closed but should be solid, and when its up axis is not z and stays.
  Shape shape_of(const std::string& name, const Vec3& scale, std::vector<std::string>& warnings);

  /// All files that were read, in their order.
  const std::vector<std::string>& files() const { return files_; }

 private:
  std::filesystem::path folder_of_package(const std::string& name) const;
  Mesh read(const std::filesystem::path& file, std::vector<std::string>& warnings);

  std::filesystem::path folder_;  ///< of the URDF file, as it is named
  const RobotOptions& options_;
  std::map<std::filesystem::path, Mesh> meshes_;
  std::map<std::tuple<std::filesystem::path, double, double, double>, Shape> shapes_;
  std::vector<std::string> files_;
};

}  // namespace abut
