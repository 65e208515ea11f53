#pragma once

#include "base/budget_watch.h"
#include <abut/assembly.h>
#include <abut/overlap.h>

#include <memory>
#include <mutex>

namespace abut {

/// What the checks of a part need beside its tree; parts that share a model share it.
struct Body {
  Pieces pieces;
  std::optional<Solid> solid;  ///< none for a surface that is not closed
  Bounds bounds;               ///< in the part's own frame; inverted when it is empty
  std::size_t degenerate = 0;  ///< how many triangles have no area

  explicit Body(const Model& model);
  const Model& model() const { return pieces.model(); }
  /// Prepared when it is first asked for, of a body that has a solid; by several threads at once.
  const OverlapSolid& overlap_solid() const;
  /// The solid, or, of an open surface, what it is with every lid (Holes::by_any_lid), made when it is first asked for.
  /// Null for a surface without edges. By several threads at once.
  const Solid* with_lids() const;

 private:
  mutable std::once_flag preparing_, closing_;
  mutable std::optional<OverlapSolid> overlap_solid_;
  mutable std::optional<Solid> lidded_;
  bool is_empty_ = true;
};

/// One for each part, made on `threads` threads (0: all cores). None for those before which the budget was over.
std::vector<std::shared_ptr<const Body>> bodies_of(const Assembly& assembly, int threads,
                                                   const BudgetWatch& watch = {});

/// Is a piece of the inner body inside the outer one? Of one that is open the answer is unknown where lids may differ,
/// and, not complete, where it would take long. For bodies whose surfaces do not meet.
Enclosure enclosed(const Body& inner, const Placement& at_inner, const Body& outer, const Placement& at_outer,
                   const Budget& budget);

}  // namespace abut
