#include "query/met_triangles.h"

#include "engine/stab.h"
#include "math/scaled_length.h"
#include "query/model_data.h"

namespace abut {

namespace {

/// Places in the order of a tree's leaves, as triangles.
class Gathering final : public StabSink {
 public:
  explicit Gathering(const Model& model) : order_(model.data().tree.order) {}
  bool take(std::uint32_t first, std::uint32_t count) override {
    triangles.insert(triangles.end(), order_.begin() + first, order_.begin() + first + count);
    return true;
  }
  std::vector<std::uint32_t> triangles;

 private:
  std::span<const std::uint32_t> order_;
};

double size_of(const Mesh& mesh) {
  const Bounds bounds = bounds_of(mesh.points);
  return largest(max(abs(bounds.low), abs(bounds.high)));
}

}  // namespace

MetTriangles::MetTriangles(const Model& model, const Placement& at, double point_error)
    : model_(model), frames_(model.data().frame, at), point_error_(point_error) {}

// A point between two others is off by less than 8 u of them.
MetTriangles::MetTriangles(const Model& model)
    : MetTriangles(model, Placement::identity(), 8 * unit_roundoff * size_of(model.mesh()) + 0x1p-1060) {}

std::vector<std::uint32_t> MetTriangles::by_segment(const Vec3& from, const Vec3& to) const {
  const InnerPoint start = frames_.carried(from, point_error_), end = frames_.carried(to, point_error_);
  return gathered(start.inner, (end.inner - start.inner) * 0.5, start.error + end.error + 0x1p-48);
}

std::vector<std::uint32_t> MetTriangles::by_ray(const Vec3& from) const {
  const InnerPoint start = frames_.carried(from, point_error_);
  // The model is within 1 of its frame's origin along each axis, so within sqrt(3): no way through it ends farther away
  // from the start than 2 sqrt(3) if the start is there, too, and in any case than sqrt(3) more than the origin.
  const Vec3 direction = frames_.back().column(0);
  const double factor = (4 + 2 * largest(abs(start.inner))) / scaled_length(direction);
  return gathered(start.inner, direction * (0.5 * factor), start.error + factor * frames_.back_error() + 0x1p-48);
}

std::vector<std::uint32_t> MetTriangles::gathered(const Vec3& start, const Vec3& half, double error) const {
  const WideTree& tree = model_.data().tree;
  Gathering gathering(model_);
  if (!(error <= 0x1p-6))
    gathering.take(0, static_cast<std::uint32_t>(tree.order.size()));
  else
    visit_stabbed(tree, InnerSegment(start + half, half, error), Simd::best, {}, gathering);
  return std::move(gathering.triangles);
}

}  // namespace abut
