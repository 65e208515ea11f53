// How fast are the readers? For a binary STL file of a million triangles the yardstick is reading the file's bytes into
// memory and scanning them once: open, read() into a std::vector<std::byte> of the file's size, add up its 8-byte
// words. A stricter yardstick, whose memory is not cleared first, is reported beside it. All are measured in turn,
// several times, on a file that the operating system has cached; the best of each counts. Prints one JSON object.

#include "io/file.h"
#include "io/obj.h"
#include "io/ply.h"
#include "io/stl.h"
#include "math/random.h"
#include <abut/load.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <numbers>

#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace abut;

/// A torus of 2 * around * along triangles.
Mesh torus(std::uint32_t around, std::uint32_t along) {
  Mesh mesh;
  for (std::uint32_t i = 0; i < around; ++i)
    for (std::uint32_t j = 0; j < along; ++j) {
      const double u = 2 * std::numbers::pi * i / around, v = 2 * std::numbers::pi * j / along;
      mesh.points.push_back({(3 + std::cos(v)) * std::cos(u), (3 + std::cos(v)) * std::sin(u), std::sin(v)});
    }
  for (std::uint32_t i = 0; i < around; ++i)
    for (std::uint32_t j = 0; j < along; ++j) {
      const std::uint32_t next_i = (i + 1) % around, next_j = (j + 1) % along;
      const std::uint32_t quad[] = {i * along + j, next_i * along + j, next_i * along + next_j, i * along + next_j};
      mesh.add_polygon(quad);
    }
  return mesh;
}

Mesh shuffled(Mesh mesh) {
  Random random(1);
  for (std::size_t i = mesh.triangles.size(); i > 1; --i)
    std::swap(mesh.triangles[i - 1], mesh.triangles[random.below(i)]);
  return mesh;
}

std::uint64_t sum_of(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0, word = 0;
  for (; bytes.size() >= sizeof word; bytes = bytes.subspan(sizeof word)) {
    std::memcpy(&word, bytes.data(), sizeof word);
    sum += word;
  }
  for (std::byte byte : bytes) sum += static_cast<std::uint64_t>(byte);
  return sum;
}

void read_into(const std::filesystem::path& file, std::span<std::byte> bytes) {
  const int descriptor = ::open(file.c_str(), O_RDONLY);
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = ::read(descriptor, bytes.data() + filled, bytes.size() - filled);
    if (got <= 0) std::abort();
    filled += static_cast<std::size_t>(got);
  }
  ::close(descriptor);
}

volatile std::uint64_t sink;

struct Measured {
  std::function<void()> work;
  double best_ms = 1e300;

  void run() {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    best_ms = std::min(best_ms, took.count());
  }
};

Measured loading(const std::filesystem::path& file) {
  return {[file] { sink = load(file).triangles.size(); }};
}

double megabytes(const std::filesystem::path& file) {
  return static_cast<double>(std::filesystem::file_size(file)) / 1e6;
}

}  // namespace

int main() {
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("abut_io_speed_" + std::to_string(::getpid()));
  std::filesystem::create_directory(directory);
  const auto file = [&](const char* name) { return directory / name; };

  const Mesh mesh = torus(1000, 500);
  save(mesh, file("ordered.stl"));
  save(shuffled(mesh), file("shuffled.stl"));
  save(mesh, file("mesh.obj"));
  save(mesh, file("mesh.ply"));
  write_file(file("ascii.stl"), write_stl(mesh, StlForm::ascii));
  write_file(file("ascii.ply"), write_ply(mesh, PlyForm::ascii));

  const std::size_t size = std::filesystem::file_size(file("ordered.stl"));
  Measured scan{[&] {
    std::vector<std::byte> bytes(size);
    read_into(file("ordered.stl"), bytes);
    sink = sum_of(bytes);
  }};
  Measured strict_scan{[&] {
    const std::unique_ptr<std::byte[]> bytes(new std::byte[size]);
    read_into(file("ordered.stl"), {bytes.get(), size});
    sink = sum_of({bytes.get(), size});
  }};
  Measured ordered = loading(file("ordered.stl")), mixed = loading(file("shuffled.stl"));
  for (int i = 0; i < 15; ++i)
    for (Measured* measured : {&scan, &strict_scan, &ordered, &mixed}) measured->run();

  std::printf("{\"triangles\":%zu,\"bytes\":%zu,\"scan_ms\":%.2f,\"strict_scan_ms\":%.2f,\"stl_ms\":%.2f,",
              mesh.triangles.size(), size, scan.best_ms, strict_scan.best_ms, ordered.best_ms);
  std::printf("\"stl_shuffled_ms\":%.2f,\"ratio\":%.3f,\"ratio_shuffled\":%.3f,\"ratio_strict\":%.3f,", mixed.best_ms,
              ordered.best_ms / scan.best_ms, mixed.best_ms / scan.best_ms, ordered.best_ms / strict_scan.best_ms);
  std::printf("\"mb_per_s\":{");
  const char* separator = "";
  for (const char* name : {"ordered.stl", "ascii.stl", "mesh.obj", "mesh.ply", "ascii.ply"}) {
    Measured reading = loading(file(name));
    for (int i = 0; i < 3; ++i) reading.run();
    std::printf("%s\"%s\":%.0f", separator, name, megabytes(file(name)) / reading.best_ms * 1e3);
    separator = ",";
  }
  std::printf("}}\n");
  std::filesystem::remove_all(directory);
}
