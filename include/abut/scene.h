#pragma once

#include <abut/first_contact.h>
#include <abut/function.h>
#include <abut/motion.h>
#include <abut/placement.h>
#include <abut/query.h>
#include <abut/ray.h>
#include <abut/shape.h>
#include <abut/shared.h>

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ABUT_API abut {

/// A body of a scene. Numbers of removed bodies are used again, with another `use`.
struct BodyId {
  std::uint32_t number = 0;
  std::uint32_t use = 0;
  friend auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// Two bodies of a scene, a < b.
struct BodyPair {
  BodyId a, b;
  friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

struct BodyOptions {
  /// Two bodies touch when they are no farther apart than the sum of their paddings, rounded to the nearest double.
  /// Finite and not negative, up to 2^300.
  double padding = 0;
  /// Bodies are looked at together when each one's mask has a bit of the other's group.
  std::uint32_t group = 1;
  std::uint32_t mask = ~std::uint32_t{0};
};

/// A body that is added together with others.
struct NewBody {
  std::string name;
  Shape shape;
  Placement at{};
  BodyOptions options{};
};

struct AttachOptions {
  /// Are the two bodies looked at together all the same?
  bool may_collide = false;
};

/// What a body moves with, and where it stands in the frame of that.
struct Attachment {
  BodyId to;
  Placement at;
  bool may_collide = false;
};

/// Names that match these may touch.
struct AllowedPatterns {
  std::string a, b;
};

struct SceneOptions {
  /// Number of threads that share the pairs (0: all cores). They do not change an answer.
  int threads = 1;
};

/// What changed since the last frame; each list is sorted.
struct SceneEvents {
  std::vector<BodyPair> began;   ///< touch now and did not before
  std::vector<BodyPair> stayed;  ///< touched before and still do
  std::vector<BodyPair> ended;   ///< touched before and do not now, or a body was removed
};

struct SceneContactOptions {
  /// Pairs no farther apart than this and their paddings are told. From 0 to 2^300.
  double distance = 0;
  /// Of bodies that overlap, both solid, say how deep: see ShapeDistanceOptions.
  bool depth = true;
  /// Number of threads that share the pairs (0: all cores). They do not change an answer.
  int threads = 1;
};

/// Two bodies that touch, or are close to each other.
struct SceneContact {
  BodyPair pair;
  /// Of the shapes, A the first of the pair, without their paddings: the bracket of the distance, negative for a depth,
  /// closest points, and the normal from A to B.
  ShapeDistance distance;
};

/// The body that is closest to another one.
struct SceneNeighbour {
  BodyId body;
  ShapeDistance distance;  ///< A is the body that was asked about
};

/// The first point of a body on a ray.
struct SceneHit {
  BodyId body;
  /// At t, rounded. A body with a radius is farther than 2^-40 of the coordinates from the ray before t, and no farther
  /// than that at t; all others are met at t but for rounding.
  double t = 0;
  Vec3 point;   ///< in the world, rounded
  Vec3 normal;  ///< of length 1, of the surface there, against the ray; 0 where the ray begins inside, or has none
};

/// How a body of a scene moves.
struct BodyMotion {
  BodyId body;
  Motion motion;
};

/// Two bodies that do not stay clear of each other while they move.
struct SceneMotionContact {
  BodyPair pair;
  /// Of the pair's cores, A the first of the pair. If they touch from the beginning because one is inside the other, no
  /// points and features are told.
  MovingContact contact;
};

/// A persistent world of named bodies, shapes at placements, that come, move and go. It keeps the pairs whose boxes
/// touch up to date with every change, so that a frame in which few bodies move costs little, whatever the number of
/// bodies.
///
/// A pair is looked at unless the masks, allow() or attach() leave it out. Two bodies touch when their shapes are no
/// farther apart than the sum of their paddings: decided exactly, as touches() of two shapes does. A body wholly inside
/// a solid one touches it. Results are sorted, and are the same for every number of threads.
///
/// A value: a copy shares everything with the original until one of them is changed, so a copy is a snapshot that other
/// threads may query meanwhile. Queries change nothing; next_frame() alone remembers what touched.
///
/// Throws Error for a name that is taken or unknown, a body that is not there any more, a placement that is not finite,
/// singular, or scales a shape with a radius, and for a padding that is negative or not finite. Nothing has changed
/// then.
class Scene {
 public:
  Scene();

  // Bodies.

  BodyId add(std::string name, const Shape& shape, const Placement& at = {}, const BodyOptions& options = {});
  /// All of them, or none where there is an Error; the quickest way for many.
  std::vector<BodyId> add(std::span<const NewBody> bodies);
  /// Bodies attached to it stay where they are, attached to nothing.
  void remove(BodyId body);

  /// Bodies attached to it move along. Error for a body that is attached itself.
  void move(BodyId body, const Placement& at);
  /// Many at once: quicker than one by one. A body that is there twice gets the last placement.
  void move(std::span<const BodyId> bodies, std::span<const Placement> at);

  void set_shape(BodyId body, const Shape& shape);
  void set_options(BodyId body, const BodyOptions& options);

  /// From now on the body moves with another one: it stands at (placement of `to`) * at, rounded. The two are not
  /// looked at together, unless the options say so. Error when it is attached already, or when `to` is attached to it.
  void attach(BodyId body, BodyId to, const Placement& at, const AttachOptions& options = {});
  /// As attach(), at the place where the body stands now, rounded.
  void attach(BodyId body, BodyId to, const AttachOptions& options = {});
  /// The body stays where it is. Error when it is not attached.
  void detach(BodyId body);

  /// Bodies whose names match the two patterns, in either order, may touch: they are not looked at together, whether
  /// they are there already or come later. '*' stands for any run of characters, '?' for one, '\' takes the character
  /// behind it as it is.
  void allow(std::string pattern_a, std::string pattern_b);

  // What there is.

  std::size_t size() const;
  std::vector<BodyId> bodies() const;  ///< sorted
  /// Error when there is no body of that name.
  BodyId find(std::string_view name) const;
  bool has(std::string_view name) const;
  bool has(BodyId body) const;
  /// Also of a body that was removed, until the second next_frame() after that, so that events can be told.
  const std::string& name(BodyId body) const;
  const Shape& shape(BodyId body) const;
  const Placement& placement(BodyId body) const;
  const BodyOptions& options(BodyId body) const;
  /// None for a body that is not attached.
  std::optional<Attachment> attachment(BodyId body) const;
  /// Those of allow(), in the order of the calls.
  std::vector<AllowedPatterns> allowed() const;
  /// Around the body with its padding, in the world, rounded outward.
  Bounds bounds(BodyId body) const;
  /// Does any query look at the two bodies together?
  bool looks_at(BodyId a, BodyId b) const;

  // Queries.

  /// All pairs that touch.
  std::vector<BodyPair> touching(const SceneOptions& options = {}) const;
  /// One after the other, in order, until the sink stops. Of the options none is used: it runs on one thread.
  void touching(const Function<Flow(const BodyPair&)>& sink) const;
  /// The bodies that touch a body, sorted; in batch form for each of several bodies.
  std::vector<BodyId> touching(BodyId body) const;
  std::vector<std::vector<BodyId>> touching(std::span<const BodyId> bodies, const SceneOptions& options = {}) const;
  /// Does the body touch another one, standing elsewhere? It does not move; what is attached to it is left out.
  bool touches_at(BodyId body, const Placement& at) const;
  std::vector<std::uint8_t> touches_at(BodyId body, std::span<const Placement> at,
                                       const SceneOptions& options = {}) const;

  /// All pairs no farther apart than a distance and the sum of their paddings. Error for a distance that is negative or
  /// not finite.
  std::vector<BodyPair> within(double distance, const SceneOptions& options = {}) const;

  /// All pairs that touch, or are within a distance, with closest points, normal, and distance or depth; as within().
  std::vector<SceneContact> contacts(const SceneContactOptions& options = {}) const;

  /// Of the bodies that are looked at together with a body the one whose shape is closest to its own (by `upper`, then
  /// by id), paddings aside; none if all are farther away than `cut_off`. Touching shapes are 0 apart. Error for a
  /// cut-off that is negative or not a number.
  std::optional<SceneNeighbour> nearest(BodyId body, double cut_off = std::numeric_limits<double>::infinity()) const;
  std::vector<std::optional<SceneNeighbour>> nearest(std::span<const BodyId> bodies,
                                                     double cut_off = std::numeric_limits<double>::infinity(),
                                                     const SceneOptions& options = {}) const;

  /// The first body that a ray meets, and where. Shapes are sets of points: a ray that begins inside a solid one meets
  /// it at once, inside a surface it meets it from behind. Paddings, groups and masks do not count, but `mask` chooses
  /// bodies by their groups. Of bodies met at the same rounded t the one with the smallest id is told. Throws Error for
  /// an invalid ray.
  std::optional<SceneHit> first_hit(const Ray& ray, std::uint32_t mask = ~std::uint32_t{0}) const;
  std::vector<std::optional<SceneHit>> first_hit(std::span<const Ray> rays, std::uint32_t mask = ~std::uint32_t{0},
                                                 const SceneOptions& options = {}) const;

  /// Some bodies move, all others rest: the pairs that are not proved to stay clear of each other by more than the
  /// margin and their paddings, earliest first (by `upper`, then by pair), each with its first contact. What is looked
  /// at is the time in which all motions are defined. Everything between placements counts: nothing tunnels. Options
  /// are those of each pair; threads share the pairs. Error for `after_parting`, for a body that is there twice, and
  /// when a body is attached to one that moves and has no motion itself.
  std::vector<SceneMotionContact> first_contacts(std::span<const BodyMotion> motions,
                                                 const FirstContactOptions& options = {}) const;

  /// What touches now, compared with what did at the last call; at the first call all that touches began. Only pairs of
  /// bodies that changed since are looked at.
  SceneEvents next_frame(const SceneOptions& options = {});

  // For the queries.
  struct ABUT_PRIVATE Data;
  const Data& data() const { return *data_; }

 private:
  detail::Shared<Data> data_;
};

}  // namespace abut
