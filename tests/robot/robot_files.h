#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace abut {

/// A folder that is gone when the test ends.
class TestFolder {
 public:
  explicit TestFolder(const std::string& name)
      : path_(std::filesystem::temp_directory_path() / (name + "_" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() { std::filesystem::remove_all(path_); }

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file, with the folders that it needs, and gives its name.
  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

/// A tetrahedron that is closed, as OBJ text; open without its last face.
inline std::string tetrahedron_obj(bool closed = true) {
  return std::string("v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\n") + (closed ? "f 3 1 4\n" : "");
}

}  // namespace abut
