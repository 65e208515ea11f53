#pragma once

#include <abut/collide.h>
#include <abut/ray.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace abut::bench::peers {

/// Two meshes made ready by one library, asked about many placements in turn. For one thread at a time.
class PreparedPair {
 public:
  virtual ~PreparedPair() = default;
  /// Does the library say that the meshes touch? By its quickest way to a yes.
  virtual bool touches(const PlacementPair& at) = 0;
  /// Replaces `found` by the pairs that the library reports, in its own order; it may name a pair more than once.
  virtual void contacts(const PlacementPair& at, std::vector<Contact>& found) = 0;
};

/// One mesh made ready by one library.
class PreparedMesh {
 public:
  virtual ~PreparedMesh() = default;
  /// What the library itself says it holds; 0 when it does not say.
  virtual std::size_t bytes() const { return 0; }
};

/// One mesh whose points may move.
class DeformableMesh {
 public:
  virtual ~DeformableMesh() = default;
  /// Moves all points (as many as the mesh has, model frame) and makes the tree fit them again without building it
  /// anew.
  virtual void refit(std::span<const Vec3> points) = 0;
};

/// Two meshes made ready by one library to be measured. For one thread at a time.
class MeasuredPair {
 public:
  virtual ~MeasuredPair() = default;
  /// The distance between the meshes, with the closest points.
  virtual double distance(const PlacementPair& at) = 0;
};

/// How rays are handed over.
enum class RayForm { one_by_one, all_at_once };

/// One mesh made ready by one library for rays. For one thread at a time.
class RayTarget {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  virtual ~RayTarget() = default;
  /// The triangle that each ray, without an end, comes to first, or none; `found` has room for all of them.
  virtual void first_hits(std::span<const Ray> rays, RayForm form, std::span<std::uint32_t> found) = 0;
};

/// Two meshes made ready by one library to be moved. For one thread at a time.
class MovedPair {
 public:
  struct Told {
    bool contact = false;
    double time = 0;  ///< of the contact, from 0 to 1
  };

  virtual ~MovedPair() = default;
  /// When a, moved by the screw between two placements, first meets b, which stays at the origin.
  virtual Told first_contact(const Placement& from, const Placement& to) = 0;
};

/// A mesh that stands in the world.
struct StandingMesh {
  Mesh mesh;
  Placement at;
};

/// Two links of a robot, by their numbers.
struct LinkPair {
  std::size_t a = 0, b = 0;
};

/// The links of a robot and a world that stands still, made ready by one library. For one thread at a time.
class PreparedRobot {
 public:
  virtual ~PreparedRobot() = default;
  /// With the links at these placements: does no pair of links that must not touch do so, nor a link and the world?
  virtual bool is_free(std::span<const Placement> links) = 0;
};

/// A contestant. Times count from our Mesh to a tree that can be queried, and from our placements to our contacts: each
/// library pays for the conversions that its user would pay for.
struct Peer {
  std::string name;
  std::string version;
  std::string how;  ///< which of its types and functions are used, in which number type
  std::unique_ptr<PreparedPair> (*pair)(const Mesh& a, const Mesh& b);
  std::unique_ptr<PreparedMesh> (*build)(const Mesh& mesh);
  std::unique_ptr<DeformableMesh> (*deformable)(const Mesh& mesh);                    ///< null: it cannot refit
  std::unique_ptr<MeasuredPair> (*measured)(const Mesh& a, const Mesh& b) = nullptr;  ///< null: it cannot measure
  std::unique_ptr<RayTarget> (*ray_target)(const Mesh& mesh) = nullptr;               ///< null: not asked about rays
  std::unique_ptr<MovedPair> (*moved)(const Mesh& a, const Mesh& b) = nullptr;        ///< null: it moves nothing
  std::unique_ptr<PreparedRobot> (*robot)(std::span<const Mesh> links, std::span<const LinkPair> pairs,
                                          std::span<const StandingMesh> world) = nullptr;  ///< null: not asked
};

/// The peers that were found when this was configured. A new one is a file in libraries/, its line in peers.cpp and its
/// package in CMakeLists.txt.
std::vector<Peer> other_libraries();

/// Our own contestants: the default model first, then the binary tree of oriented boxes in double, then the tree that
/// FCL builds (vertex covariance, mean split).
std::vector<Peer> our_models();
inline constexpr std::string_view default_name = "abut", binary_name = "abut (binary OBB)",
                                  same_tree_name = "abut (FCL's rules)";

/// Our default model once more, bound to a pair as one does for many small queries.
Peer our_bound_pair();

/// Ours, then the others.
std::vector<Peer> all_contestants();

}  // namespace abut::bench::peers
