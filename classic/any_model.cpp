#include "classic/any_model.h"

#include "classic/kind_tree.h"
#include <abut/error.h>

#include <string>

namespace abut::any {

namespace {

classic::VolumeKind classic_kind(VolumeKind kind) { return static_cast<classic::VolumeKind>(kind); }

void require_unset(bool is_set, const char* option, std::string_view kind) {
  if (is_set)
    throw Error("'" + std::string(kind) + "' does not take the option '" + option +
                "': leave it out, or choose another kind of volume.");
}

/// The kind that an error names: that of the classic one of two models.
std::string_view kind_of(const Model& a, const Model& b) { return name_of(a.is_engine() ? b.volume() : a.volume()); }

bool are_both_of_the_engine(const Model& a, const Model& b) { return a.is_engine() && b.is_engine(); }

abut::CollideOptions for_engine(const CollideOptions& options) {
  require_unset(options.sat.has_value(), "sat", "auto");
  require_unset(options.descent.has_value(), "descent", "auto");
  return {options.max_contacts,
          options.margin,
          options.consider,
          options.stop,
          options.simd.value_or(Simd::best),
          options.cache,
          options.threads.value_or(1)};
}
classic::CollideOptions for_classic(const CollideOptions& options, std::string_view kind) {
  require_unset(options.simd.has_value(), "simd", kind);
  require_unset(options.cache != nullptr, "cache", kind);
  require_unset(options.threads.has_value(), "threads", kind);
  return {options.max_contacts, options.margin, options.consider, options.stop, options.descent, options.sat};
}

abut::SelfOptions for_engine(const SelfOptions& options) {
  require_unset(options.sat.has_value(), "sat", "auto");
  require_unset(options.descent.has_value(), "descent", "auto");
  return {options.max_contacts, options.simd.value_or(Simd::best), options.consider, options.stop, options.threads};
}
classic::SelfOptions for_classic(const SelfOptions& options, std::string_view kind) {
  require_unset(options.simd.has_value(), "simd", kind);
  return {options.max_contacts, options.consider, options.stop, options.threads, options.descent, options.sat};
}

abut::DistanceOptions for_engine(const DistanceOptions& options) {
  require_unset(options.search.has_value(), "search", "auto");
  require_unset(options.descent.has_value(), "descent", "auto");
  require_unset(options.queue_size.has_value(), "queue size", "auto");
  return {options.relative_error,
          options.absolute_error,
          options.known_upper,
          options.max_tests,
          options.max_seconds,
          options.stop,
          options.simd.value_or(Simd::best),
          options.cache};
}
classic::DistanceOptions for_classic(const DistanceOptions& options, std::string_view kind) {
  require_unset(options.simd.has_value(), "simd", kind);
  return {options.relative_error, options.absolute_error, options.known_upper, options.max_tests, options.max_seconds,
          options.stop,           options.cache,          options.search,      options.descent,   options.queue_size};
}

abut::ClosestPointOptions for_engine(const ClosestPointOptions& options) {
  require_unset(options.search.has_value(), "search", "auto");
  return {options.relative_error,
          options.absolute_error,
          options.known_upper,
          options.max_tests,
          options.max_seconds,
          options.stop,
          options.simd.value_or(Simd::best)};
}
classic::ClosestPointOptions for_classic(const ClosestPointOptions& options, std::string_view kind) {
  require_unset(options.simd.has_value(), "simd", kind);
  return {options.relative_error, options.absolute_error, options.known_upper, options.max_tests,
          options.max_seconds,    options.stop,           options.search};
}

}  // namespace

std::string_view name_of(VolumeKind kind) {
  return kind == VolumeKind::automatic ? "auto" : classic::name_of(classic_kind(kind));
}
bool takes_fit(VolumeKind kind) {
  return kind != VolumeKind::automatic && classic::traits_of(classic_kind(kind)).takes_fit;
}
bool takes_sat(VolumeKind kind) {
  return kind != VolumeKind::automatic && classic::traits_of(classic_kind(kind)).takes_sat;
}

Model::Model(Mesh mesh, const ModelOptions& options) : options_(options) {
  if (options.volume == VolumeKind::automatic) {
    require_unset(options.fit.has_value(), "fit", "auto");
    require_unset(options.split.has_value(), "split", "auto");
    require_unset(options.storage.has_value(), "storage", "auto");
    require_unset(options.leaf_size.has_value(), "leaf size", "auto");
    model_ = abut::Model(std::move(mesh), {options.threads.value_or(1)});
    return;
  }
  require_unset(options.threads.has_value(), "threads", name_of(options.volume));
  classic::ModelOptions same{classic_kind(options.volume), options.fit};
  if (options.split) same.split = *options.split;
  if (options.storage) same.storage = *options.storage;
  if (options.leaf_size) same.leaf_size = *options.leaf_size;
  model_ = classic::Model(std::move(mesh), same);
}

VolumeKind Model::volume() const { return options_.volume; }

TreeSummary Model::tree_summary() const {
  return std::visit([](const auto& model) { return model.tree_summary(); }, model_);
}
std::size_t Model::bytes() const {
  return std::visit([](const auto& model) { return model.bytes(); }, model_);
}
void Model::refit(std::span<const Vec3> points, int threads) {
  std::visit([&](auto& model) { model.refit(points, threads); }, model_);
}
void Model::rebuild() {
  std::visit([](auto& model) { model.rebuild(); }, model_);
}
double Model::spread() const {
  return std::visit([](const auto& model) { return model.spread(); }, model_);
}
bool Model::should_rebuild() const {
  return std::visit([](const auto& model) { return model.should_rebuild(); }, model_);
}
std::uint64_t Model::generation() const {
  return std::visit([](const auto& model) { return model.generation(); }, model_);
}
classic::ModelRef Model::ref() const {
  return std::visit([](const auto& model) { return classic::ModelRef(model); }, model_);
}
const abut::Model& Model::engine() const {
  if (const abut::Model* model = std::get_if<abut::Model>(&model_)) return *model;
  throw Error("a model of '" + std::string(name_of(volume())) + "' cannot do this; use a model of 'auto'.");
}
const classic::Model& Model::classic() const {
  if (const classic::Model* model = std::get_if<classic::Model>(&model_)) return *model;
  throw Error("a model of 'auto' cannot do this; use a model of a classic kind of volume.");
}

Contacts collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                 const CollideOptions& options) {
  if (are_both_of_the_engine(a, b)) return abut::collide(a.engine(), at_a, b.engine(), at_b, for_engine(options));
  return classic::collide(a.ref(), at_a, b.ref(), at_b, for_classic(options, kind_of(a, b)));
}
CollideSummary collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                       const CollideOptions& options, const ContactSink& sink) {
  if (are_both_of_the_engine(a, b)) return abut::collide(a.engine(), at_a, b.engine(), at_b, for_engine(options), sink);
  return classic::collide(a.ref(), at_a, b.ref(), at_b, for_classic(options, kind_of(a, b)), sink);
}
bool touches(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
             const CollideOptions& options) {
  if (are_both_of_the_engine(a, b)) return abut::touches(a.engine(), at_a, b.engine(), at_b, for_engine(options));
  return classic::touches(a.ref(), at_a, b.ref(), at_b, for_classic(options, kind_of(a, b)));
}
std::vector<Contacts> collide(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                              const CollideOptions& options, int threads) {
  if (are_both_of_the_engine(a, b))
    return abut::collide(a.engine(), b.engine(), placements, for_engine(options), threads);
  return classic::collide(a.ref(), b.ref(), placements, for_classic(options, kind_of(a, b)), threads);
}

Contacts self_contacts(const Model& model, const SelfOptions& options) {
  if (model.is_engine()) return abut::self_contacts(model.engine(), for_engine(options));
  return classic::self_contacts(model.ref(), for_classic(options, name_of(model.volume())));
}
CollideSummary self_contacts(const Model& model, const SelfOptions& options, const ContactSink& sink) {
  if (model.is_engine()) return abut::self_contacts(model.engine(), for_engine(options), sink);
  return classic::self_contacts(model.ref(), for_classic(options, name_of(model.volume())), sink);
}
bool touches_itself(const Model& model, const SelfOptions& options) {
  if (model.is_engine()) return abut::touches_itself(model.engine(), for_engine(options));
  return classic::touches_itself(model.ref(), for_classic(options, name_of(model.volume())));
}

Distance distance(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                  const DistanceOptions& options) {
  if (are_both_of_the_engine(a, b)) return abut::distance(a.engine(), at_a, b.engine(), at_b, for_engine(options));
  return classic::distance(a.ref(), at_a, b.ref(), at_b, for_classic(options, kind_of(a, b)));
}
bool within(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double limit,
            const DistanceOptions& options) {
  if (are_both_of_the_engine(a, b)) return abut::within(a.engine(), at_a, b.engine(), at_b, limit, for_engine(options));
  return classic::within(a.ref(), at_a, b.ref(), at_b, limit, for_classic(options, kind_of(a, b)));
}
std::vector<Distance> distance(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                               const DistanceOptions& options, int threads) {
  if (are_both_of_the_engine(a, b))
    return abut::distance(a.engine(), b.engine(), placements, for_engine(options), threads);
  return classic::distance(a.ref(), b.ref(), placements, for_classic(options, kind_of(a, b)), threads);
}
std::vector<Nearness> within(const Model& a, const Model& b, std::span<const PlacementPair> placements, double limit,
                             const DistanceOptions& options, int threads) {
  if (are_both_of_the_engine(a, b))
    return abut::within(a.engine(), b.engine(), placements, limit, for_engine(options), threads);
  return classic::within(a.ref(), b.ref(), placements, limit, for_classic(options, kind_of(a, b)), threads);
}

ClosestPoint closest_point(const Model& model, const Placement& at, const Vec3& point,
                           const ClosestPointOptions& options) {
  if (model.is_engine()) return abut::closest_point(model.engine(), at, point, for_engine(options));
  return classic::closest_point(model.ref(), at, point, for_classic(options, name_of(model.volume())));
}
std::vector<ClosestPoint> closest_point(const Model& model, const Placement& at, std::span<const Vec3> points,
                                        const ClosestPointOptions& options, int threads) {
  if (model.is_engine()) return abut::closest_point(model.engine(), at, points, for_engine(options), threads);
  return classic::closest_point(model.ref(), at, points, for_classic(options, name_of(model.volume())), threads);
}

}  // namespace abut::any
