// Two cloths fall past each other in steps so long that each would jump through the other. The first contact of every
// step is known exactly, with its time, and all points stop a little before it: nothing ever passes through anything.

#include <abut/abut.h>
#include <abut/shapes.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using abut::Vec3;

// A sheet of 2 by 2 with waves in it.
abut::Mesh sheet(double height, double wave) {
  abut::Mesh mesh = abut::shapes::plate(2, 2, 40, 40);
  for (Vec3& point : mesh.points) point.z = height + wave * (point.x * point.x - point.y * point.y * point.x);
  return mesh;
}

std::vector<Vec3> moved(const std::vector<Vec3>& points, const std::vector<Vec3>& speed, double share) {
  std::vector<Vec3> result = points;
  for (std::size_t i = 0; i < points.size(); ++i) result[i] += speed[i] * share;
  return result;
}

}  // namespace

int main() {
  abut::Model upper(sheet(0.5, 0.1)), lower(sheet(0, -0.1));
  // Per step, and several times as far as the cloths are apart.
  std::vector<Vec3> fall(upper.mesh().points.size(), {0.01, 0, -1.5}), rise(lower.mesh().points.size(), {0, 0, 0.8});

  const auto here = abut::Placement::identity();
  bool right = true;
  std::puts("step  first contact        what meets   gap afterwards");
  for (int step = 0; step < 4; ++step) {
    const std::vector<Vec3> from_upper = upper.mesh().points, from_lower = lower.mesh().points;
    const std::vector<Vec3> to_upper = moved(from_upper, fall, 1), to_lower = moved(from_lower, rise, 1);
    const abut::DeformingContact contact = abut::first_contact_deforming(upper, to_upper, lower, to_lower);

    // What is proved apart is [0, lower): nine tenths of it keep a gap.
    const double share = contact ? 0.9 * contact.lower : 1;
    upper.refit(moved(from_upper, fall, share));
    lower.refit(moved(from_lower, rise, share));
    right &= !abut::touches(upper, here, lower, here);
    const double gap = abut::distance(upper, here, lower, here).lower;
    std::printf("%4d  %-19.12g  %-11s  %.6f\n", step, contact.upper, abut::name_of(contact.kind).data(), gap);

    // They never pass: every step ends with a contact, each time sooner.
    right &= contact.answer == abut::Answer::yes && gap > 0;
    // Where they meet the cloths slow each other down.
    for (Vec3& speed : fall) speed.z *= 0.8;
    for (Vec3& speed : rise) speed.z *= 0.8;
  }
  std::printf("the cloths %s\n", right ? "come close and never meet" : "are WRONG");
  return right ? 0 : 1;
}
