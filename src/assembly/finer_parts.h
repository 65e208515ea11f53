#pragma once

#include "assembly/body.h"
#include <abut/clash.h>

#include <map>

namespace abut {

/// A part with the triangles that it is checked with.
struct PartMesh {
  std::shared_ptr<const Body> body;
  Stray stray;
};

/// The parts of an assembly with finer and finer triangles. Parts that share a model share these. Serves one thread.
class FinerParts {
 public:
  /// Nothing is copied.
  FinerParts(const Assembly& assembly, const Bodies& bodies, const RefineOptions& options)
      : assembly_(assembly), bodies_(bodies), options_(options) {}

  /// A part after some rounds, and why it is no finer than in the round before; `decided`: it is.
  struct Round {
    PartMesh mesh;
    double asked;  ///< the stray that was asked for; at first what it is
    RefineEnd end = RefineEnd::decided;
  };
  /// Makes what is missing. A reference lasts until the next call.
  const Round& at(std::uint32_t part, int round, const Budget& budget);

 private:
  /// By what parts share.
  using Key = std::pair<const void*, const void*>;
  Round refined(const AssemblyPart& part, const Round& last, const Budget& budget) const;

  const Assembly& assembly_;
  const Bodies& bodies_;
  const RefineOptions& options_;
  std::map<Key, std::vector<Round>> rounds_;
};

/// Names the triangles of a finding about finer meshes, which are of the parts where `at` says, in the meshes of the
/// assembly: those that are the closest to where they are.
void name_triangles_in(const Assembly& assembly, const PartMesh& a, const PartMesh& b, const PlacementPair& at,
                       ClashFinding& finding);

}  // namespace abut
