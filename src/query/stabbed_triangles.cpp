#include "query/stabbed_triangles.h"

#include "engine/stab.h"
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

}  // namespace

StabbedTriangles::StabbedTriangles(const Model& model)
    : model_(model), frames_(model.data().frame, Placement::identity()) {
  const Bounds bounds = bounds_of(model.mesh().points);
  // A point between two others is off by less than 8 u of them.
  error_ = 8 * unit_roundoff * largest(max(abs(bounds.low), abs(bounds.high))) + 0x1p-1060;
}

std::vector<std::uint32_t> StabbedTriangles::met_by(const Vec3& from, const std::optional<Vec3>& way) const {
  Gathering gathering(model_);
  const InnerPoint start = frames_.carried(from, error_);
  double error = start.error + 0x1p-48;
  Vec3 half;
  if (way) {
    const InnerPoint end = frames_.carried(from + *way, error_);
    half = (end.inner - start.inner) * 0.5;
    error += end.error;
  } else {
    // The model is within 1 of its frame's origin: no way through it is longer than 2 sqrt(3).
    const Vec3 direction = frames_.back().column(0);
    const double factor = 4 / length(direction);
    half = direction * (0.5 * factor);
    error += factor * frames_.back_error();
  }
  const WideTree& tree = model_.data().tree;
  if (!(error <= 0x1p-6))
    gathering.take(0, static_cast<std::uint32_t>(tree.order.size()));
  else
    visit_stabbed(tree, InnerSegment(start.inner + half, half, error), Simd::best, {}, gathering);
  return std::move(gathering.triangles);
}

}  // namespace abut
