#pragma once

#include <abut/closest_point.h>
#include <abut/collide.h>
#include <abut/distance.h>

#include <optional>
#include <string_view>

/// The trees of the papers, for comparing methods: every kind of volume, fit, split, storage and search. The queries
/// have the same names as the engine's and give the same answers. They take models of both houses, also two of
/// different kinds.
namespace abut {
namespace ABUT_API classic {

/// Which bounding volume a tree is made of.
enum class VolumeKind {
#define KIND(name) name,
#include <abut/classic_kinds.inc>
#undef KIND
};
inline constexpr std::array all_volume_kinds{
#define KIND(name) VolumeKind::name,
#include <abut/classic_kinds.inc>
#undef KIND
};
/// "obb", "hybrid-dynamic".
std::string_view name_of(VolumeKind kind);

/// How a volume with its own axes finds them (Gottschalk et al. 1996, section 4).
enum class Fit {
  vertex_covariance,  ///< covariance of the triangles' vertices
  hull_vertices,      ///< covariance of the vertices of their convex hull
  hull_surface,       ///< covariance integrated over the hull's surface; not biased by dense patches
  surface,            ///< covariance integrated over the triangles themselves
};
inline constexpr std::array all_fits{Fit::vertex_covariance, Fit::hull_vertices, Fit::hull_surface, Fit::surface};
constexpr std::string_view name_of(Fit fit) {
  constexpr std::string_view names[] = {"vertices", "hull-vertices", "hull-surface", "surface"};
  return names[static_cast<int>(fit)];
}

/// How a group of triangles is split in two when a tree is built.
enum class Split {
  mean,           ///< longest axis of the volume at the mean vertex, else the second, else the third (OBBTree)
  area_centroid,  ///< the same at the centroid of the surface
  median,         ///< longest axis, halves by count
  middle,         ///< longest axis at the middle of the box, else halves by count (SOLID)
  half_balanced,  ///< longest axis, least overlap with neither side above two thirds (SOLID, heuristic b)
  surface_area,   ///< least sum of area x count over 16 bins on each axis
  bottom_up,      ///< neighbours are merged, smallest union first, until one group is left
};
inline constexpr std::array all_splits{Split::mean,          Split::area_centroid, Split::median,   Split::middle,
                                       Split::half_balanced, Split::surface_area,  Split::bottom_up};
constexpr std::string_view name_of(Split split) {
  constexpr std::string_view names[] = {"mean",          "area-centroid", "median",   "middle",
                                        "half-balanced", "surface-area",  "bottom-up"};
  return names[static_cast<int>(split)];
}

/// Number type in which a tree stores its volumes; tests are computed in double either way.
enum class Storage { float32, float64 };
inline constexpr std::array all_storages{Storage::float32, Storage::float64};
constexpr std::string_view name_of(Storage storage) { return storage == Storage::float32 ? "float" : "double"; }

/// Which axes a box test tries: all fifteen, or SOLID's six face axes (van den Bergen 1998, section 3).
enum class Sat { full, lite };
constexpr std::string_view name_of(Sat sat) { return sat == Sat::full ? "full" : "lite"; }

/// Which node of an overlapping pair is opened next.
enum class Descent { larger_diameter, larger_volume, both };
inline constexpr std::array all_descents{Descent::larger_diameter, Descent::larger_volume, Descent::both};
constexpr std::string_view name_of(Descent descent) {
  constexpr std::string_view names[] = {"diameter", "volume", "both"};
  return names[static_cast<int>(descent)];
}

/// The order in which a search for the closest triangles opens pairs of volumes (Larsen et al. 1999, section 5).
enum class Search {
  depth_first,    ///< the nearer of the pairs just found comes next
  breadth_first,  ///< level by level
  priority,       ///< the nearest of all pairs found comes next; depth first when the queue is full
  left_first,     ///< depth first, children in the order in which the trees store them: the paper's plain search
};
inline constexpr std::array all_searches{Search::depth_first, Search::breadth_first, Search::priority,
                                         Search::left_first};
constexpr std::string_view name_of(Search search) {
  constexpr std::string_view names[] = {"depth", "breadth", "priority", "left"};
  return names[static_cast<int>(search)];
}

/// How a tree is built. No option changes an answer; what each costs is measured in docs/results/engine.
struct ModelOptions {
  VolumeKind volume = VolumeKind::obb;
  /// For kinds with their own axes (default: vertex_covariance). Error for other kinds.
  std::optional<Fit> fit{};
  Split split = Split::surface_area;
  Storage storage = Storage::float64;
  std::uint32_t leaf_size = 1;
};

struct ABUT_PRIVATE ModelData;

/// Like abut::Model, with a binary tree of one kind of volume.
class Model {
 public:
  Model();
  /// Throws Error when the mesh is not valid, and for a fit that the kind of volume does not have.
  explicit Model(Mesh mesh, const ModelOptions& options = {});

  const Mesh& mesh() const;
  const ModelOptions& options() const;
  TreeSummary tree_summary() const;
  std::size_t bytes() const;

  /// These are as in abut::Model, except that spread() is the surface of the tree's inner volumes over that of its
  /// leaves.
  void refit(std::span<const Vec3> points, int threads = 1);
  void rebuild();
  double spread() const;
  bool should_rebuild() const;
  std::uint64_t generation() const;

  // For the queries.
  const ModelData& data() const { return *data_; }
  std::uint64_t stamp() const;

 private:
  detail::Shared<ModelData> data_;  // never changed while it is shared
};

/// A reference to a model of either house. The model must outlive it.
class ModelRef {
 public:
  ModelRef(const Model& model) : classic_(&model) {}       // NOLINT: either kind is as good
  ModelRef(const abut::Model& model) : engine_(&model) {}  // NOLINT

  const Mesh& mesh() const;

  // For the queries: one of the two is null.
  const Model* classic() const { return classic_; }
  const abut::Model* engine() const { return engine_; }
  std::uint64_t stamp() const { return engine_ ? engine_->stamp() : classic_->stamp(); }

 private:
  const Model* classic_ = nullptr;
  const abut::Model* engine_ = nullptr;
};

// The queries take the options of abut's; each adds how the trees are searched, which is for classic trees alone: what
// is set is an Error for two models of the engine, which has only one way. `simd`, CollideCache and, for a single
// collide(), `threads` are an Error unless both models are the engine's.

/// How two trees are searched for contacts.
struct CollideMethod {
  /// Default: larger_diameter.
  std::optional<Descent> descent{};
  /// Default: full. Error for models whose volumes are not boxes.
  std::optional<Sat> sat{};
};

/// How they are searched for the closest triangles.
struct DistanceMethod {
  /// Defaults: priority and larger_diameter.
  std::optional<Search> search{};
  std::optional<Descent> descent{};
  /// The most pairs of volumes in the queue of a priority directed search (default: 200, as in Larsen et al. 1999).
  /// Error for other searches.
  std::optional<std::size_t> queue_size{};
};

/// How a tree is searched for the triangle closest to a point.
struct PointMethod {
  /// Default: priority.
  std::optional<Search> search{};
};

/// These are as in abut. Two models with the same kind and storage use that kind's own test, two engine models use the
/// engine, and all other pairs are tested as boxes.
Contacts collide(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b,
                 const CollideOptions& options = {}, const CollideMethod& method = {});
CollideSummary collide(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b,
                       const CollideOptions& options, const ContactSink& sink, const CollideMethod& method = {});
bool touches(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b, const CollideOptions& options = {},
             const CollideMethod& method = {});
std::vector<Contacts> collide(ModelRef a, ModelRef b, std::span<const PlacementPair> placements,
                              const CollideOptions& options = {}, const CollideMethod& method = {});

Contacts self_contacts(ModelRef model, const SelfOptions& options = {}, const CollideMethod& method = {});
CollideSummary self_contacts(ModelRef model, const SelfOptions& options, const ContactSink& sink,
                             const CollideMethod& method = {});
bool touches_itself(ModelRef model, const SelfOptions& options = {}, const CollideMethod& method = {});

Distance distance(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b,
                  const DistanceOptions& options = {}, const DistanceMethod& method = {});
Nearness within(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b, double limit,
                const WithinOptions& options = {}, const DistanceMethod& method = {});
std::vector<Distance> distance(ModelRef a, ModelRef b, std::span<const PlacementPair> placements,
                               const DistanceOptions& options = {}, const DistanceMethod& method = {});
std::vector<Nearness> within(ModelRef a, ModelRef b, std::span<const PlacementPair> placements, double limit,
                             const WithinOptions& options = {}, const DistanceMethod& method = {});

ClosestPoint closest_point(ModelRef model, const Placement& at, const Vec3& point,
                           const ClosestPointOptions& options = {}, const PointMethod& method = {});
std::vector<ClosestPoint> closest_point(ModelRef model, const Placement& at, std::span<const Vec3> points,
                                        const ClosestPointOptions& options = {}, const PointMethod& method = {});

/// Where a query's time goes: T = Nv Cv + Np Cp (Gottschalk et al. 1996, equation 1).
struct QueryCost {
  std::uint64_t volume_tests = 0;        ///< Nv
  std::uint64_t triangle_tests = 0;      ///< Np
  double total_seconds = 0;              ///< T
  double seconds_per_volume_test = 0;    ///< Cv: all time that is not spent on triangles
  double seconds_per_triangle_test = 0;  ///< Cp; 0 when no triangles were tested
};

/// Runs collide() `repetitions` times and returns its counters and the shortest time on this thread. Cp is measured by
/// testing the same pairs of triangles again without a tree; the rest of T counts as Cv. Throws Error as collide()
/// does, and for fewer than one repetition. Each measured query has the whole budget.
QueryCost measure_cost(ModelRef a, const Placement& at_a, ModelRef b, const Placement& at_b,
                       const CollideOptions& options = {}, int repetitions = 5, const CollideMethod& method = {});

/// How well one volume of a model's tree fits (Gottschalk et al. 1996, section 6). Lengths are in the model's frame.
struct NodeQuality {
  std::uint32_t node = 0;
  int level = 0;
  Bracket diameter;   ///< d: the largest distance between two points of the geometry below the node
  Bracket tightness;  ///< tau: the largest distance of a point of the volume from the geometry below the node
  Bracket reach;      ///< the largest distance of a point of the volume from the surface of the whole model

  /// rho = tau / d; 0 for a single point.
  Bracket aspect() const;
};

/// The nodes of one level of a tree. The brackets hold means over the measured nodes.
struct LevelQuality {
  int level = 0;
  std::size_t nodes = 0, leaves = 0, measured = 0;
  Bracket diameter, tightness, reach, aspect;
};

struct QualityOptions {
  /// The most nodes measured on each level. Levels with more are sampled with a fixed seed.
  std::size_t nodes_per_level = 32;
  /// The width at which a bracket is narrow enough, relative to the length. See farthest_from_surface for exceptions.
  double tolerance = 0.01;
};

/// Measures nodes of all levels, ordered by level and node. The result is empty for an empty model.
std::vector<NodeQuality> node_quality(ModelRef model, const QualityOptions& options = {});

/// The same, level by level.
std::vector<LevelQuality> tree_quality(ModelRef model, const QualityOptions& options = {});

}  // namespace classic
}  // namespace abut
