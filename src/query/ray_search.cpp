#include "query/ray_search.h"

#include "math/exact_orientation.h"
#include "query/ray_stream.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

bool is_within(const Vec3& v, double most) {
  // Not so for what is not a number.
  return static_cast<bool>((std::abs(v.x) <= most) & (std::abs(v.y) <= most) & (std::abs(v.z) <= most));
}

void stream_through(const ModelData& model, Simd simd, RayStream& stream) {
  if (model.options.rays)
    visit_rays(model.ray_tree, simd, stream);
  else
    visit_rays(model.tree, simd, stream);
}

bool mirrors(const Matrix3& linear) {
  if (rigidity_defect(linear) <= rigid_defect) return determinant(linear) < 0;
  return exact_determinant_sign(linear) < 0;
}

}  // namespace

void require_valid(const Ray& ray) {
  if (!is_within(ray.origin, largest_input)) throw Error("the origin of a ray must be finite and within 2^300.");
  // Twice as much, so that any two points have a segment between them.
  if (!is_within(ray.direction, 2 * largest_input))
    throw Error("the direction of a ray must be finite and within 2^301.");
  if (ray.direction == Vec3{}) throw Error("the direction of a ray must not be 0.");
  const Vec3 rest = abs(ray.rest), most = abs(ray.direction) * unit_roundoff;
  if (!((rest.x <= most.x) & (rest.y <= most.y) & (rest.z <= most.z)))
    throw Error("the rest of a ray's direction must not be above 2^-53 of the direction.");
  if (!(ray.t_min <= ray.t_max)) throw Error("t_min of a ray must not be above t_max, and both must be numbers.");
}

/// What all sinks have in common; begin() comes before the first triangle of a ray that is bounded.
class RaySearch::Sink : public RaySink {
 public:
  explicit Sink(RaySearch& search) : search_(search) {}
  void begin(const InnerRay& ray, float low, float high) { ray_ = &ray, low_ = low, high_ = high; }
  float low() const { return low_; }
  float high() const { return high_; }

 protected:
  /// The meeting that is given, or else the one that is found out; null if there is none.
  const RayMeeting* known(std::uint32_t triangle, const RayMeeting* given) {
    if (given) return given;
    decided_ = search_.test_.meet(triangle);
    return decided_ ? &*decided_ : nullptr;
  }

  RaySearch& search_;
  const InnerRay* ray_ = nullptr;
  float low_ = -2, high_ = 2;

 private:
  std::optional<RayMeeting> decided_;
};

/// Keeps the hit that comes first.
class RaySearch::Nearest final : public Sink {
 public:
  using Sink::Sink;

  float take(std::uint32_t triangle, const RayMeeting* given) override {
    const RayMeeting* meeting = known(triangle, given);
    if (!meeting || !comes_first(triangle, *meeting) || !search_.is_kept(triangle, meeting->side)) return high_;
    meeting_ = *meeting, triangle_ = triangle, found_ = true;
    last_t = meeting_.t + meeting_.t_error;
    if (ray_) high_ = std::min(high_, ray_->s_above(last_t));
    return high_;
  }

  /// Sets a result that is empty. In its place: a hit that is returned would be copied as soon as it is written.
  void tell(const Ray& ray, std::optional<RayHit>& result) const {
    if (found_) search_.tell(ray, triangle_, meeting_, result.emplace());
  }

 private:
  bool comes_first(std::uint32_t triangle, const RayMeeting& meeting) const {
    if (!found_) return true;
    const int order = search_.test_.order(triangle, meeting, triangle_, meeting_);
    return order < 0 || (order == 0 && triangle < triangle_);
  }

  RayMeeting meeting_;
  std::uint32_t triangle_ = 0;
  bool found_ = false;
};

/// Ends with the first hit that it comes upon.
class RaySearch::Any final : public Sink {
 public:
  using Sink::Sink;

  float take(std::uint32_t triangle, const RayMeeting* given) override {
    const RayMeeting* meeting = known(triangle, given);
    found_ = meeting && search_.is_kept(triangle, meeting->side);
    return found_ ? -3 : high_;
  }
  void tell(const Ray&, std::uint8_t& result) const { result = found_; }

 private:
  bool found_ = false;
};

class RaySearch::All final : public Sink {
 public:
  using Sink::Sink;

  float take(std::uint32_t triangle, const RayMeeting* given) override {
    const RayMeeting* meeting = known(triangle, given);
    if (meeting && search_.is_kept(triangle, meeting->side)) found_.push_back({triangle, *meeting});
    return high_;
  }

  std::vector<RayHit> result(const Ray& ray) {
    std::sort(found_.begin(), found_.end(), [&](const Found& a, const Found& b) {
      const int order = search_.test_.order(a.triangle, a.meeting, b.triangle, b.meeting);
      return order != 0 ? order < 0 : a.triangle < b.triangle;
    });
    std::vector<RayHit> hits;
    hits.reserve(found_.size());
    for (const Found& found : found_) search_.tell(ray, found.triangle, found.meeting, hits.emplace_back());
    return hits;
  }

 private:
  struct Found {
    std::uint32_t triangle;
    RayMeeting meeting;
  };
  std::vector<Found> found_;
};

class RaySearch::Crossed final : public Sink {
 public:
  using Sink::Sink;

  float take(std::uint32_t triangle, const RayMeeting* meeting) override {
    const int side = meeting ? search_.test_.cross(triangle, *meeting) : search_.test_.cross(triangle);
    if (side != 0 && search_.is_kept(triangle, side))
      ++found_.count, found_.balance += search_.face_of(side) == Face::back ? 1 : -1;
    return high_;
  }
  const Crossings& found() const { return found_; }

 private:
  Crossings found_;
};

RaySearch::RaySearch(const Model& model, const Placement& at, const RayOptions& options)
    : model_(model.data()),
      at_(at),
      options_(options),
      frame_(model_.frame, at),
      is_mirrored_(!frame_.is_shifted_only() && mirrors(at.linear)),
      test_(model_.leaf_geometry(), at, model_.frame.unit * (1 + 4 * unit_roundoff), frame_.back_in_model(),
            frame_.is_shifted_only()) {}

bool RaySearch::begin(const ReadyRay& ray, Sink& sink) {
  test_.set_ray(ray.exact, ray.sight);
  if (!ray.inner.is_bounded()) return visit_all(sink), false;
  const RayRange& range = ray.sight.range;
  const float low = ray.inner.s_below(range.low), high = ray.inner.s_above(range.high);
  sink.begin(ray.inner, low, high);
  return !ray.inner.passes_by() && low <= high;
}

void RaySearch::visit(const Ray& ray, Sink& sink) {
  ReadyRay& ready = alone_.ray;
  ready.exact = {ray.origin, ray.direction, ray.rest};
  ready.sight.range = {ray.t_min, ray.t_max};
  make_ready(ready, stage());
  if (!begin(ready, sink)) return;
  const RayJob job{&ready, sink.low(), sink.high(), &sink};
  if (model_.options.rays)
    visit_ray(model_.ray_tree, options_.simd, job);
  else
    visit_ray(model_.tree, options_.simd, job);
}

/// For rays so far away, or placements so flat, that nothing can be said in doubles.
void RaySearch::visit_all(Sink& sink) {
  for (std::uint32_t triangle = 0; triangle < model_.mesh.triangles().size(); ++triangle)
    if (sink.take(triangle, nullptr) < -2) return;
}

void RaySearch::first(const Model& model, const Placement& at, const RayOptions& options, std::span<const Ray> rays,
                      std::span<std::optional<RayHit>> results) {
  Stream<Nearest, std::optional<RayHit>> stream(model, at, options, rays, results);
  stream_through(model.data(), options.simd, stream);
}

void RaySearch::any(const Model& model, const Placement& at, const RayOptions& options, std::span<const Ray> rays,
                    std::span<std::uint8_t> results) {
  Stream<Any, std::uint8_t> stream(model, at, options, rays, results);
  stream_through(model.data(), options.simd, stream);
}

std::optional<RayHit> RaySearch::first(const Ray& ray) {
  Nearest nearest(*this);
  visit(ray, nearest);
  std::optional<RayHit> result;
  nearest.tell(ray, result);
  return result;
}

bool RaySearch::any(const Ray& ray) {
  Any any(*this);
  visit(ray, any);
  std::uint8_t result;
  any.tell(ray, result);
  return result != 0;
}

std::vector<RayHit> RaySearch::all(const Ray& ray) {
  All all(*this);
  visit(ray, all);
  return all.result(ray);
}

Crossings RaySearch::crossings(const Ray& ray) {
  Crossed crossed(*this);
  visit(ray, crossed);
  return crossed.found();
}

bool RaySearch::is_kept(std::uint32_t triangle, int side) const {
  if (options_.back_faces == BackFaces::cull && face_of(side) == Face::back) return false;
  return !options_.consider || options_.consider(triangle);
}

Face RaySearch::face_of(int side) const {
  if (side == 0) return Face::edge;
  return (side > 0) != is_mirrored_ ? Face::back : Face::front;
}

void RaySearch::tell(const Ray& ray, std::uint32_t triangle, const RayMeeting& meeting, RayHit& hit) const {
  hit.t = meeting.t, hit.t_error = meeting.t_error;
  hit.triangle = triangle, hit.face = face_of(meeting.side);
  hit.weights = meeting.weights;
  hit.point = ray.origin + (ray.direction + ray.rest) * meeting.t;
  const Vec3 normal = test_.normal(triangle, meeting);
  hit.normal = is_mirrored_ ? -normal : normal;
}

}  // namespace abut
