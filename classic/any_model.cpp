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

void require_engine_options(const ModelOptions& options) {
  require_unset(options.fit.has_value(), "fit", "auto");
  require_unset(options.split.has_value(), "split", "auto");
  require_unset(options.storage.has_value(), "storage", "auto");
  require_unset(options.leaf_size.has_value(), "leaf size", "auto");
  require_unset(options.tile.has_value(), "tile", "auto");
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
    require_engine_options(options);
    model_ = abut::Model(std::move(mesh), {options.threads.value_or(1)});
    return;
  }
  require_unset(options.threads.has_value(), "threads", name_of(options.volume));
  classic::ModelOptions same{classic_kind(options.volume), options.fit};
  if (options.split) same.split = *options.split;
  if (options.storage) same.storage = *options.storage;
  if (options.leaf_size) same.leaf_size = *options.leaf_size;
  same.tile = options.tile;
  model_ = classic::Model(std::move(mesh), same);
}

Model::Model(abut::Model engine, const ModelOptions& options) : options_(options), model_(std::move(engine)) {
  require_engine_options(options);
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

}  // namespace abut::any
