#include "classic/kind_tree.h"
#include "classic/model_data.h"
#include "classic/visit/pairs.h"
#include "classic/volume/aabb.h"
#include "leaf/triangle_triangle.h"
#include "math/inner_frame.h"
#include "models.h"

namespace abut::bench::solid {

namespace {

constexpr int fig2_placements = 10000;

/// How often the test ended on each axis, 1 to 15; at 0 the boxes overlap.
using Exits = std::array<std::uint64_t, 16>;

/// The separating axis test of queries, which also keeps count of the axis on which it ends.
class ExitCountingTest {
 public:
  ExitCountingTest(const RelativePlacement& b_in_a, double axes_defect, Exits& exits)
      : relative_(b_in_a), slack_(classic::slack_on_faces_of_a(b_in_a, axes_defect)), exits_(exits) {}

  const RelativePlacement& relative() const { return relative_; }

  template <class V>
  bool may_overlap(const V& volume_a, const V& volume_b) const {
    using classic::half_extents, classic::sum_of;
    const BoxView a = volume_a.box(), b = volume_b.box();
    const Vec3 half_b = b.half * relative_.scale;
    const Vec3 t =
        transposed_times(a.axes, relative_.linear * (b.centre * relative_.scale) + relative_.shift - a.centre);
    const Matrix3 r = transposed(a.axes) * relative_.linear * b.axes;
    const classic::BoxPair<double> pair{
        {t.x, t.y, t.z}, {{{r(0, 0), r(0, 1), r(0, 2)}, {r(1, 0), r(1, 1), r(1, 2)}, {r(2, 0), r(2, 1), r(2, 2)}}}};
    const double size = sum_of(abs(t)) + sum_of(a.half) + sum_of(half_b);
    const int axis =
        separating_axis(pair, half_extents(a.half), half_extents(half_b), slack_.fixed + slack_.relative * size);
    ++exits_[static_cast<std::size_t>(axis)];
    return axis == classic::no_axis;
  }

  template <bool closed_is_a>
  struct Closed {
    template <class V>
    Closed(const ExitCountingTest& the_test, const V& volume) : test(the_test), box(volume.box()) {}
    template <class V>
    bool may_overlap(const V& opened) const {
      const BoxOf other{opened.box()}, own{box};
      return closed_is_a ? test.may_overlap(own, other) : test.may_overlap(other, own);
    }
    const ExitCountingTest& test;
    BoxView box;
  };
  using ClosedA = Closed<true>;
  using ClosedB = Closed<false>;

 private:
  struct BoxOf {
    BoxView view;
    const BoxView& box() const { return view; }
  };

  RelativePlacement relative_;
  classic::BoxSlack slack_;
  Exits& exits_;
};

/// Leaves are tested for contact without further counts, so that the search ends at the first one as in Table 1.
template <class V>
Exits exits_of(const PaperModel& paper_model) {
  Exits exits{};
  const Model model(paper_model.mesh, as_in_the_paper(V::kind));
  const auto& tree = static_cast<const classic::KindTree<V>&>(*model.data().tree).tree;
  const LeafGeometry geometry = model.data().leaf_geometry();
  const InnerFrame& frame = model.data().frame;
  for (const PlacementPair& at : paper_model.placements) {
    const ExitCountingTest test(relate(frame, at.a, frame, at.b, 0), V::axes_defect, exits);
    ContactTest contact(geometry, at.a, geometry, at.b);
    classic::ContactVisit visit{.descent = classic::Descent::larger_volume};
    visit_pairs(tree, tree, test, visit, [&](const auto& leaf_a, const auto& leaf_b) {
      return !contact.touch(tree.order[leaf_a.first], tree.order[leaf_b.first]);
    });
  }
  return exits;
}

}  // namespace

/// Fig. 2: the axis on which the separating axis test ends.
void fig2(const Surroundings& to) {
  Table table({"model", "tree", "axis", "exits"});
  for (const PaperModel& model : paper_models(fig2_placements)) {
    const auto add = [&](const char* tree, const Exits& exits) {
      for (std::size_t axis = 0; axis < exits.size(); ++axis)
        table.row({model.name, tree, cell(std::uint64_t{axis}), cell(exits[axis])});
    };
    add("obb", exits_of<classic::Obb>(model));
    add("aabb", exits_of<classic::Aabb>(model));
    to.say(model.name);
  }
  table.save(to.out / "fig2.csv");
}

}  // namespace abut::bench::solid
