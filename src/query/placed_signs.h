#pragma once

#include "math/exact_orientation.h"
#include "query/model_data.h"

namespace abut {

/// A corner of a placed model as filters see it, and as it is.
struct SeenPoint {
  Vec3 near;  ///< relative to A's placed centre, rounded
  PlacedPoint exact;
};
using SeenTriangle = std::array<SeenPoint, 3>;

/// Exact signs over corners of two placed models: a filter answers when it is certain, exact arithmetic otherwise. A
/// placement that both have is left out: the signs are those of the models' own frame then.
class PlacedSigns {
 public:
  /// Placements are world <- model, valid by require_valid; all outlive the signs.
  PlacedSigns(const MeshData& a, const Placement& at_a, const MeshData& b, const Placement& at_b);

  enum class Of { a, b };
  SeenPoint point(Of of, std::uint32_t index) const;
  SeenTriangle triangle(Of of, std::uint32_t index) const;
  /// Does the placement turn the model's fronts into backs?
  bool is_mirrored(Of of) const { return body(of).is_mirrored; }
  /// Where the model stands for the signs: the identity where a common placement is left out.
  const Placement& placement(Of of) const { return body(of).at; }

  /// The signs of exact_orientation3d() and so on.
  int orientation3d(const SeenPoint& a, const SeenPoint& b, const SeenPoint& c, const SeenPoint& d);
  int orientation2d(const SeenPoint& a, const SeenPoint& b, const SeenPoint& c, int dropped);
  int compare(const SeenPoint& a, const SeenPoint& b, int axis);

  /// No coordinate of SeenPoint::near is off by more, also for points between corners whose coordinates are rounded to
  /// a neighbouring double.
  double error() const { return error_; }
  /// What they are relative to: A's placed centre.
  PlacedPoint origin() const { return {&a_.data.frame.centre, &a_.at}; }

  /// How many signs needed exact arithmetic.
  std::uint64_t exact_tests() const { return exact_tests_; }

 private:
  struct Body {
    const MeshData& data;
    Placement at;
    Vec3 offset{};  // of the placed centre from A's
    bool is_mirrored = false;
  };
  const Body& body(Of of) const { return of == Of::a ? a_ : b_; }

  Body a_, b_;
  bool have_one_place_;
  double error_;
  std::uint64_t exact_tests_ = 0;
};

}  // namespace abut
