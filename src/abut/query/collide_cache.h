#pragma once

#include <memory>

namespace abut {

/// What one collide query leaves for the next one between the same two models, a little further on their way: the last
/// contacts, which are tried first, and where the search ended. Give one to each pair of models that moves, through
/// CollideOptions::cache. It changes how long an answer takes: whether models touch and all their contacts stay the
/// same; which contacts a capped query keeps may depend on it. Other models, a refit, another margin or a placement
/// that is not rigid make it begin anew. Serves one query at a time. Helps trees of `automatic`, others leave it alone.
class CollideCache {
 public:
  CollideCache();
  ~CollideCache();
  CollideCache(CollideCache&& other) noexcept;
  CollideCache& operator=(CollideCache&& other) noexcept;

  /// Forgets everything.
  void clear();

  // For the queries.
  struct Memory;
  Memory& memory();

 private:
  std::unique_ptr<Memory> memory_;  // null: nothing remembered
};

}  // namespace abut
