#include "engine/cull.h"

#include "engine/gap_box.h"
#include "leaf/small/cone.h"
#include "query/model_data.h"
#include <abut/cull.h>

#include <algorithm>

namespace abut {

namespace {

using small::SeenCone;
using small::VectorOf;

/// The image of a model point, relative to a point of the world.
template <class Number>
VectorOf<Number> placed(const Placement& at, const Vec3& point, const Vec3& origin) {
  using Vector = VectorOf<Number>;
  const Vector p(point);
  return Vector(dot(Vector(at.linear.row(0)), p), dot(Vector(at.linear.row(1)), p), dot(Vector(at.linear.row(2)), p)) +
         (Vector(at.shift) - Vector(origin));
}

/// Keeps what it takes, or ends at the first.
class KeptTriangles : public CullSink {
 public:
  KeptTriangles(const ModelData& data, const Placement& at, bool only_first)
      : data_(data), at_(at), only_first_(only_first) {}

  bool take(std::uint32_t first, std::uint32_t count, std::uint32_t open) override {
    for (std::uint32_t place = first; place < first + count; ++place) {
      const std::uint32_t triangle = data_.tree.order[place];
      if (open != 0 && !is_wanted(triangle, open)) continue;
      found_.triangles.push_back(triangle);
      if (only_first_) return false;
    }
    return true;
  }
  Culled found(const Visited& visited) {
    found_.counters.volume_tests = visited.volume_tests;
    found_.counters.triangle_tests = visited.triangle_tests;
    std::sort(found_.triangles.begin(), found_.triangles.end());
    return std::move(found_);
  }

 protected:
  virtual bool is_wanted(std::uint32_t triangle, std::uint32_t open) = 0;
  const Vec3& corner(std::uint32_t triangle, int i) const {
    return data_.mesh.points[data_.mesh.triangles[triangle][i]];
  }

  const ModelData& data_;
  const Placement& at_;

 private:
  bool only_first_;
  Culled found_;
};

/// A side of the frustum seen from the model's inner frame: its value there is normal . x + offset, but for `slack`.
struct InnerSide {
  Vec3 normal;
  double offset, slack;
};

/// One question a side: is all of a box within it?
class SeenByFrustum final : public KeptTriangles {
 public:
  static constexpr std::uint32_t all_sides = 0x3f;

  SeenByFrustum(const ModelData& data, const Placement& at, const small::Frustum& frustum, bool only_first)
      : KeptTriangles(data, at, only_first), frustum_(frustum) {
    for (int i = 0; i < 6; ++i) sides_[i] = inner_side(frustum.sides()[i]);
  }

  Verdict look(const ObbPacket& boxes, int lane, std::uint32_t open) override {
    const Vec3 centre = gap_detail::centre_of(boxes, lane), half = gap_detail::inflated_half_of(boxes, lane);
    const Vec3 axes[3] = {gap_detail::axis_of(boxes, 0, lane), gap_detail::axis_of(boxes, 1, lane),
                          gap_detail::axis_of(boxes, 2, lane)};
    Verdict verdict;
    for (int i = 0; i < 6; ++i) {
      if ((open >> i & 1) == 0) continue;
      const InnerSide& side = sides_[i];
      const double middle = dot(side.normal, centre) + side.offset;
      double reach = side.slack;
      for (int k = 0; k < 3; ++k) reach += std::abs(dot(side.normal, axes[k])) * half[k];
      if (middle + reach < 0) return {true, 0};
      if (!(middle - reach > 0)) verdict.open |= 1u << i;
    }
    return verdict;
  }

 protected:
  bool is_wanted(std::uint32_t triangle, std::uint32_t open) override {
    for (int i = 0; i < 6; ++i) {
      if ((open >> i & 1) == 0) continue;
      const small::HalfSpace& side = frustum_.sides()[i];
      const bool beyond = small::decide([&](auto number) {
        using Number = decltype(number);
        const small::Side<Number> exact{VectorOf<Number>(side.normal), Number(side.offset)};
        for (int k = 0; k < 3; ++k)
          if (exact.at(placed<Number>(at_, corner(triangle, k), {})).sign() >= 0) return false;
        return true;
      });
      if (beyond) return false;
    }
    return true;
  }

 private:
  // In inner coordinates a box's points are centre + sum of w_k axis_k with |w_k| <= half_k, and no coordinate of these
  // sums, taken by magnitude, is beyond 16: inner points are within [-1, 1], and boxes around them are not longer than
  // the model's diagonal in any direction, 2 sqrt(3), but for rounding. So errors of the normal count 48 times at most.
  // Evaluating the value takes fewer than 40 operations, each off by u of what it adds up: 64 u of the sum of
  // magnitudes covers that.
  InnerSide inner_side(const small::HalfSpace& side) const {
    using Vector = VectorOf<MeasuredNumber>;
    const Vector n(side.normal);
    InnerSide result{};
    double error = 0, size = 0;
    for (int j = 0; j < 3; ++j) {
      const MeasuredNumber entry = dot(n, Vector(at_.linear.column(j))) * data_.frame.unit;
      result.normal[j] = entry.value;
      error += entry.error, size += std::abs(entry.value);
    }
    const MeasuredNumber offset =
        dot(n, placed<MeasuredNumber>(at_, data_.frame.centre, {})) + MeasuredNumber(side.offset);
    result.offset = offset.value;
    result.slack = 48 * error + offset.error + 64 * unit_roundoff * (48 * size + std::abs(offset.value)) + 0x1p-1000;
    return result;
  }

  const small::Frustum& frustum_;
  std::array<InnerSide, 6> sides_;
};

/// One question: does a ball around the box stay away from the cone?
class SeenByCone final : public KeptTriangles {
 public:
  SeenByCone(const ModelData& data, const Placement& at, const small::RoundedCone& cone, bool only_first)
      : KeptTriangles(data, at, only_first),
        apex_(cone.apex),
        cone_(cone),
        centre_(placed<MeasuredNumber>(at, data.frame.centre, cone.apex)),
        stretch_(stretch_of(at.linear).most) {}

  Verdict look(const ObbPacket& boxes, int lane, std::uint32_t open) override {
    using Vector = VectorOf<MeasuredNumber>;
    const MeasuredNumber unit(data_.frame.unit);
    const Vector inner(gap_detail::centre_of(boxes, lane)), half(gap_detail::inflated_half_of(boxes, lane));
    const Vector way(dot(Vector(at_.linear.row(0)), inner), dot(Vector(at_.linear.row(1)), inner),
                     dot(Vector(at_.linear.row(2)), inner));
    // Axes are orthonormal but for rounding to float: a corner is not farther from the centre than |half| (1 + 2^-20).
    const MeasuredNumber radius = root(dot(half, half)) * (1 + 0x1p-20) * unit * stretch_;
    return {cone_.is_surely_apart(centre_ + way * unit, radius), open};
  }

 protected:
  bool is_wanted(std::uint32_t triangle, std::uint32_t) override {
    const auto from_apex = [&](int i) { return placed<MeasuredNumber>(at_, corner(triangle, i), apex_); };
    return may_touch({from_apex(0), from_apex(1), from_apex(2)}, data_.forms[triangle], cone_);
  }

 private:
  Vec3 apex_;
  SeenCone cone_;
  VectorOf<MeasuredNumber> centre_;  // of the model, from the apex
  double stretch_;
};

Culled culled(const Model& model, const Placement& at, const small::Frustum& frustum, bool only_first) {
  require_valid(at);
  SeenByFrustum seen(model.data(), at, frustum, only_first);
  return seen.found(visit_seen(model.data().tree, SeenByFrustum::all_sides, seen));
}
Culled culled(const Model& model, const Placement& at, const small::RoundedCone& cone, bool only_first) {
  require_valid(at);
  small::require_valid(cone);
  SeenByCone seen(model.data(), at, cone, only_first);
  return seen.found(visit_seen(model.data().tree, 1, seen));
}

template <class Wanted>
std::vector<std::uint32_t> places_of(std::span<const small::Box> boxes, const Wanted& wanted) {
  std::vector<std::uint32_t> result;
  for (std::uint32_t i = 0; i < boxes.size(); ++i)
    if (wanted(boxes[i])) result.push_back(i);
  return result;
}

}  // namespace

Culled cull(const Model& model, const Placement& at, const small::Frustum& frustum) {
  return culled(model, at, frustum, false);
}
Culled cull(const Model& model, const Placement& at, const small::RoundedCone& cone) {
  return culled(model, at, cone, false);
}
bool may_be_seen(const Model& model, const Placement& at, const small::Frustum& frustum) {
  return !culled(model, at, frustum, true).triangles.empty();
}
bool may_be_seen(const Model& model, const Placement& at, const small::RoundedCone& cone) {
  return !culled(model, at, cone, true).triangles.empty();
}

std::vector<std::uint32_t> cull(std::span<const small::Box> boxes, const small::Frustum& frustum) {
  return places_of(boxes, [&](const small::Box& box) { return small::touches(box, frustum); });
}
std::vector<std::uint32_t> cull(std::span<const small::Box> boxes, const small::RoundedCone& cone) {
  return places_of(boxes, [&](const small::Box& box) { return small::may_touch(box, cone); });
}

}  // namespace abut
