// A cloth falls over a ball. Its tree is refitted at every step, which takes a fraction of building a new one; abut
// names the triangles that come closer to the ball than the cloth is thick, and those are pushed back.

#include <abut/abut.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using abut::Vec3;

constexpr double step = 1.0 / 240, gravity = 9.81, thickness = 0.02;
constexpr double reach = thickness / 4;  // the farthest a point moves in a step: no triangle can jump over the ball

struct Thread {
  std::uint32_t a, b;
  double rest;
};

// The sides of all triangles hold the cloth together; sides of two triangles come twice, which makes them stiffer.
std::vector<Thread> threads_of(const abut::Mesh& mesh) {
  std::vector<Thread> threads;
  for (const abut::Triangle& t : mesh.triangles)
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t a = t[i], b = t[(i + 1) % 3];
      threads.push_back({a, b, length(mesh.points[a] - mesh.points[b])});
    }
  return threads;
}

// Pulls both ends of each thread back to its length, half the way each.
void pull(std::vector<Vec3>& points, const std::vector<Thread>& threads) {
  for (const Thread& thread : threads) {
    const Vec3 along = points[thread.b] - points[thread.a];
    const Vec3 correction = along * (0.5 * (1 - thread.rest / length(along)));
    points[thread.a] += correction;
    points[thread.b] -= correction;
  }
}

// Lifts the corners of every cloth triangle that is closer than `thickness` to a triangle of the ball to that height.
void push_out(std::vector<Vec3>& points, const abut::Model& cloth, const abut::Model& ball) {
  const auto here = abut::Placement::identity();
  for (const abut::Contact& near : abut::collide(cloth, here, ball, here, {.margin = thickness}).pairs) {
    const auto [p, q, r] = ball.mesh().corners(near.b);
    const Vec3 across = cross(q - p, r - p), outward = across * (1 / length(across));
    for (std::uint32_t corner : cloth.mesh().triangles[near.a]) {
      const double height = dot(points[corner] - p, outward);
      if (height < thickness) points[corner] += outward * (thickness - height);
    }
  }
}

Vec3 limited(const Vec3& move) { return move * std::min(1.0, reach / std::max(length(move), 1e-300)); }

}  // namespace

int main() {
  const auto here = abut::Placement::identity();
  const abut::Model ball(abut::shapes::sphere(0.5, 12));
  abut::Mesh sheet = abut::shapes::plate(2, 2, 40, 40);
  for (Vec3& point : sheet.points) point.z = 0.6;
  const std::vector<Thread> threads = threads_of(sheet);
  abut::Model cloth(sheet);

  std::vector<Vec3> points = sheet.points, before = points;
  bool right = true;
  std::puts("  time  gap to the ball  lowest point  self-contacts  spread of the tree");
  for (int frame = 0; frame <= 240; ++frame) {
    const std::vector<Vec3> start = points;
    for (std::size_t i = 0; i < points.size(); ++i)
      points[i] += limited((points[i] - before[i]) * 0.995 - Vec3{0, 0, gravity * step * step});
    for (int round = 0; round < 3; ++round) pull(points, threads);
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = start[i] + limited(points[i] - start[i]);

    cloth.refit(points);
    push_out(points, cloth, ball);
    cloth.refit(points);
    before = start;

    right &= !abut::touches(cloth, here, ball, here);
    if (frame % 40 == 0) {
      const abut::Distance gap = abut::distance(cloth, here, ball, here);
      const abut::Contacts folds = abut::self_contacts(cloth);
      std::printf("%5.2fs %16.4f %13.3f %14zu %19.2f\n", frame * step, gap.upper, bounds_of(points).low.z,
                  folds.pairs.size(), cloth.spread());
      // A refitted tree is worse or better than a new one, but never answers differently.
      right &= folds.pairs == abut::self_contacts(abut::Model(cloth.mesh())).pairs;
    }
  }
  const double gap = abut::distance(cloth, here, ball, here).upper;
  const bool draped = gap > 0.25 * thickness && gap < 1.5 * thickness && bounds_of(points).low.z < 0;
  std::printf("the cloth %s\n", right && draped ? "lies on the ball and never touched it" : "is WRONG");
  return right && draped ? 0 : 1;
}
