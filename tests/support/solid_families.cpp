#include "support/solid_families.h"

namespace abut {

Matrix3 SolidFamily::axes() {
  if (!is_on_grid()) return random_.rotation().linear;
  for (;;) {
    Matrix3 m;
    if (random_.chance(0.5)) return m;
    for (double& entry : m.entries) entry = static_cast<double>(random_.below(3)) - 1;
    if (determinant(m) != 0) return m;
  }
}

// A camera that looks along -z of its own frame, as OpenGL's does.
small::Frustum SolidFamily::frustum() {
  const Vec3 eye = point();
  // From camera to world; on the grid a turn that maps axes onto axes.
  Matrix3 turn;
  if (is_on_grid()) {
    const int k = static_cast<int>(random_.below(3));
    Vec3 e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    turn = Matrix3::from_columns(e[k], e[(k + 1) % 3], e[(k + 2) % 3]);
  } else {
    turn = random_.rotation().linear;
  }
  const double near = unit() * (is_on_grid() ? 1 : random_.between(0.1, 1)), far = near * 3;
  const double slope_x = is_on_grid() ? 1 : random_.between(0.3, 2),
               slope_y = is_on_grid() ? 2 : random_.between(0.3, 2);
  const Matrix3 back = transposed(turn);
  small::Matrix4 m{};
  const auto set_row = [&](int row, const Vec3& in_camera, double constant) {
    const Vec3 n = transposed(back) * in_camera;
    for (int k = 0; k < 3; ++k) m[4 * row + k] = n[k];
    m[4 * row + 3] = constant - dot(n, eye);
  };
  set_row(0, {1 / slope_x, 0, 0}, 0);
  set_row(1, {0, 1 / slope_y, 0}, 0);
  set_row(2, {0, 0, -(far + near) / (far - near)}, -2 * far * near / (far - near));
  set_row(3, {0, 0, -1}, 0);
  return small::Frustum::from_matrix(m);
}

}  // namespace abut
