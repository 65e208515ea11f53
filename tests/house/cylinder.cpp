// A kind of volume that the library does not have, to show that one file and one line add it: docs/volume-kind.md.

#include "classic/kind_tree.h"
#include "classic/volume/lss.h"
#include "classic/volume/obb.h"

namespace abut::classic {

class CylinderTest;

/// A cylinder with flat ends: what a sphere swept over a line and an oriented box along that line have in common.
template <class Real>
struct BasicCylinder {
  static constexpr VolumeKind kind = VolumeKind::cylinder;
  static constexpr bool takes_fit = true, takes_sat = false;
  template <class Other>
  using In = BasicCylinder<Other>;
  using Test = CylinderTest;
  static constexpr double axes_defect = BasicObb<Real>::axes_defect;
  static constexpr int refit_levels = 4;

  BasicLss<Real> side;
  BasicObb<Real> ends;

  static BasicCylinder around(TriangleRun triangles, Fit fit) {
    return {BasicLss<Real>::around(triangles, fit), BasicObb<Real>::around(triangles, fit)};
  }
  BoxView box() const { return ends.box(); }
};
using Cylinder = BasicCylinder<double>;

inline BasicCylinder<float> narrow(const Cylinder& wide) { return {narrow(wide.side), narrow(wide.ends)}; }

template <class Real>
BasicCylinder<Real> refitted(const BasicCylinder<Real>& before, const Extents<double>& ends, TriangleRun triangles) {
  return {refitted(before.side, ends, triangles), refitted(before.ends, ends, triangles)};
}
template <class Real>
BasicCylinder<Real> refitted(const BasicCylinder<Real>& before, const Extents<double>& ends,
                             std::span<const BasicCylinder<Real>> pieces) {
  std::vector<BasicLss<Real>> sides;
  std::vector<BasicObb<Real>> boxes;
  for (const BasicCylinder<Real>& piece : pieces) {
    sides.push_back(piece.side);
    boxes.push_back(piece.ends);
  }
  return {refitted(before.side, ends, std::span<const BasicLss<Real>>(sides)),
          refitted(before.ends, ends, std::span<const BasicObb<Real>>(boxes))};
}

template <class Real>
double squared_diameter(const BasicCylinder<Real>& v) {
  return std::min(squared_diameter(v.side), squared_diameter(v.ends));
}
template <class Real>
double volume_of(const BasicCylinder<Real>& v) {
  return std::min(volume_of(v.side), volume_of(v.ends));
}
template <class Real>
double surface_of(const BasicCylinder<Real>& v) {
  return std::min(surface_of(v.side), surface_of(v.ends));
}

class CylinderTest {
 public:
  CylinderTest(const RelativePlacement& b_in_a, Sat sat, double axes_defect)
      : sides_(b_in_a, sat, axes_defect), ends_(b_in_a, sat, axes_defect) {}

  const RelativePlacement& relative() const { return ends_.relative(); }

  template <class Real>
  bool may_overlap(const BasicCylinder<Real>& a, const BasicCylinder<Real>& b) const {
    return ends_.may_overlap(a.ends, b.ends) && sides_.may_overlap(a.side, b.side);
  }
  template <class Real>
  double distance_below(const BasicCylinder<Real>& a, const BasicCylinder<Real>& b) const {
    return std::max(sides_.distance_below(a.side, b.side), ends_.distance_below(a.ends, b.ends));
  }

  /// One cylinder prepared, for many against it; Side and Ends are ClosedA or ClosedB of the two tests.
  template <class Side, class Ends>
  class Closed {
   public:
    template <class Real>
    Closed(const CylinderTest& test, const BasicCylinder<Real>& one)
        : side_(test.sides_, one.side), ends_(test.ends_, one.ends.box()) {}
    template <class Real>
    bool may_overlap(const BasicCylinder<Real>& other) const {
      return ends_.may_overlap(other.ends.box()) && side_.may_overlap(other.side);
    }

   private:
    Side side_;
    Ends ends_;
  };
  using ClosedA = Closed<SweptTest<1>::ClosedA, ObbTest::ClosedA>;
  using ClosedB = Closed<SweptTest<1>::ClosedB, ObbTest::ClosedB>;

 private:
  SweptTest<1> sides_;
  ObbTest ends_;
};

}  // namespace abut::classic

ABUT_CLASSIC_KIND(cylinder, Cylinder)
