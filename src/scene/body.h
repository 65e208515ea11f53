#pragma once

#include <abut/assembly.h>
#include <abut/solid.h>

#include <atomic>
#include <memory>

namespace abut {

/// What the checks of a part need beside its tree; parts that share a model share it.
struct Body {
  Pieces pieces;
  std::optional<Solid> solid;  ///< none for a surface that does not enclose a volume
  Bounds bounds;               ///< in the part's own frame; inverted when it is empty

  explicit Body(const Model& model);
  const Model& model() const { return pieces.model(); }
};

/// One for each part, made on `threads` threads (0: all cores). None for those that the flag came before.
std::vector<std::shared_ptr<const Body>> bodies_of(const Assembly& assembly, int threads,
                                                   const std::atomic<bool>* stop = nullptr);

/// Is a piece of the inner body inside the outer one, which is closed? For bodies whose surfaces do not meet.
bool is_inside(const Body& inner, const Placement& at_inner, const Body& outer, const Placement& at_outer);

}  // namespace abut
