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
  std::optional<Solid> solid;  ///< none for a surface that does not enclose a volume
  Bounds bounds;               ///< in the part's own frame; inverted when it is empty
  std::size_t degenerate = 0;  ///< how many triangles have no area

  explicit Body(const Model& model);
  const Model& model() const { return pieces.model(); }
  /// Prepared when it is first asked for, of a body that has a solid; by several threads at once.
  const OverlapSolid& overlap_solid() const;

 private:
  mutable std::once_flag preparing_;
  mutable std::optional<OverlapSolid> overlap_solid_;
};

/// One for each part, made on `threads` threads (0: all cores). None for those before which the budget was over.
std::vector<std::shared_ptr<const Body>> bodies_of(const Assembly& assembly, int threads,
                                                   const BudgetWatch& watch = {});

/// Is a piece of the inner body inside the outer one? Never inside one that is not closed. For bodies whose surfaces do
/// not meet.
Enclosure enclosed(const Body& inner, const Placement& at_inner, const Body& outer, const Placement& at_outer,
                   const Budget& budget);

}  // namespace abut
