#pragma once

#include <abut/closest_point.h>
#include <abut/collide.h>
#include <abut/distance.h>
#include <abut/error.h>
#include <abut/solid.h>

#include <bit>

namespace abut {

/// What queries of every kind answer about a model, as numbers, bit for bit: for comparing models that should be the
/// same.
class ModelAnswers {
 public:
  /// Asks about the model against `other` and against itself, at `at`.
  ModelAnswers(const Model& model, const Model& other, const Placement& at) {
    const Placement here = Placement::identity();
    add_collide(model, here, other, at);
    add_collide(other, at, model, here);
    add_collide(model, here, model, at);
    add_distance(model, here, other, at);
    add_distance(model, at, model, here);
    for (const Vec3& point : {Vec3{0.3, -0.2, 0.1}, Vec3{5, 4, -3}, Vec3{}}) add_closest(model, at, point);
    const Contacts self = self_contacts(model);
    add(self.pairs);
    add(std::uint64_t{self.complete});
    add_solid(model, at);
  }

  friend bool operator==(const ModelAnswers&, const ModelAnswers&) = default;
  std::size_t size() const { return numbers_.size(); }

 private:
  void add(std::uint64_t number) { numbers_.push_back(number); }
  void add(double number) { numbers_.push_back(std::bit_cast<std::uint64_t>(number)); }
  void add(const Vec3& v) { add(v.x), add(v.y), add(v.z); }
  void add(const std::vector<Contact>& pairs) {
    add(pairs.size());
    for (const Contact& pair : pairs) add(std::uint64_t{pair.a} << 32 | pair.b);
  }

  void add_collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b) {
    add(collide(a, at_a, b, at_b).pairs);
    add(collide(a, at_a, b, at_b, {.margin = 0x1p-7}).pairs);
    add(std::uint64_t{touches(a, at_a, b, at_b)});
  }
  void add_distance(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b) {
    const Distance d = distance(a, at_a, b, at_b);
    add(d.lower), add(d.upper), add(d.point_a), add(d.point_b);
    add(std::uint64_t{d.triangle_a} << 32 | d.triangle_b);
    for (const double limit : {0.0, 0.5, 3.0}) {
      const Nearness near = within(a, at_a, b, at_b, limit);
      add(static_cast<std::uint64_t>(near.answer)), add(near.upper), add(near.point_a);
    }
  }
  void add_closest(const Model& model, const Placement& at, const Vec3& point) {
    const ClosestPoint found = closest_point(model, at, point);
    add(found.lower), add(found.upper), add(found.point), add(std::uint64_t{found.triangle});
  }
  void add_solid(const Model& model, const Placement& at) {
    try {
      const Solid solid(model);
      for (const Vec3& point : {Vec3{0.3, -0.2, 0.1}, Vec3{9, 0, 0}}) {
        const SignedDistance found = signed_distance(solid, at, point);
        add(static_cast<std::uint64_t>(found.side)), add(found.lower), add(found.upper);
      }
    } catch (const Error&) {
      add(std::uint64_t{0});  // not closed
    }
  }

  std::vector<std::uint64_t> numbers_;
};

}  // namespace abut
