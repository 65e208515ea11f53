#pragma once

#include <abut/classic.h>

#include <variant>

/// Models of either house under one face, chosen at run time, for the command, experiments and tests over all kinds. An
/// option that the models at hand do not have is an Error that names both.
namespace abut::any {

using classic::all_descents;
using classic::all_fits;
using classic::all_searches;
using classic::all_splits;
using classic::all_storages;
using classic::Descent;
using classic::Fit;
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
  // Of the engine.
  std::optional<int> threads{};
};

class Model {
 public:
  Model() = default;
  explicit Model(Mesh mesh, const ModelOptions& options = {});

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

struct CollideOptions {
  static constexpr std::uint64_t all = abut::CollideOptions::all;
  std::uint64_t max_contacts = all;
  double margin = 0;
  std::optional<Sat> sat{};
  std::optional<Descent> descent{};
  Function<bool(std::uint32_t a, std::uint32_t b)> consider{};
  const std::atomic<bool>* stop = nullptr;
  std::optional<Simd> simd{};
  CollideCache* cache = nullptr;
  std::optional<int> threads{};
};
Contacts collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                 const CollideOptions& options = {});
CollideSummary collide(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                       const CollideOptions& options, const ContactSink& sink);
bool touches(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
             const CollideOptions& options = {});
std::vector<Contacts> collide(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                              const CollideOptions& options = {}, int threads = 1);

struct SelfOptions {
  std::uint64_t max_contacts = CollideOptions::all;
  std::optional<Simd> simd{};
  std::optional<Sat> sat{};
  std::optional<Descent> descent{};
  Function<bool(std::uint32_t a, std::uint32_t b)> consider{};
  const std::atomic<bool>* stop = nullptr;
  int threads = 1;
};
Contacts self_contacts(const Model& model, const SelfOptions& options = {});
CollideSummary self_contacts(const Model& model, const SelfOptions& options, const ContactSink& sink);
bool touches_itself(const Model& model, const SelfOptions& options = {});

struct DistanceOptions {
  static constexpr std::uint64_t no_limit = abut::DistanceOptions::no_limit;
  double relative_error = 0, absolute_error = 0;
  double known_upper = std::numeric_limits<double>::infinity();
  std::optional<Search> search{};
  std::optional<Descent> descent{};
  std::optional<std::size_t> queue_size{};
  std::uint64_t max_tests = no_limit;
  double max_seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* stop = nullptr;
  std::optional<Simd> simd{};
  DistanceCache* cache = nullptr;
};
Distance distance(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b,
                  const DistanceOptions& options = {});
bool within(const Model& a, const Placement& at_a, const Model& b, const Placement& at_b, double limit,
            const DistanceOptions& options = {});
std::vector<Distance> distance(const Model& a, const Model& b, std::span<const PlacementPair> placements,
                               const DistanceOptions& options = {}, int threads = 1);
std::vector<Nearness> within(const Model& a, const Model& b, std::span<const PlacementPair> placements, double limit,
                             const DistanceOptions& options = {}, int threads = 1);

struct ClosestPointOptions {
  static constexpr std::uint64_t no_limit = abut::ClosestPointOptions::no_limit;
  double relative_error = 0, absolute_error = 0;
  double known_upper = std::numeric_limits<double>::infinity();
  std::optional<Search> search{};
  std::uint64_t max_tests = no_limit;
  double max_seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* stop = nullptr;
  std::optional<Simd> simd{};
};
ClosestPoint closest_point(const Model& model, const Placement& at, const Vec3& point,
                           const ClosestPointOptions& options = {});
std::vector<ClosestPoint> closest_point(const Model& model, const Placement& at, std::span<const Vec3> points,
                                        const ClosestPointOptions& options = {}, int threads = 1);

}  // namespace abut::any
