// Two cubes, face on face. abut counts a touch as a contact, and a gap of one last bit as a gap.

#include <abut/abut.h>
#include <abut/shapes.h>

#include <cmath>
#include <cstdio>

int main() {
  // Any soup of triangles makes a model: abut::Model piston(abut::load("piston.stl")).
  const abut::Model cube(abut::shapes::box({0.5, 0.5, 0.5}));

  // A placement says where a model stands in the world; each model has its own.
  const auto here = abut::Placement::identity();
  const auto beside = abut::Placement::translation({1, 0, 0});
  const auto hair_away = abut::Placement::translation({std::nextafter(1.0, 2.0), 0, 0});

  const abut::Contacts contacts = abut::collide(cube, here, cube, beside);
  std::printf("face on face: %zu pairs of triangles touch, the first is (%u, %u)\n", contacts.pairs.size(),
              contacts.pairs.front().a, contacts.pairs.front().b);

  const bool still_touches = abut::touches(cube, here, cube, hair_away);
  const abut::Distance gap = abut::distance(cube, here, cube, hair_away);
  std::printf("one bit further: %s, at most %.3g apart\n", still_touches ? "touching" : "clear", gap.upper);

  // The last bit of 1 is 2^-52. No epsilon swallows it, and the bracket of the distance holds it.
  const bool right = !contacts.pairs.empty() && !still_touches && gap.lower <= 0x1p-52 && 0x1p-52 <= gap.upper;
  return right ? 0 : 1;
}
