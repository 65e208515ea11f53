#pragma once

#include "leaf/triangle_pair.h"
#include "math/random.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace abut {

/// Two triangles in their models' frames, and where the models stand.
struct TrianglePair {
  std::array<Vec3, 3> a, b;
  Placement at_a, at_b;
};

/// A named source of pairs that are hard for rounded arithmetic. All values are finite and at most 2^300, placements
/// are nonsingular, and equal generators give equal pairs.
struct PairFamily {
  std::string name;
  std::function<TrianglePair(Random&)> next;
};
const std::vector<PairFamily>& pair_families();

/// One triangle as a model of its own; `centre` is any finite point.
class OneTriangle {
 public:
  OneTriangle(const std::array<Vec3, 3>& corners, const Vec3& centre);
  LeafGeometry geometry() const { return {points_, triangles_, forms_, centre_}; }

 private:
  std::array<Vec3, 3> points_;
  std::array<Triangle, 1> triangles_{{{0, 1, 2}}};
  std::array<TriangleForm, 1> forms_;
  Vec3 centre_;
};

/// A centre such as a model might have: the origin, a corner, or a point between corners.
Vec3 some_centre(const std::array<Vec3, 3>& corners, Random& random);

/// The pair as C++ literals in hexadecimal, for a report or a regression test.
std::string describe(const TrianglePair& pair);

}  // namespace abut
