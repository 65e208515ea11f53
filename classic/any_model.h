#pragma once

#include <abut/classic.h>

#include <variant>

/// Models of either house under one face, chosen at run time, for the command, experiments and tests over all kinds. An
/// option that the models at hand do not have is an Error that names both.
namespace abut::any {

using classic::all_descents;
using classic::all_fits;
using classic::all_overflows;
using classic::all_searches;
using classic::all_splits;
using classic::all_storages;
using classic::Descent;
using classic::Fit;
using classic::Overflow;
using classic::Sat;
using classic::Search;
using classic::Split;
using classic::Storage;

/// The classic kinds, and the engine.
enum class VolumeKind {
#define KIND(name) name,
#include <abut/classic_kinds.inc>
#undef KIND
  automatic,
};
inline constexpr std::array all_volume_kinds{
#define KIND(name) VolumeKind::name,
#include <abut/classic_kinds.inc>
#undef KIND
    VolumeKind::automatic};
/// All but the engine.
inline constexpr std::array binary_volume_kinds{
#define KIND(name) VolumeKind::name,
#include <abut/classic_kinds.inc>
#undef KIND
};
/// "obb"; "auto" for the engine.
std::string_view name_of(VolumeKind kind);
bool takes_fit(VolumeKind kind);
bool takes_sat(VolumeKind kind);

struct ModelOptions {
  VolumeKind volume = VolumeKind::automatic;
  // Of classic kinds; see classic::ModelOptions.
  std::optional<Fit> fit{};
  std::optional<Split> split{};
  std::optional<Storage> storage{};
  std::optional<std::uint32_t> leaf_size{};
  std::optional<double> tile{};
  // Of the engine.
  std::optional<int> threads{};
};

class Model {
 public:
  Model() = default;
  explicit Model(Mesh mesh, const ModelOptions& options = {});
  /// One of the engine that is there already; options of other kinds are an Error.
  Model(abut::Model engine, const ModelOptions& options);

  VolumeKind volume() const;
  const ModelOptions& options() const { return options_; }
  const Mesh& mesh() const { return ref().mesh(); }
  TreeSummary tree_summary() const;
  std::size_t bytes() const;
  void refit(std::span<const Vec3> points, int threads = 1);
  void rebuild();
  double spread() const;
  bool should_rebuild() const;
  std::uint64_t generation() const;

  classic::ModelRef ref() const;
  operator classic::ModelRef() const { return ref(); }  // NOLINT: it is one
  bool is_engine() const { return std::holds_alternative<abut::Model>(model_); }
  /// Throws Error for the other house.
  const abut::Model& engine() const;
  const classic::Model& classic() const;

 private:
  ModelOptions options_;
  std::variant<abut::Model, classic::Model> model_;
};

// Queries about models of either house are classic's.
using classic::closest_point;
using classic::collide;
using classic::CollideMethod;
using classic::distance;
using classic::DistanceMethod;
using classic::PointMethod;
using classic::self_contacts;
using classic::touches;
using classic::touches_itself;
using classic::within;

}  // namespace abut::any
