#include "peer.h"
#include <abut/bound_pair.h>
#include <abut/classic.h>

#include <type_traits>

namespace abut::bench::peers {

namespace {

/// As it comes.
Model engine(const Mesh& mesh) { return Model(mesh); }
classic::Model obb_tree(const Mesh& mesh, classic::Split split) {
  return classic::Model(mesh, {.volume = classic::VolumeKind::obb,
                               .fit = classic::Fit::vertex_covariance,
                               .split = split,
                               .storage = classic::Storage::float64});
}
classic::Model binary_obb(const Mesh& mesh) { return obb_tree(mesh, classic::Split::surface_area); }
classic::Model as_fcl_builds(const Mesh& mesh) { return obb_tree(mesh, classic::Split::mean); }

// M is a model of either house, and is asked by the queries of its own.

template <class M>
class OurPair : public PreparedPair {
 public:
  OurPair(M a, M b) : a_(std::move(a)), b_(std::move(b)) {}
  bool touches(const PlacementPair& at) override {
    using abut::touches;
    return touches(a_, at.a, b_, at.b);
  }
  void contacts(const PlacementPair& at, std::vector<Contact>& found) override {
    found = collide(a_, at.a, b_, at.b).pairs;
  }

 private:
  M a_, b_;
};

template <class M>
class OurMesh : public PreparedMesh {
 public:
  explicit OurMesh(M model) : model_(std::move(model)) {}
  std::size_t bytes() const override { return model_.bytes(); }

 private:
  M model_;
};

template <class M>
class OurDeformable : public DeformableMesh {
 public:
  explicit OurDeformable(M model) : model_(std::move(model)) {}
  void refit(std::span<const Vec3> points) override { model_.refit(points); }

 private:
  M model_;
};

template <class M>
class OurMeasuredPair : public MeasuredPair {
 public:
  OurMeasuredPair(M a, M b) : a_(std::move(a)), b_(std::move(b)) {}
  double distance(const PlacementPair& at) override {
    using abut::distance;
    return distance(a_, at.a, b_, at.b).upper;
  }

 private:
  M a_, b_;
};

/// Both models, bound once.
class OurBoundPair : public PreparedPair, public MeasuredPair {
 public:
  OurBoundPair(const Mesh& a, const Mesh& b) : a_(a), b_(b), pair_(a_, b_) {}
  bool touches(const PlacementPair& at) override { return pair_.touches(at.a, at.b); }
  void contacts(const PlacementPair& at, std::vector<Contact>& found) override {
    found = pair_.collide(at.a, at.b).pairs;
  }
  double distance(const PlacementPair& at) override { return pair_.distance(at.a, at.b).upper; }

 private:
  Model a_, b_;
  BoundPair pair_;
};

/// A contestant made of models that the function makes of meshes.
template <auto* model>
Peer our_peer(std::string_view name, std::string how) {
  using M = std::invoke_result_t<decltype(model), const Mesh&>;
  return {std::string(name),
          "this commit",
          std::move(how),
          [](const Mesh& a, const Mesh& b) -> std::unique_ptr<PreparedPair> {
            return std::make_unique<OurPair<M>>(model(a), model(b));
          },
          [](const Mesh& mesh) -> std::unique_ptr<PreparedMesh> { return std::make_unique<OurMesh<M>>(model(mesh)); },
          [](const Mesh& mesh) -> std::unique_ptr<DeformableMesh> {
            return std::make_unique<OurDeformable<M>>(model(mesh));
          },
          [](const Mesh& a, const Mesh& b) -> std::unique_ptr<MeasuredPair> {
            return std::make_unique<OurMeasuredPair<M>>(model(a), model(b));
          }};
}

}  // namespace

std::vector<Peer> our_models() {
  return {
      our_peer<&engine>(default_name, "`Model(mesh)` as it comes, `touches()`, `collide()` and `distance()`"),
      our_peer<&binary_obb>(binary_name, "binary tree of oriented boxes in double, binned surface-area splits"),
      our_peer<&as_fcl_builds>(same_tree_name,
                               "binary tree of oriented boxes in double by FCL's rules: vertex covariance, split at "
                               "the mean")};
}

Peer our_bound_pair() {
  return {
      "abut (bound pair)",
      "this commit",
      "`BoundPair`: two models bound once",
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<PreparedPair> {
        return std::make_unique<OurBoundPair>(a, b);
      },
      [](const Mesh& mesh) -> std::unique_ptr<PreparedMesh> { return std::make_unique<OurMesh<Model>>(engine(mesh)); },
      nullptr,
      [](const Mesh& a, const Mesh& b) -> std::unique_ptr<MeasuredPair> {
        return std::make_unique<OurBoundPair>(a, b);
      }};
}

}  // namespace abut::bench::peers
