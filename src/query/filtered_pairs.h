#pragma once

#include "engine/pairs.h"
#include "leaf/pair_test.h"
#include "query/cache_memory.h"
#include "query/model_data.h"
#include <abut/collide.h>

#include <bit>

namespace abut {

/// One query: two placed models, and what is asked of them.
struct Query {
  const Model& a;
  const Placement& at_a;
  const Model& b;
  const Placement& at_b;
  const CollideOptions& options;
};

/// The part of a query that knows triangles: the filter has decided most pairs already.
template <class Out>
class FilteredPairs final : public PairSink {
 public:
  /// Contacts are added to `recent`, if there is one.
  FilteredPairs(const Query& query, const Out& out, RecentContacts* recent = nullptr)
      : options_(query.options),
        recent_(recent),
        order_a_(query.a.data().tree.order.data()),
        order_b_(query.b.data().tree.order.data()),
        test_(query.a.data().leaf_geometry(), query.at_a, query.b.data().leaf_geometry(), query.at_b,
              query.options.margin),
        out_(out) {}

  bool considers(std::uint32_t a, std::uint32_t b) override { return options_.consider(order_a_[a], order_b_[b]); }

  bool take(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) override {
    if (recent_)
      for (std::uint32_t rest = verdicts.touching; rest != 0; rest &= rest - 1)
        recent_->renew(a[std::countr_zero(rest)], b[std::countr_zero(rest)]);
    for (std::uint32_t rest = verdicts.touching | verdicts.undecided; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      const Contact pair{order_a_[a[i]], order_b_[b[i]]};
      if ((verdicts.undecided >> i & 1) != 0 && !test_.counts(pair.a, pair.b)) continue;
      if (recent_) recent_->renew(a[i], b[i]);
      if (!out_(pair) || ++found_ >= options_.max_contacts) return false;
    }
    return true;
  }

  bool any(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) override {
    if (verdicts.touching != 0) return true;
    for (std::uint32_t rest = verdicts.undecided; rest != 0; rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      if (test_.counts(order_a_[a[i]], order_b_[b[i]])) return true;
    }
    return false;
  }

  std::uint64_t exact_tests() const { return test_.exact_tests(); }

 private:
  const CollideOptions& options_;
  RecentContacts* recent_;
  const std::uint32_t *order_a_, *order_b_;
  PairTest test_;
  const Out& out_;
  std::uint64_t found_ = 0;
};

}  // namespace abut
