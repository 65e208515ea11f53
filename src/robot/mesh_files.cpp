#include "robot/mesh_files.h"

#include "io/dae.h"
#include "io/file.h"
#include "io/gltf.h"
#include "io/text.h"
#include <abut/error.h>
#include <abut/load.h>

#include <charconv>
#include <cstdlib>

namespace abut {

namespace {

using std::filesystem::path;

/// The folders that an environment variable lists.
std::vector<path> listed_in(const char* variable) {
  std::vector<path> folders;
  const char* value = std::getenv(variable);
  std::string_view rest = value ? value : "";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (colon > 0) folders.emplace_back(rest.substr(0, colon));
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return folders;
}

bool is_folder(const path& folder) {
  std::error_code none;
  return std::filesystem::is_directory(folder, none);
}

/// %20 and the like become the bytes that they stand for.
std::string without_percents(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() && std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      result += static_cast<char>(byte);
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

/// Throws Error for what would end a message early, break it into lines or fill the screen; the system would open what
/// stands before a zero byte.
void require_file_name(const std::string& name) {
  constexpr std::size_t longest = 1000;
  if (name.size() > longest) throw Error("the name of the mesh file " + in_quotes(name) + " is too long.");
  for (const char c : name)
    if ((c >= 0 && c < ' ') || c == 127)
      throw Error("the name of the mesh file " + in_quotes(name) + " has a byte that is no character.");
}

std::string ending_of(const path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return ending;
}

/// All instances in one, along the file's axes.
Mesh joined_gltf(const path& file) {
  const MeshInstances parts = read_gltf(InputFile(file).read_all().bytes(), file);
  std::vector<Mesh> placed;
  for (const MeshInstance& instance : parts.instances)
    placed.push_back(transformed(parts.meshes[instance.mesh], instance.at));
  return joined(placed);
}

/// Each point times the scale; triangles are turned around where that mirrors, so that they face outward as before.
Mesh scaled(Mesh mesh, const Vec3& scale) {
  for (Vec3& point : mesh.points) point = {point.x * scale.x, point.y * scale.y, point.z * scale.z};
  int mirrors = 0;
  for (int axis = 0; axis < 3; ++axis) mirrors += scale[axis] < 0;
  if (mirrors % 2 == 1)
    for (Triangle& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
  return mesh;
}

}  // namespace

MeshFiles::MeshFiles(const path& urdf, const RobotOptions& options) : folder_(urdf.parent_path()), options_(options) {}

path MeshFiles::folder_of_package(const std::string& name) const {
  for (const RobotPackage& package : options_.packages)
    if (package.name == name) return package.folder;
  for (const path& folder : listed_in("ROS_PACKAGE_PATH")) {
    if (is_folder(folder / name)) return folder / name;
    if (folder.filename() == name && is_folder(folder)) return folder;
  }
  for (const path& prefix : listed_in("AMENT_PREFIX_PATH"))
    if (is_folder(prefix / "share" / name)) return prefix / "share" / name;
  std::error_code none;
  path folder = std::filesystem::absolute(folder_ / "here", none).lexically_normal().parent_path();
  for (; folder.has_filename(); folder = folder.parent_path())
    if (folder.filename() == name) return folder;
  throw Error("package " + in_quotes(name) +
              " was not found. Say where it is: packages in the options, --packages NAME=FOLDER in the command.");
}

path MeshFiles::file_of(const std::string& name) const {
  constexpr std::string_view package = "package://", plain = "file://";
  const bool is_in_package = name.starts_with(package), is_address = is_in_package || name.starts_with(plain);
  const std::string meant = is_address ? without_percents(name) : name;
  require_file_name(meant);
  if (is_in_package) {
    const std::string inner = meant.substr(package.size());
    const std::size_t begin = std::min(inner.find_first_not_of('/'), inner.size());
    const std::size_t slash = std::min(inner.find('/', begin), inner.size());
    const std::string rest = inner.substr(std::min(inner.find_first_not_of('/', slash), inner.size()));
    if (slash == begin || rest.empty()) throw Error(in_quotes(name) + " names no file of a package.");
    return folder_of_package(inner.substr(begin, slash - begin)) / rest;
  }
  if (is_address) return folder_ / meant.substr(plain.size());
  if (const std::size_t scheme = name.find("://"); scheme != name.npos && scheme > 1)
    throw Error("abut does not read " + in_quotes(name) + ": it takes package://, file:// and plain file names.");
  return folder_ / name;
}

Mesh MeshFiles::read(const path& file, std::vector<std::string>& warnings) {
  const std::string ending = ending_of(file);
  Mesh mesh;
  int up = 2;
  if (ending == ".dae") {
    DaeMesh dae = read_dae(InputFile(file).read_all().bytes(), file.string());
    mesh = std::move(dae.mesh);
    up = dae.up;
  } else if (ending == ".gltf" || ending == ".glb") {
    mesh = joined_gltf(file);
    up = 1;
  } else {
    mesh = load(file.string());
  }
  mesh.parts.clear();
  files_.push_back(file.string());
  if (up == 2) return mesh;
  if (options_.turn_up_axis) return transformed(mesh, turned_up(up));
  warnings.push_back(file.string() + ": " + "xyz"[up] +
                     " is up in this file; it is not turned, as ROS tools do not (see turn_up_axis).");
  return mesh;
}

Shape MeshFiles::shape_of(const std::string& name, const Vec3& scale, std::vector<std::string>& warnings) {
  const path file = file_of(name).lexically_normal();
  const auto key = std::make_tuple(file, scale.x, scale.y, scale.z);
  if (const auto known = shapes_.find(key); known != shapes_.end()) return known->second;
  auto mesh = meshes_.find(file);
  const bool is_new = mesh == meshes_.end();
  if (is_new) mesh = meshes_.emplace(file, read(file, warnings)).first;
  Model model(scaled(mesh->second, scale));
  const Closedness closedness = options_.solid ? closedness_of(model.mesh()) : Closedness();
  if (options_.solid && !closedness.is_closed() && is_new)
    warnings.push_back(file.string() + ": the mesh is " + closedness.report() +
                       ". Only its surface counts, not its inside.");
  const Shape shape =
      options_.solid && closedness.is_closed() ? Shape(Solid(std::move(model))) : Shape(std::move(model));
  shapes_.emplace(key, shape);
  return shape;
}

}  // namespace abut
