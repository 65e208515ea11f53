#pragma once

#include "base/budget_watch.h"
#include <abut/assembly.h>
#include <abut/overlap.h>

#include <memory>
#include <mutex>

namespace abut {

/// What is known of a part's triangles without them.
struct BodyFacts {
  Bounds bounds;               ///< in the part's own frame; inverted when it is empty
  std::size_t triangles = 0;   ///< how many
  std::size_t degenerate = 0;  ///< how many of them have no area
  bool is_closed = false;      ///< does the surface enclose a volume?
};

/// What the checks of a part need beside its tree.
class BodyContent {
 public:
  explicit BodyContent(const Model& model);

  BodyFacts facts() const;
  const Pieces& pieces() const { return pieces_; }
  const Model& model() const { return pieces_.model(); }
  /// None for a surface that is not closed.
  const std::optional<Solid>& solid() const { return solid_; }
  /// Prepared when it is first asked for, of a body that has a solid; by several threads at once.
  const OverlapSolid& overlap_solid() const;
  /// The solid, or, of an open surface, what it is with every lid (Holes::by_any_lid), made when it is first asked for.
  /// Null for a surface without edges. By several threads at once.
  const Solid* with_lids() const;

 private:
  Pieces pieces_;
  std::optional<Solid> solid_;
  mutable std::once_flag preparing_, closing_;
  mutable std::optional<OverlapSolid> overlap_solid_;
  mutable std::optional<Solid> lidded_;
  bool is_empty_ = true;
};

class Body;
class BodyCache;

/// The solid of a body, as an optional that knows whether it is there even while the body is not in memory.
class BodySolid {
 public:
  BodySolid(const Body& body, bool is_there) : body_(body), is_there_(is_there) {}
  bool has_value() const { return is_there_; }
  explicit operator bool() const { return is_there_; }
  const Solid& operator*() const;

 private:
  const Body& body_;
  bool is_there_;
};

/// A part's triangles as checks see them; parts that share a model share it. All of it is in memory, or only the facts
/// are, and the rest while it is in use (BodyUse).
class Body : BodyFacts {
 public:
  explicit Body(const Model& model);
  /// One of a cache, which outlives it.
  Body(const BodyFacts& facts, BodyCache& cache, std::size_t place);
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  using BodyFacts::bounds, BodyFacts::degenerate, BodyFacts::triangles;
  BodySolid solid;  ///< none for a surface that is not closed

  const Model& model() const { return content().model(); }
  const Pieces& pieces() const { return content().pieces(); }
  const OverlapSolid& overlap_solid() const { return content().overlap_solid(); }
  const Solid* with_lids() const { return content().with_lids(); }

  /// Null unless it is one of a cache.
  BodyCache* cache() const { return cache_; }
  std::size_t place() const { return place_; }

 private:
  friend class BodySolid;
  explicit Body(std::unique_ptr<const BodyContent> content);
  /// Of a cache, only while the body is in use.
  const BodyContent& content() const;

  std::unique_ptr<const BodyContent> own_;
  BodyCache* cache_ = nullptr;
  std::size_t place_ = 0;  ///< in the cache
};

/// One for each part of an assembly.
using Bodies = std::vector<std::shared_ptr<const Body>>;

/// Made on `threads` threads (0: all cores). None for those before which the budget was over.
Bodies bodies_of(const Assembly& assembly, int threads, const BudgetWatch& watch = {});

/// Is a piece of the inner body inside the outer one? Of one that is open the answer is unknown where lids may differ,
/// and, not complete, where it would take long. For bodies whose surfaces do not meet.
Enclosure enclosed(const Body& inner, const Placement& at_inner, const Body& outer, const Placement& at_outer,
                   const Budget& budget);

}  // namespace abut
