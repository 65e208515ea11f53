// Saves a model with its tree, and asks two processes' worth of questions of the file.

#include <abut/abut.h>
#include <abut/shapes.h>

#include <cstdio>
#include <filesystem>

int main() {
  const std::string file = (std::filesystem::temp_directory_path() / "abut_example_tree_file.abut").string();
  const abut::Model scan(abut::shapes::bumpy_scan(20000, 1)), ball(abut::shapes::sphere(0.5, 10));
  abut::save(scan, file);

  const abut::Model opened = abut::open_model(file);  // reads and verifies
  abut::Model mapped = abut::map_model(file);         // trusts, and reads what it needs
  const abut::Placement here = abut::Placement::identity(), aside = abut::Placement::translation({3, 0, 0});
  const double before = abut::distance(scan, here, ball, aside).upper;
  const double after = abut::distance(opened, here, ball, aside).upper;
  const double shared = abut::distance(mapped, here, ball, aside).upper;
  std::printf("distance %.17g, from the file %.17g and %.17g\n", before, after, shared);

  // A refit copies the mapped model; the file stays as it is.
  std::vector<abut::Vec3> points = mapped.mesh().points;
  for (abut::Vec3& point : points) point = point * 0.5;
  mapped.refit(points);
  const bool same = abut::distance(abut::map_model(file), here, ball, aside).upper == before;
  const bool farther = abut::distance(mapped, here, ball, aside).upper > before;

  // Damage is found.
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  bool refused = false;
  try {
    abut::open_model(file);
  } catch (const abut::Error& error) {
    std::printf("%s\n", error.what());
    refused = true;
  }
  std::filesystem::remove(file);
  return before == after && before == shared && same && farther && refused ? 0 : 1;
}
