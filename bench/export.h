#pragma once

#include "experiment.h"
#include <abut/collide.h>

#include <set>

/// The benchmark set that the OBBTree paper asks for: what the papers' experiments ask, in files that other programs
/// can read. docs/results/export.md describes the formats.
namespace abut::bench {

struct NamedMesh {
  std::string name;
  Mesh mesh;
};

/// Two models and where they stand, query by query.
struct ExportedScenario {
  std::string name, about;
  NamedMesh a, b;
  std::vector<PlacementPair> poses;
  bool with_distances = false;
};

/// Writes the files of experiments into a folder and keeps the lines about them for its README.txt.
class Exporter {
 public:
  /// Contacts are counted on `threads` threads (0: all cores), with the same result. `most`: queries of a file; 0: all.
  Exporter(std::filesystem::path folder, int threads, std::size_t most = 0);

  /// Both meshes, rounded to floats, which is what their files hold, and a poses file with the contacts of each line.
  void add(ExportedScenario scenario);
  /// A mesh of its own: of experiments that ask about one.
  void add(NamedMesh mesh, const std::string& about);
  /// A file of lines, not more than limited(); `about` explains it in the README and in the file's first lines.
  void add(const std::string& file, const std::string& about, std::span<const std::string> lines);
  void add_section(const std::string& title);

  const std::filesystem::path& folder() const { return folder_; }
  const std::string& readme() const { return readme_; }
  /// At most so many queries of a file.
  std::size_t limited(std::size_t count) const { return most_ == 0 ? count : std::min(most_, count); }

 private:
  void save_mesh(NamedMesh& named);

  std::filesystem::path folder_;
  int threads_;
  std::size_t most_;
  std::string readme_;
  std::set<std::string> saved_;  ///< meshes of this run
};

/// Numbers that read back as the same doubles, each followed by a blank: a 3x4 matrix row by row, a vector.
std::string numbers(const Placement& at);
std::string numbers(const Vec3& v);

/// What an experiment of the papers exports, or why it has nothing to export. Those that ask about the same meshes at
/// the same placements have one function, whose files are written once.
struct ExperimentExport {
  std::string_view group, name;
  void (*write)(Exporter&);
  const char* why_nothing = nullptr;
};
/// One for every experiment of the papers.
std::span<const ExperimentExport> all_exports();

/// Writes the files of the experiments, in their order, and a README.txt that explains them. The folder is made when it
/// is not there. Throws Error when a file cannot be written, and when there is nothing to export.
void export_experiments(std::span<const Experiment> experiments, Exporter& exporter);

}  // namespace abut::bench
