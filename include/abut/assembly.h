#pragma once

#include <abut/function.h>
#include <abut/load.h>
#include <abut/model.h>
#include <abut/query.h>
#include <abut/stray.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ABUT_API abut {

/// A part's triangles, and how far they may be from its surface.
struct FinerMesh {
  Mesh mesh;
  Stray stray;
};
/// Makes a part's triangles anew, from the surface that they stand for, to stray by about `stray`, in the part's own
/// unit. None where there are no finer ones, or when the budget is over first.
using FinerMeshes = Function<std::optional<FinerMesh>(double stray, const Budget& budget)>;

/// A named body and its placement at rest (world <- part).
struct AssemblyPart {
  std::string name;
  Model model;
  Placement at;
  /// How far its triangles may be from its surface, in its own unit. Files whose surfaces are triangles tell nothing.
  Stray stray{};
  /// Finer triangles, if there are any: those of STEP files can be had. Parts that share a model share these, too.
  FinerMeshes finer{};
};

/// Parts that are checked together. No two have the same name.
class Assembly {
 public:
  const std::vector<AssemblyPart>& parts() const { return parts_; }
  /// The index of the part with this name, if there is one.
  std::optional<std::size_t> find(const std::string& name) const;
  /// Adds a part and returns its index. If the name is taken, the part is called "name #2", "name #3" and so on. Throws
  /// Error when the placement is invalid.
  std::size_t add(std::string name, Model model, const Placement& at = {}, const Stray& stray = {},
                  const FinerMeshes& finer = {});

  /// Gives every part whose stray is not known an estimated one (estimated_stray). Verdicts are then about the round
  /// surfaces that the triangles seem to stand for.
  void estimate_strays();

  /// Further files that load_assembly() read because one of its files refers to them.
  std::vector<std::string> other_files;

 private:
  std::vector<AssemblyPart> parts_;
  struct ABUT_PRIVATE Names;
  detail::Shared<Names> names_;  // null: no parts
};

/// One named part of a mesh as a mesh of its own, with only the points that it uses. Runs with the same name are one
/// part. Triangles without a name are one part, called `unnamed`.
struct NamedMesh {
  std::string name;
  Mesh mesh;
};
std::vector<NamedMesh> split_into_parts(const Mesh& mesh, const std::string& unnamed);

/// The size of a part or an assembly: the diagonal of its box in the world.
double size_of(const AssemblyPart& part);
double size_of(const Assembly& assembly);

/// Reads an assembly from one file with several parts (OBJ groups, glTF nodes, STEP products, solids of an STL file) or
/// from several files, in their order. Tree files without parts are not built again. Parts that share a mesh in their
/// file share a model. With one file, a part keeps its name from the file. With several files, a part is named after
/// its file, followed by "/part" if the file has several parts. Trees are built on `threads` threads (0: all cores).
/// The program that reads a STEP file runs as long as a part of it is there, and makes finer triangles when asked.
/// Throws Error with the file and the reason, as load() does, also when there are fewer than two parts.
Assembly load_assembly(std::span<const std::string> files, const ModelOptions& options = {}, int threads = 1,
                       const StepOptions& step = {}, const GltfOptions& gltf = {});

/// A set of pairs of parts: one name matches one pattern and the other name matches the other, in either order. See
/// matches_glob() for patterns.
struct PairPattern {
  std::string a, b;

  /// Reads "bolt*:plate*"; '\:' stands for a colon in a name. Throws Error unless there is one colon between two
  /// patterns.
  static PairPattern from_text(std::string_view text);
};

/// Pairs that may not come closer than `clearance`.
struct PairClearance {
  PairPattern pairs;
  double clearance = 0;
};

/// Pairs that may be in each other up to a depth.
struct PairAllowance {
  PairPattern pairs;
  double depth = 0;
};

/// Which pairs of parts are checked, how far apart they must be, and how deep in each other they may be.
struct PairRules {
  double clearance = 0;                   ///< for pairs that no line of `clearances` matches
  std::vector<PairClearance> clearances;  ///< the last match counts
  std::vector<PairPattern> only;          ///< if not empty, only pairs that match one are checked
  std::vector<PairPattern> ignore;        ///< pairs that match one are not checked
  std::vector<PairAllowance> allowed{};   ///< pairs that may be in each other up to a depth; the last match counts
};

/// Reads pairs, one per line: two patterns. A pattern with blanks is put in double quotes, where '\"' is a quote. '#'
/// starts a comment. Throws Error with file and line.
std::vector<PairPattern> read_pairs(const std::string& file);
/// Pairs that may clash: at all, or up to a depth.
struct AllowedPairs {
  std::vector<PairPattern> entirely;       ///< for PairRules::ignore
  std::vector<PairAllowance> up_to_depth;  ///< for PairRules::allowed
};
/// Reads pairs that may clash, one per line: two patterns, and the depth up to which they may, if there is one.
AllowedPairs read_allowed(const std::string& file);
/// Reads clearances, one per line: two patterns and a length of 0 or more.
std::vector<PairClearance> read_clearances(const std::string& file);

}  // namespace abut
