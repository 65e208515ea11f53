#include <abut/volume/obb_axes.h>
#include <abut/volume/obb_packet_fit.h>

#include <limits>

namespace abut {

namespace {

struct Extent {
  float low = std::numeric_limits<float>::max(), high = -low;
  void add(float x) { low = std::min(low, x), high = std::max(high, x); }
};

double half_area(const Matrix3& axes, std::span<const float> points) {
  Extent along[3];
  for (std::size_t i = 0; i < points.size(); i += 3)
    for (int k = 0; k < 3; ++k) {
      const Vec3 axis = axes.column(k);
      along[k].add(static_cast<float>(dot(axis, {points[i], points[i + 1], points[i + 2]})));
    }
  const double x = along[0].high - along[0].low, y = along[1].high - along[1].low, z = along[2].high - along[2].low;
  return x * y + y * z + z * x;
}

}  // namespace

Matrix3 refined_axes(const Matrix3& covariance, std::span<const float> points) {
  constexpr int turns = 6;
  constexpr double sine = 0.25881904510252074, cosine = 0.9659258262890683;  // 15 degrees
  Matrix3 best = principal_axes(covariance), turned = best;
  double least = half_area(best, points);
  for (int turn = 1; turn < turns; ++turn) {
    const Vec3 x = turned.column(0), y = turned.column(1);
    turned = Matrix3::from_columns(x * cosine + y * sine, y * cosine - x * sine, turned.column(2));
    const double area = half_area(turned, points);
    if (area < least) least = area, best = turned;
  }
  return best;
}

// Rounding, with u = 2^-24, d = point - first point, S the sum over the axes of the largest |axis . d|: d is off by
// u|d|, each product sum by 3u|d| more, |d| <= S (1 + 2^-20); the same for the centre's offset; the differences of the
// two add 2u S. Together at most 12u S. The points themselves: sqrt(3) (2^-25 + 2^-53) < 2^-24.
void store_box(ObbPacket& boxes, int lane, const Matrix3& axes, std::span<const float> points) {
  constexpr float u = 0x1p-24f;
  float axis[3][3];
  Extent along[3];
  for (int k = 0; k < 3; ++k)
    for (int c = 0; c < 3; ++c) boxes.axes[k][c][lane] = axis[k][c] = static_cast<float>(axes(c, k));
  const float* origin = points.data();
  for (std::size_t i = 0; i < points.size(); i += 3) {
    const float d[3] = {points[i] - origin[0], points[i + 1] - origin[1], points[i + 2] - origin[2]};
    for (int k = 0; k < 3; ++k) along[k].add(axis[k][0] * d[0] + axis[k][1] * d[1] + axis[k][2] * d[2]);
  }
  float offset[3], reach = 0;
  for (int k = 0; k < 3; ++k) reach += std::max(-along[k].low, along[k].high);
  for (int c = 0; c < 3; ++c) {
    float centre = 0;
    for (int k = 0; k < 3; ++k) centre += axis[k][c] * (0.5f * (along[k].low + along[k].high));
    boxes.centre[c][lane] = origin[c] + centre;
    offset[c] = boxes.centre[c][lane] - origin[c];
  }
  for (int k = 0; k < 3; ++k) {
    const float shift = axis[k][0] * offset[0] + axis[k][1] * offset[1] + axis[k][2] * offset[2];
    const float half = std::max(along[k].high - shift, shift - along[k].low);
    boxes.half[k][lane] = (half + (12 * u * reach + u)) * (1 + 4 * u);
  }
}

}  // namespace abut
