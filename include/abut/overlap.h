#pragma once

#include <abut/solid.h>

namespace ABUT_API abut {

/// A solid prepared for overlap(): which corners, sides and triangles hang together, which way each shell is to be
/// turned, and whether the solid is clean. Made once from a solid, in the time of self_contacts(); cheap to copy, and
/// queries may run on any number of threads at once.
class OverlapSolid {
 public:
  /// Throws Error when the mesh is not closed.
  explicit OverlapSolid(Solid solid);

  const Solid& solid() const;
  /// Is every shell wound consistently, does none touch itself, and do none cross? Shells may be wound either way, lie
  /// within and beside each other, and touch.
  bool is_clean() const;

  // For the queries.
  struct ABUT_PRIVATE Data;
  const Data& data() const { return *data_; }

 private:
  detail::Shared<Data> data_;
};

struct OverlapOptions {
  /// For solids that are not clean: the query ends when volume.upper - volume.lower is at most this part of
  /// volume.upper. Error unless it is between 0 and 1; 0 asks for as much as the budget allows.
  double relative_error = 0.05;
  Budget budget{};
  /// The instructions that the query uses; Error when this machine lacks them.
  Simd simd = Simd::best;
};

/// What two solids have in common.
struct Overlap {
  Bracket volume;           ///< proved
  Vec3 centre;              ///< the centre of mass of what they have in common; means nothing if that may be empty
  double centre_error = 0;  ///< no coordinate of the centre is off by more; infinite if the overlap may be empty
  /// Integrated over both surfaces, as of two clean solids? Otherwise bounded by cells of space.
  bool from_surfaces = true;
  Counters counters;
  /// False when the budget, or the limit of cells, ended the query before the bracket was as narrow as was asked for.
  bool complete = true;
};

/// The volume that two placed solids have in common, and its centre. 0, lower and upper, if and only if
/// interiors_meet() says no. Of clean solids volume.upper - volume.lower is at most 1e-9 of volume.upper, unless the
/// overlap is so small beside the solids that numbers of twice a double's digits do not tell. If either solid is not
/// clean, space is divided into cells until the bracket is as narrow as the options ask for, or there are a million
/// cells on a level. Solids within each other count as what Solid says. Placements are world <- model, and lengths are
/// those of the world. The same bits for every instruction set; a scale of the world by a power of two scales the
/// result and nothing else. Throws Error for an invalid placement or option, and for solids with holes.
Overlap overlap(const OverlapSolid& a, const Placement& at_a, const OverlapSolid& b, const Placement& at_b,
                const OverlapOptions& options = {});
/// The same, the solids prepared on the fly unless their boxes are apart. Prepare what is asked about more than once.
Overlap overlap(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                const OverlapOptions& options = {});

}  // namespace abut
