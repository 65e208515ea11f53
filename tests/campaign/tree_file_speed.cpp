// How long does it take to have a model of a million triangles: built, opened and mapped? The file is in the operating
// system's cache. All are measured in turn, several times; the best of each counts. Prints one JSON object. A first
// argument gives another number of triangles.

#include <abut/shapes.h>
#include <abut/tree_file.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

namespace {

using namespace abut;

/// The least milliseconds that the work took.
struct Best {
  double ms = 1e300;

  template <class Work>
  void run(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    const Model model = work();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    ms = std::min(ms, took.count());
  }
};

}  // namespace

int main(int count, char** arguments) {
  const int triangles = count > 1 ? std::atoi(arguments[1]) : 1'000'000, around = triangles / 1000;
  const std::string file =
      (std::filesystem::temp_directory_path() / ("abut_tree_file_" + std::to_string(::getpid()) + ".abut")).string();
  const Mesh mesh = shapes::torus(3, 1, around, 500);
  save(Model(mesh, {0}), file);
  Best built, opened, shared_opened, mapped;
  for (int i = 0; i < 3; ++i) built.run([&] { return Model(mesh); });
  for (int i = 0; i < 40; ++i) {
    opened.run([&] { return open_model(file); });
    shared_opened.run([&] { return open_model(file, {0}); });
    mapped.run([&] { return map_model(file); });
  }
  std::printf("{\"triangles\":%zu,\"bytes\":%ju,\"build_ms\":%.1f,\"open_ms\":%.2f,\"open_all_cores_ms\":%.2f,",
              mesh.triangles.size(), static_cast<std::uintmax_t>(std::filesystem::file_size(file)), built.ms, opened.ms,
              shared_opened.ms);
  std::printf("\"map_ms\":%.3f}\n", mapped.ms);
  std::filesystem::remove(file);
}
