#pragma once

#include "base/prefetch.h"
#include "query/ray_order.h"
#include "query/ray_search.h"

#include <algorithm>

namespace abut {

/// Rays of a batch, one after the other; `Sought` is the sink of a ray.
template <class Sought, class Result>
class RaySearch::Stream final : public RayStream {
 public:
  Stream(const Model& model, const Placement& at, const RayOptions& options, std::span<const Ray> rays,
         std::span<Result> results)
      : searches_(slots, RaySearch(model, at, options)), rays_(rays), results_(results) {
    // In a small tree it would take longer than it saves.
    if (model.options().rays && is_large(model.data().ray_tree))
      order_ = rays_in_order(model.data(), at, searches_[0].frame_, rays);
    for (Waiting& place : places_) free_.push_back(&place);
  }

  bool next(int slot, RayJob& job) override {
    UnderWay& own = under_way_[slot];
    if (own.sought) finish(own);
    while (waiting_ > 0 || take_more()) {
      own.place = queue_[--waiting_];
      RaySearch& search = searches_[static_cast<std::size_t>(slot)];
      own.sought.emplace(search);
      const ReadyRay& ready = own.place->ready;
      if (search.begin(ready, *own.sought)) {
        job = {&ready, own.sought->low(), own.sought->high(), &*own.sought};
        return true;
      }
      finish(own);
    }
    return false;
  }

 private:
  static constexpr std::size_t at_once = 8;  // so many are made ready together

  struct Waiting {
    ReadyRay ready;
    std::size_t ray;
  };
  struct UnderWay {
    Waiting* place = nullptr;
    std::optional<Sought> sought;
  };

  /// Makes the next rays ready; false when there are none.
  bool take_more() {
    const std::size_t count = std::min(at_once, rays_.size() - next_);
    if (count == 0) return false;
    ReadyRay* made[at_once];
    for (std::size_t i = 0; i < count; ++i) {
      Waiting& place = *free_.back();
      free_.pop_back();
      place.ray = take_next();
      const Ray& ray = rays_[place.ray];
      place.ready.exact = {ray.origin, ray.direction, ray.rest};
      place.ready.sight.range = {ray.t_min, ray.t_max};
      made[i] = &place.ready;
      queue_[count - 1 - i] = &place;
    }
    make_ready(std::span(made, count), searches_[0].stage(), searches_[0].options_.simd);
    waiting_ = count;
    return true;
  }
  std::size_t take_next() {
    const std::size_t place = next_++;
    if (order_.empty()) return place;
    // Those that are sorted lie anywhere in memory.
    if (place + slots < order_.size()) {
      const std::size_t later = order_[place + slots];
      prefetch_lines(&rays_[later], sizeof(Ray));
      prefetch_lines(&results_[later], sizeof(Result));
    }
    return order_[place];
  }
  void finish(UnderWay& own) {
    const std::size_t ray = own.place->ray;
    own.sought->tell(rays_[ray], results_[ray]);
    own.sought.reset();
    free_.push_back(own.place);
  }

  std::vector<RaySearch> searches_;
  std::span<const Ray> rays_;
  std::vector<std::uint32_t> order_;  // empty: as they are
  std::span<Result> results_;
  UnderWay under_way_[slots];
  Waiting places_[slots + at_once];  // none of a ray that is under way is written to
  std::vector<Waiting*> free_;
  Waiting* queue_[at_once];
  std::size_t waiting_ = 0, next_ = 0;
};

}  // namespace abut
