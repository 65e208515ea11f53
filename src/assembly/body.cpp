#include "assembly/body.h"

#include "assembly/body_cache.h"
#include "base/workers.h"

#include <map>

namespace abut {

namespace {

constexpr std::uint64_t most_tests_of_corners = 1 << 17;

}  // namespace

BodyContent::BodyContent(const Model& model) : pieces_(model) {
  Solid candidate(model, {.holes = Holes::by_winding_number});
  is_empty_ = candidate.closedness().edges == 0;
  if (candidate.closedness().is_closed() && !is_empty_) solid_ = std::move(candidate);
}

BodyFacts BodyContent::facts() const {
  const Mesh& mesh = model().mesh();
  const DegenerateCount without_area = count_degenerate(mesh);
  return {bounds_of(mesh.points), mesh.triangles.size(), without_area.segments + without_area.points,
          solid_.has_value()};
}

const Solid* BodyContent::with_lids() const {
  if (is_empty_) return nullptr;
  if (solid_) return &*solid_;
  std::call_once(closing_, [this] { lidded_.emplace(model(), SolidOptions{.holes = Holes::by_any_lid}); });
  return &*lidded_;
}

const OverlapSolid& BodyContent::overlap_solid() const {
  std::call_once(preparing_, [this] { overlap_solid_.emplace(*solid_); });
  return *overlap_solid_;
}

const Solid& BodySolid::operator*() const { return *body_.content().solid(); }

Body::Body(const Model& model) : Body(std::make_unique<const BodyContent>(model)) {}
Body::Body(std::unique_ptr<const BodyContent> content)
    : BodyFacts(content->facts()), solid(*this, is_closed), own_(std::move(content)) {}
Body::Body(const BodyFacts& facts, BodyCache& cache, std::size_t place)
    : BodyFacts(facts), solid(*this, is_closed), cache_(&cache), place_(place) {}

const BodyContent& Body::content() const { return own_ ? *own_ : cache_->content(place_); }

Bodies bodies_of(const Assembly& assembly, int threads, const BudgetWatch& watch) {
  std::map<const void*, std::size_t> known;  // by what models share
  std::vector<const Model*> models;
  std::vector<std::size_t> model_of;
  for (const AssemblyPart& part : assembly.parts()) {
    const auto [at, is_new] = known.emplace(&part.model.data(), models.size());
    if (is_new) models.push_back(&part.model);
    model_of.push_back(at->second);
  }
  Bodies bodies(models.size());
  Workers(threads).for_each(models.size(), [&](std::size_t i) {
    if (!watch.is_over_now()) bodies[i] = std::make_shared<const Body>(*models[i]);
  });
  Bodies result;
  for (std::size_t model : model_of) result.push_back(bodies[model]);
  return result;
}

Enclosure enclosed(const Body& inner, const Placement& at_inner, const Body& outer, const Placement& at_outer,
                   const Budget& budget) {
  const Solid* solid = outer.with_lids();
  if (!solid) return {};
  // All corners of a part that reaches a hull of the rim may have to be asked about.
  const Budget limited = outer.solid ? budget : BudgetWatch(budget).at_most(most_tests_of_corners).rest();
  return enclosed(inner.pieces(), at_inner, *solid, at_outer, {.budget = limited});
}

}  // namespace abut
