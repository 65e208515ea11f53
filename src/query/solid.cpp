#include "query/model_point_search.h"
#include "query/option_check.h"
#include "query/point_batch.h"
#include "query/shell_groups.h"
#include "query/solid_search.h"
#include <abut/collide.h>
#include <abut/error.h>

namespace abut {

Solid::Data::Data(Model&& m, const SolidOptions& o) : model(std::move(m)), options(o) {
  const Mesh& mesh = model.mesh();
  const std::vector<Side> sides = sorted_sides(mesh);
  const std::vector<Edge> edges = edges_of(mesh, sides);
  closedness = closedness_of(mesh, edges);
  if (!closedness.is_closed() && options.holes == Holes::refuse)
    throw Error("the mesh is " + closedness.report() + ". Only a closed mesh has an inside.");
  if (closedness.is_closed()) {
    shells = shells_of(mesh, sides);
    groups = groups_of(model, shells, sides);
  } else if (options.holes == Holes::by_any_lid) {
    lids = std::make_unique<const Lids>(Lids::of(model, sides));
  }
  measure();
  for (const Edge& edge : edges) {
    if (edge.balance == 0) continue;
    const auto first = static_cast<std::uint32_t>(rim_points.size());
    rim_points.insert(rim_points.end(), {edge.from, edge.to});
    rim_sides.push_back({first, first + 1, first + 1});
    rim_forms.push_back(TriangleForm::segment_01);
    rim_balance.push_back(edge.balance);
  }
}

Solid::Data::Data(Model&& m, Shells&& s, std::vector<std::uint32_t>&& g)
    : model(std::move(m)), closedness(closedness_of(model.mesh())), shells(std::move(s)), groups(std::move(g)) {
  measure();
}

Solid Solid::Data::with(Model model, Shells shells, std::vector<std::uint32_t> groups) {
  return Solid(new Data(std::move(model), std::move(shells), std::move(groups)));
}

void Solid::Data::measure() {
  const Mesh& mesh = model.mesh();
  const Bounds bounds = bounds_of(mesh.points);
  // The middle of low and high is rounded: either side may be the farther one.
  if (!mesh.points.empty()) half = max(model.data().frame.inner(bounds.high), -model.data().frame.inner(bounds.low));
  const std::span<const TriangleForm> forms = model.data().leaf_geometry().forms;
  for (std::uint32_t i = 0; i < forms.size(); ++i)
    if (forms[i] != TriangleForm::triangle) without_area.push_back(i);
}

const ProperSurface& Solid::Data::proper_surface() const {
  std::call_once(is_proper_known_, [this] { proper_surface_ = proper_surface_of(model, shells); });
  return proper_surface_;
}

Solid::Solid(Model model, const SolidOptions& options) : data_(new Data(std::move(model), options)) {}
Solid::Solid(Data* data) : data_(data) {}

const Model& Solid::model() const { return data_->model; }
const SolidOptions& Solid::options() const { return data_->options; }
const Closedness& Solid::closedness() const { return data_->closedness; }

namespace {

void require_valid(const Placement& at, const ContainsOptions& options, std::span<const Vec3> points) {
  require_valid(at);
  require_available(options.simd);
  validate_points(points);
}

/// What `of` makes of where each point is.
template <class Result, class Of>
std::vector<Result> located(const Solid& solid, const Placement& at, std::span<const Vec3> points,
                            const ContainsOptions& options, const Of& of) {
  require_valid(at, options, points);
  return for_points<Result>(
      points, options.threads, [&] { return SolidSearch(solid, at, options.simd); },
      [&](const SolidSearch& search, const Vec3& point) {
        return of(search.where(point, BudgetWatch(options.budget)));
      });
}

}  // namespace

Containment contains(const Solid& solid, const Placement& at, const Vec3& point, const ContainsOptions& options) {
  return locate(solid, at, point, options).side;
}

std::vector<Containment> contains(const Solid& solid, const Placement& at, std::span<const Vec3> points,
                                  const ContainsOptions& options) {
  return located<Containment>(solid, at, points, options, [](const Located& found) { return found.side; });
}

Located locate(const Solid& solid, const Placement& at, const Vec3& point, const ContainsOptions& options) {
  require_valid(at, options, {&point, 1});
  return SolidSearch(solid, at, options.simd).where(point, BudgetWatch(options.budget));
}

std::vector<Located> locate(const Solid& solid, const Placement& at, std::span<const Vec3> points,
                            const ContainsOptions& options) {
  return located<Located>(solid, at, points, options, [](const Located& found) { return found; });
}

double winding_number(const Solid& solid, const Placement& at, const Vec3& point, Simd simd) {
  require_valid(at, {.simd = simd}, {&point, 1});
  return SolidSearch(solid, at, simd).winding_number(point);
}

namespace {

struct SignedSearch {
  ModelPointSearch closest;
  SolidSearch solid;
  Budget budget;

  SignedSearch(const Solid& s, const Placement& at, const ClosestPointOptions& options)
      : closest(s.model(), at, options), solid(s, at, options.simd), budget(options.budget) {}

  SignedDistance find(const Vec3& point) {
    const Located located = solid.where(point, BudgetWatch(budget));
    SignedDistance result;
    result.side = located.side;
    result.closest = closest.find(point);
    ClosestPoint& found = result.closest;
    result.counters += located.counters;
    result.counters += found.counters;
    switch (result.side) {
      case Containment::on_surface:
        break;
      case Containment::outside:
        result.lower = found.lower, result.upper = found.upper;
        break;
      case Containment::inside:
        result.lower = -found.upper, result.upper = -found.lower;
        break;
      case Containment::unknown:
        result.lower = -found.upper, result.upper = found.upper;
        found.complete = found.complete && located.complete;
    }
    return result;
  }
};

}  // namespace

SignedDistance signed_distance(const Solid& solid, const Placement& at, const Vec3& point,
                               const ClosestPointOptions& options) {
  ModelPointSearch::require_valid(at, options);
  validate_points({&point, 1});
  return SignedSearch(solid, at, options).find(point);
}

std::vector<SignedDistance> signed_distance(const Solid& solid, const Placement& at, std::span<const Vec3> points,
                                            const ClosestPointOptions& options) {
  ModelPointSearch::require_valid(at, options);
  validate_points(points);
  return for_points<SignedDistance>(
      points, options.threads, [&] { return SignedSearch(solid, at, options); },
      [](SignedSearch& search, const Vec3& point) { return search.find(point); });
}

namespace {

/// Asks where corners of a model are, until one is inside.
class EnclosedCorners {
 public:
  EnclosedCorners(const Model& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                  const ContainsOptions& options)
      : mesh_(a.mesh()), at_a_(at_a), search_(b, at_b, options.simd), watch_(options.budget) {}

  /// False when it need not be asked further: a corner is inside, or the budget is over.
  bool ask(std::uint32_t triangle, int corner) {
    const Located located = search_.where(mesh_.points[mesh_.triangles[triangle][corner]], at_a_, watch_);
    spend(located.counters);
    if (located.side == Containment::inside) {
      result.answer = Answer::yes;
      result.triangle = triangle;
      return false;
    }
    if (located.side == Containment::unknown) result.answer = Answer::unknown;
    result.complete = result.complete && located.complete;
    return located.complete;
  }

  void ask_all() {
    std::vector<char> is_asked(mesh_.points.size());
    for (std::uint32_t i = 0; i < mesh_.triangles.size(); ++i)
      for (int corner = 0; corner < 3; ++corner)
        if (!std::exchange(is_asked[mesh_.triangles[i][corner]], 1) && !ask(i, corner)) return;
  }

  void spend(const Counters& counters) {
    watch_.spend(counters);
    result.counters += counters;
  }
  Budget rest() const { return watch_.rest(); }

  Enclosure result;

 private:
  const Mesh& mesh_;
  const Placement& at_a_;
  SolidSearch search_;
  BudgetWatch watch_;
};

}  // namespace

Enclosure::operator bool() const { return is_yes_with_any_lid(answer, complete, "a piece is inside the solid"); }

Enclosure enclosed(const Pieces& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                   const ContainsOptions& options) {
  require_valid(at_a, "the placement of A");
  require_valid(at_b, "the placement of B");
  require_available(options.simd);
  EnclosedCorners corners(a.model(), at_a, b, at_b, options);
  if (b.data().lids) {
    // A piece that reaches no hull of the rim is inside or outside as a whole, whatever the lids.
    const Contacts reached = collide(b.data().lids->hulls.model(), at_b, a.model(), at_a,
                                     {.max_contacts = 1, .budget = corners.rest(), .simd = options.simd});
    corners.spend(reached.counters);
    if (!reached.pairs.empty()) {
      corners.result.answer = Answer::unknown;
      corners.ask_all();
      return corners.result;
    }
    if (!reached.complete) {
      corners.result.answer = Answer::unknown;
      corners.result.complete = false;
      return corners.result;
    }
  }
  for (const std::uint32_t triangle : a.first_triangles())
    if (!corners.ask(triangle, 0)) break;
  return corners.result;
}

}  // namespace abut
