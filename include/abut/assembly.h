#pragma once

#include <abut/load.h>
#include <abut/model.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace abut {

/// A body with a name of its own, where it stands unless something moves it (world <- part).
struct AssemblyPart {
  std::string name;
  Model model;
  Placement at;
};

/// Parts that are looked at together. No two have the same name.
class Assembly {
 public:
  const std::vector<AssemblyPart>& parts() const { return parts_; }
  /// The index of the part with this name, if there is one.
  std::optional<std::size_t> find(const std::string& name) const;
  /// Adds a part and gives its index; a name that is taken becomes "name #2", "name #3" and so on. Throws Error when
  /// the placement is invalid.
  std::size_t add(std::string name, Model model, const Placement& at = {});

  /// Files that load_assembly() read because a file that it was given names them.
  std::vector<std::filesystem::path> other_files;

 private:
  std::vector<AssemblyPart> parts_;
  std::unordered_map<std::string, std::size_t> index_;
  std::unordered_map<std::string, std::size_t> copies_;  ///< how many parts asked for a name
};

/// What a mesh's named runs hold, a mesh each, without the points that it does not use; runs with the same name are one
/// part. A mesh without names is one part, called `unnamed`; so are triangles outside of every name.
struct NamedMesh {
  std::string name;
  Mesh mesh;
};
std::vector<NamedMesh> split_into_parts(const Mesh& mesh, const std::string& unnamed);

/// How large a part or an assembly is: the diagonal of its box, in the world.
double size_of(const AssemblyPart& part);
double size_of(const Assembly& assembly);

/// Reads an assembly from one file with several parts (OBJ groups, glTF nodes, STEP products, solids of an STL file) or
/// from several files, in their order. Parts that share a mesh in their file share a model. A part is called what its
/// file calls it; with several files, what the file is called, followed by
/// "/part" where a file has several. Trees are built on `threads` threads (0: all cores). Throws Error, with the file
/// and the reason, as load() does, and when there are fewer than two parts.
Assembly load_assembly(std::span<const std::filesystem::path> files, const ModelOptions& options = {}, int threads = 1,
                       const StepOptions& step = {}, const GltfOptions& gltf = {});

/// Names a set of pairs: one part's name is described by one pattern, the other's by the other, in either order. See
/// matches_glob() for patterns.
struct PairPattern {
  std::string a, b;

  /// "bolt*:plate*"; '\:' is a colon of a name. Throws Error when there is not one colon between two patterns.
  static PairPattern from_text(std::string_view text);
};

/// Pairs that may not come closer than `clearance`.
struct PairClearance {
  PairPattern pairs;
  double clearance = 0;
};

/// Which pairs of parts are checked, and how far apart they must be.
struct PairRules {
  double clearance = 0;                   ///< asked for where no other rule says more
  std::vector<PairClearance> clearances;  ///< the last one that matches counts
  std::vector<PairPattern> only;          ///< when there are any, pairs that match none are left out
  std::vector<PairPattern> ignore;        ///< pairs that match one are left out
};

/// Reads pairs, a line each: two patterns; a pattern with blanks stands in double quotes, in which '\"' is a quote; '#'
/// starts a comment. Throws Error with file and line.
std::vector<PairPattern> read_pairs(const std::filesystem::path& file);
/// Reads clearances, a line each: two patterns and a length of 0 or more.
std::vector<PairClearance> read_clearances(const std::filesystem::path& file);

}  // namespace abut
