#include "base/workers.h"
#include "engine/stab.h"
#include "leaf/moving_core.h"
#include "math/scaled_length.h"
#include "query/ray_search.h"
#include <abut/cast.h>
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void require_valid(const CastShape& shape) {
  if (!(shape.radius >= 0 && shape.radius <= largest_input))
    throw Error("the radius of a shape that is cast must be finite, 0 or more, and within 2^300.");
  if (!is_finite(shape.axis) || largest(abs(shape.axis)) > largest_input)
    throw Error("the axis of a shape that is cast must be finite and within 2^300.");
}

void require_castable(const Ray& ray) {
  require_valid(ray);
  if (!(std::abs(ray.t_min) < infinity)) throw Error("t_min of a cast must be finite: it has to begin somewhere.");
}

/// Casts one shape along rays against one placed model. Not to be shared between threads.
class CastSearch {
 public:
  CastSearch(const Model& model, const Placement& at, const CastShape& shape, const CastOptions& options)
      : model_(model.data()),
        at_(at),
        shape_(shape),
        options_(options),
        frame_(model_.frame, at),
        largest_side_(largest_side(model_.frame, at)) {
    // The middle of the axis is that far from all of the shape; in the inner frame lengths grow by the norm of the map.
    const double world_reach = shape.radius + 0.5 * scaled_length(shape.axis);
    double squares = 0;
    for (const double entry : frame_.back().entries) squares += entry * entry;
    const double stretch = rigidity_defect(at.linear) <= rigid_defect ? 1 / model_.frame.unit : std::sqrt(squares);
    stretch_ = stretch + 3 * frame_.back_error();
    reach_ = 1.01 * world_reach * stretch_;
  }

  std::optional<CastHit> find(const Ray& ray) {
    if (model_.mesh.triangles().empty()) return std::nullopt;
    best_ = {}, found_ = false, seen_.clear();
    const ExactRay middle{ray.origin + shape_.axis * 0.5, ray.direction, ray.rest};
    const BoundedVec3 way = placed_difference(at_, model_.frame.centre, Placement::identity(), middle.origin);
    const InnerRay inner(frame_, middle, way);
    const double most = 1.76 + reach_;
    // What the middle's rounding may move it by, in the inner frame.
    const double moved = 2 * unit_roundoff * (largest(abs(ray.origin)) + largest(abs(shape_.axis))) * stretch_;
    // Tests of boxes are for what is within 9 of the centre.
    if (!(inner.error <= 0x1p-22 && moved <= 0x1p-22 && reach_ <= 4)) return find_among_all(ray);
    if (dot(inner.near, inner.near) > (1.75 + reach_) * (1.75 + reach_)) return std::nullopt;
    const RayRange near{std::max(ray.t_min, (-most - inner.start) / inner.speed),
                        std::min(ray.t_max, (most - inner.start) / inner.speed)};
    if (!(near.low <= near.high)) return std::nullopt;
    find_in_pieces(ray, inner, near);
    return result();
  }

 private:
  /// From the ray's beginning on, piece by piece, until something is touched.
  void find_in_pieces(const Ray& ray, const InnerRay& inner, const RayRange& near) {
    MovingCore core = core_of(ray, near);
    const double length = (near.high - near.low) * inner.speed;
    const int pieces = 1 + static_cast<int>(std::min(16.0, length / std::max(reach_, 0.125)));
    double low = near.low;
    for (int i = 1; i <= pieces && !(found_ && best_.upper <= low); ++i) {
      const double high = i == pieces ? near.high : near.low + (near.high - near.low) * i / pieces;
      const double first = inner.start + low * inner.speed, last = inner.start + high * inner.speed;
      const Vec3 half = inner.direction * (0.5 * (last - first));
      // Roundings of s, of the middle and of the half stay below 2^-40; the middle itself has moved by 2^-22 at most.
      const InnerSegment segment(inner.near + inner.direction * (0.5 * (first + last)), half, inner.error + 0x1p-40,
                                 reach_ + 0x1p-20);
      Sink sink(*this, core);
      visit_stabbed(model_.tree, segment, options_.simd, {}, sink);
      low = high;
    }
  }

  /// A ray so far away, or a shape so large, that no box tells anything.
  std::optional<CastHit> find_among_all(const Ray& ray) {
    // Far before and behind the model, its distance grows: all that matters is within twice the way to its centre.
    const double centre = length_of(placed_difference(at_, model_.frame.centre, Placement::identity(), ray.origin));
    const double reach = centre + 4 * largest_side_ + 2 * shape_.radius + 2 * scaled_length(shape_.axis);
    const double longest = std::min(2 * reach / scaled_length(ray.direction), 0x1p1000);
    const RayRange range{ray.t_min, std::min(ray.t_max, std::max(ray.t_min, longest))};
    MovingCore core = core_of(ray, range);
    for (std::uint32_t i = 0; i < model_.mesh.triangles().size(); ++i) take(i, core);
    return result();
  }
  static double length_of(const BoundedVec3& way) { return scaled_length(way.value) + 2 * way.error; }

  MovingCore core_of(const Ray& ray, const RayRange& range) const {
    return {model_.leaf_geometry(), at_,          {ray.origin, ray.direction, ray.rest}, range, shape_.axis,
            shape_.radius,          largest_side_};
  }

  class Sink final : public StabSink {
   public:
    Sink(CastSearch& search, MovingCore& core) : search_(search), core_(core) {}
    bool take(std::uint32_t first, std::uint32_t count) override {
      for (std::uint32_t place = first; place < first + count; ++place)
        search_.take(search_.model_.tree.order[place], core_);
      return true;
    }

   private:
    CastSearch& search_;
    MovingCore& core_;
  };

  void take(std::uint32_t triangle, MovingCore& core) {
    // Seen in an earlier piece.
    const auto place = std::lower_bound(seen_.begin(), seen_.end(), triangle);
    if (place != seen_.end() && *place == triangle) return;
    seen_.insert(place, triangle);
    const std::optional<FirstTouch> touch = core.first_touch(triangle);
    if (!touch) return;
    const double lower = found_ ? std::min(best_.lower, touch->lower) : touch->lower;
    if (!found_ || touch->upper < best_.upper || (touch->upper == best_.upper && triangle < best_.triangle)) {
      best_.upper = touch->upper, best_.triangle = triangle;
      weights_ = touch->weights;
    }
    best_.lower = lower, found_ = true;
  }

  std::optional<CastHit> result() {
    if (!found_) return std::nullopt;
    best_.lower = std::min(best_.lower, best_.upper);
    best_.point = point_on(model_.mesh, at_, best_.triangle, weights_);
    return best_;
  }

  const ModelData& model_;
  const Placement& at_;
  const CastShape& shape_;
  const CastOptions& options_;
  RayFrame frame_;
  double largest_side_, stretch_, reach_;
  CastHit best_;
  Weights weights_{};
  bool found_ = false;
  std::vector<std::uint32_t> seen_;  // sorted
};

}  // namespace

std::optional<CastHit> cast(const Model& model, const Placement& at, const Ray& ray, const CastShape& shape,
                            const CastOptions& options) {
  return cast(model, at, std::span(&ray, 1), shape, options)[0];
}

std::vector<std::optional<CastHit>> cast(const Model& model, const Placement& at, std::span<const Ray> rays,
                                         const CastShape& shape, const CastOptions& options) {
  require_valid(at, "the placement");
  require_available(options.simd);
  require_valid(shape);
  for (const Ray& ray : rays) require_castable(ray);
  constexpr std::size_t run = 16;
  std::vector<std::optional<CastHit>> results(rays.size());
  Workers(options.threads).for_each((rays.size() + run - 1) / run, [&](std::size_t i) {
    if (options.stop && options.stop->load(std::memory_order_relaxed)) return;
    CastSearch search(model, at, shape, options);
    for (std::size_t j = i * run; j < std::min(rays.size(), (i + 1) * run); ++j) results[j] = search.find(rays[j]);
  });
  return results;
}

}  // namespace abut
