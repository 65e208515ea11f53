#include "peer.h"
#include <abut/distance.h>

namespace abut::bench::peers {

namespace {

constexpr ModelOptions binary_obb{.volume = VolumeKind::obb,
                                  .fit = Fit::vertex_covariance,
                                  .split = Split::surface_area,
                                  .storage = Storage::float64};
constexpr ModelOptions as_fcl_builds{
    .volume = VolumeKind::obb, .fit = Fit::vertex_covariance, .split = Split::mean, .storage = Storage::float64};

class OurPair : public PreparedPair {
 public:
  OurPair(Model a, Model b) : a_(std::move(a)), b_(std::move(b)) {}
  bool touches(const PlacementPair& at) override { return abut::touches(a_, at.a, b_, at.b); }
  void contacts(const PlacementPair& at, std::vector<Contact>& found) override {
    found = collide(a_, at.a, b_, at.b).pairs;
  }

 private:
  Model a_, b_;
};

class OurMesh : public PreparedMesh {
 public:
  explicit OurMesh(Model model) : model_(std::move(model)) {}
  std::size_t bytes() const override { return model_.bytes(); }

 private:
  Model model_;
};

class OurDeformable : public DeformableMesh {
 public:
  explicit OurDeformable(Model model) : model_(std::move(model)) {}
  void refit(std::span<const Vec3> points) override { model_.refit(points); }

 private:
  Model model_;
};

class OurMeasuredPair : public MeasuredPair {
 public:
  OurMeasuredPair(Model a, Model b) : a_(std::move(a)), b_(std::move(b)) {}
  double distance(const PlacementPair& at) override { return abut::distance(a_, at.a, b_, at.b).upper; }

 private:
  Model a_, b_;
};

/// A contestant made of models with these options; the default is whatever Model() makes of a mesh.
template <const ModelOptions* options>
Peer our_peer(std::string_view name, std::string how) {
  static constexpr auto model = [](const Mesh& mesh) {
    if constexpr (options == nullptr)
      return Model(mesh);
    else
      return Model(mesh, *options);
  };
  return {
      std::string(name),
      "this commit",
      std::move(how),
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<PreparedPair> {
        return std::make_unique<OurPair>(model(a), model(b));
      },
      [](const Mesh& mesh) -> std::unique_ptr<PreparedMesh> { return std::make_unique<OurMesh>(model(mesh)); },
      [](const Mesh& mesh) -> std::unique_ptr<DeformableMesh> { return std::make_unique<OurDeformable>(model(mesh)); },
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<MeasuredPair> {
        return std::make_unique<OurMeasuredPair>(model(a), model(b));
      }};
}

}  // namespace

std::vector<Peer> our_models() {
  return {
      our_peer<nullptr>(default_name, "`Model(mesh)` as it comes, `touches()`, `collide()` and `distance()`"),
      our_peer<&binary_obb>(binary_name, "binary tree of oriented boxes in double, binned surface-area splits"),
      our_peer<&as_fcl_builds>(same_tree_name,
                               "binary tree of oriented boxes in double by FCL's rules: vertex covariance, split at "
                               "the mean")};
}

}  // namespace abut::bench::peers
