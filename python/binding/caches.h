#pragma once

#include "keywords.h"

#include <atomic>

namespace abut::python {

/// A cache of the library, which serves one query at a time, as threads of Python hold it.
template <class Cache>
struct GuardedCache {
  Cache cache;
  std::atomic<bool> is_busy = false;
};

/// The cache that a query was given, kept from other queries as long as this lives.
template <class Cache>
class CacheInUse {
 public:
  /// Throws TypeError when it is no such cache, and Error when another query uses it.
  explicit CacheInUse(Keywords& options) {
    const py::handle given = options.take("cache");
    if (!given) return;
    if (!py::isinstance<GuardedCache<Cache>>(given))
      throw py::type_error("cache must be an abut." +
                           std::string(py::str(py::type::of<GuardedCache<Cache>>().attr("__name__"))) + "; it is " +
                           std::string(py::repr(given)) + ".");
    held_ = py::reinterpret_borrow<py::object>(given);
    GuardedCache<Cache>& guarded = given.cast<GuardedCache<Cache>&>();
    if (guarded.is_busy.exchange(true))
      throw Error("the cache serves another query at the moment; use one cache per pair of models and thread.");
    guarded_ = &guarded;
  }
  CacheInUse(const CacheInUse&) = delete;
  CacheInUse& operator=(const CacheInUse&) = delete;
  ~CacheInUse() {
    if (guarded_) guarded_->is_busy = false;
  }

  /// Null when none was given.
  Cache* get() const { return guarded_ ? &guarded_->cache : nullptr; }

 private:
  py::object held_;
  GuardedCache<Cache>* guarded_ = nullptr;
};

}  // namespace abut::python
