#pragma once

#include <abut/figure.h>
#include <abut/query.h>
#include <abut/shape.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ABUT_API abut {

/// A body of the world; it stands still while configurations are checked.
struct CheckedBody {
  std::string name;
  Shape shape;
  Placement at;
  double padding = 0;  ///< figures must stay farther away than this, beside their own padding
};

/// A body that a link carries, such as a part in a gripper.
struct AttachedBody {
  std::string name;
  std::string link;
  Shape shape;
  Placement at;  ///< link <- body
};

/// A figure, and where its root stands in the world.
struct CheckedFigure {
  std::string name{};  ///< stands before the names of its links, as in "left/finger"; may be empty
  Figure figure;
  Placement base;
  double padding = 0;       ///< against bodies of the world; links count against each other without it
  double self_padding = 0;  ///< of each link and attached body against others of the figures
  /// May links touch that a joint connects? What one link carries may always.
  bool neighbours_may_touch = true;
  std::vector<AttachedBody> attached{};
};

/// Two names, in any order.
struct NamePair {
  std::string a, b;
};

/// What a checker is made from.
struct CheckerSetup {
  std::vector<CheckedFigure> figures;
  std::vector<CheckedBody> bodies;
  /// What may touch, beside what the figures say. Bodies of the world may always touch each other.
  std::vector<NamePair> allowed;
};

/// Two things that are checked against each other, by their places in Checker::names(), the smaller first.
struct CheckedPair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const CheckedPair&, const CheckedPair&) = default;
};

struct CheckOptions {
  /// What is at most this far apart counts as touching, beside paddings.
  double margin = 0;
  /// Number of threads that share the configurations of a batch (0: all cores); it does not change the answers.
  int threads = 1;
};

struct CheckDistanceOptions {
  /// Pairs that are farther apart are left out.
  double cut_off = 0;
  /// Measure how deep solids are in each other; otherwise what touches is 0 apart.
  bool depth = false;
  int threads = 1;
};

/// How far two things are apart, and how that changes with the configuration.
struct CheckedDistance {
  CheckedPair pair;
  /// Of the shapes, without padding. Negative: how deep they are in each other.
  Bracket distance;
  Vec3 point_a, point_b;  ///< in the world
  Vec3 normal;            ///< of length 1, from a to b; zero if there is none
  /// How the distance changes with each number of the configuration. It is the true gradient where the closest points
  /// are the only ones and the normal exists.
  std::vector<double> gradient{};
  bool has_gradient = false;  ///< false where there is no normal, and of what touches unless its depth is measured
};

struct ABUT_PRIVATE CheckerData;

/// Figures in a world, made ready for many configurations: a snapshot, which never changes. Cheap to copy; queries may
/// run on any number of threads at once.
///
/// A configuration is the numbers of all figures, one figure after the other, as Figure::place() takes them. It is free
/// if nothing touches that may not: two links, a link and a body of the world, or what links carry. Shapes touch as
/// touches(Shape, Shape) says, so a link wholly inside a solid body touches it. Everything is decided exactly for the
/// placements that Figure::place() returns.
class Checker {
 public:
  /// Throws Error when two things have the same name, when an allowed pair or an attached body names nothing that is
  /// there, for paddings that are negative or not finite, and for placements that are not valid.
  explicit Checker(const CheckerSetup& setup);

  /// How many numbers a configuration has.
  std::size_t dof() const;
  /// Of links and attached bodies, figure by figure, then of bodies of the world.
  const std::vector<std::string>& names() const;
  /// How many of the names are links and attached bodies.
  std::size_t movers() const;
  /// Names whose meshes are not closed: nothing is ever inside them.
  const std::vector<std::string>& open() const;
  /// May the two touch?
  bool is_allowed(CheckedPair pair) const;

  /// Makes is_free() and are_free() two to four times as fast; answers stay the same. Proofs of an EdgeChecker take
  /// about half the time; brackets of contacts may be others within their tolerance. Maps how far the world is from
  /// the places that figures reach, for some tenths of a second and a megabyte, so it pays from some 50 000
  /// configurations on, and 500 more for each body. The first batch that is so large does it by itself. Copies of the
  /// checker share it, and any number of threads may ask meanwhile.
  void prepare(int threads = 1) const;

  /// Throws Error for the first of many configurations that Figure::place() refuses; the message names its row.
  void require_valid(std::span<const double> configurations) const;

  /// Throws Error for a configuration that Figure::place() refuses, and for an invalid margin, as all queries do. Of
  /// many configurations the message names the first such row.
  bool is_free(std::span<const double> configuration, const CheckOptions& options = {}) const;
  /// Many configurations, one after the other in `configurations`: 1 where one is free, else 0, in their order.
  std::vector<char> are_free(std::span<const double> configurations, const CheckOptions& options = {}) const;
  /// The same into the caller's memory, one byte each.
  void are_free(std::span<const double> configurations, std::span<char> answers, const CheckOptions& options) const;

  /// All pairs that touch and may not, sorted.
  std::vector<CheckedPair> touching(std::span<const double> configuration, const CheckOptions& options = {}) const;
  /// For each configuration.
  std::vector<std::vector<CheckedPair>> touching_each(std::span<const double> configurations,
                                                      const CheckOptions& options = {}) const;

  /// The distance of each pair that may not touch and is no farther apart than the cut-off, sorted by pair.
  std::vector<CheckedDistance> distances(std::span<const double> configuration,
                                         const CheckDistanceOptions& options) const;
  std::vector<std::vector<CheckedDistance>> distances_each(std::span<const double> configurations,
                                                           const CheckDistanceOptions& options) const;

  // For abut's own sources.
  const CheckerData& data() const { return *data_; }

 private:
  detail::Shared<CheckerData> data_;
};

}  // namespace abut
