// Who sees whom in a cave? Segments between watchers are rays, all asked at once. No look slips through between two
// triangles of the rock, not even one that is aimed exactly at a corner.

#include <abut/abut.h>
#include <abut/shapes.h>

#include <cstdio>
#include <vector>

int main() {
  // The second tree makes rays faster and changes no answer.
  const abut::Model cave(abut::shapes::cave(), {.rays = true});
  const auto here = abut::Placement::identity();

  std::vector<abut::Vec3> watchers;
  for (int i = 0; i < 12; ++i) watchers.push_back({-9.0 + 1.6 * i, (i * 5 % 7) - 3.0, 2.0 + 0.1 * (i % 3)});
  std::vector<abut::Ray> sights;
  for (std::size_t a = 0; a < watchers.size(); ++a)
    for (std::size_t b = a + 1; b < watchers.size(); ++b)
      sights.push_back(abut::Ray::between(watchers[a], watchers[b]));
  const std::vector<std::uint8_t> is_blocked = abut::any_hit(cave, here, sights, {.threads = 0});
  std::size_t blocked = 0;
  for (const std::uint8_t each : is_blocked) blocked += each;
  std::printf("%zu of %zu pairs do not see each other\n", blocked, sights.size());

  // What does the first watcher see straight up, and how far is it?
  const auto up = abut::first_hit(cave, here, {watchers[0], {0, 0, 1}});
  if (up) std::printf("above the first one is triangle %u, %.3f away\n", up->triangle, up->t);

  // A closed body keeps every look out, also those through its corners: the rays cross it an even number of times.
  const abut::Model ball(abut::shapes::sphere(1, 8));
  bool is_tight = true;
  for (const abut::Vec3& corner : ball.mesh().points) {
    abut::Ray through = abut::Ray::between({3, 0.5, 0.25}, corner);
    through.t_max = 8;
    is_tight = is_tight && abut::any_hit(ball, here, through) && abut::crossings(ball, here, through).count % 2 == 0;
  }
  std::printf("the ball is %s\n", is_tight ? "tight" : "leaking");
  return up && blocked > 0 && blocked < sights.size() && is_tight ? 0 : 1;
}
