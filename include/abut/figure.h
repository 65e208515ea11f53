#pragma once

#include <abut/placement.h>
#include <abut/shape.h>
#include <abut/shared.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ABUT_API abut {

/// How a joint lets its child link move in its parent link.
enum class JointKind {
  fixed,       ///< not at all: no number
  revolute,    ///< turns about the axis, between limits: an angle in radians
  continuous,  ///< turns about the axis as often as it likes: an angle in radians
  prismatic,   ///< slides along the axis, between limits: a length
  planar,      ///< slides and turns in the plane across the axis: x, y and an angle
  floating,    ///< moves freely: a position x, y, z and a unit quaternion x, y, z, w
};

inline constexpr std::array all_joint_kinds{JointKind::fixed,     JointKind::revolute, JointKind::continuous,
                                            JointKind::prismatic, JointKind::planar,   JointKind::floating};
constexpr std::string_view name_of(JointKind kind) {
  constexpr std::string_view names[] = {"fixed", "revolute", "continuous", "prismatic", "planar", "floating"};
  return names[static_cast<int>(kind)];
}
/// How many numbers place a joint of this kind.
constexpr std::size_t numbers_of(JointKind kind) {
  constexpr std::size_t numbers[] = {0, 1, 1, 1, 3, 7};
  return numbers[static_cast<int>(kind)];
}

/// A joint that follows another one: its number is multiplier * the other's + offset.
struct Mimic {
  std::string joint;
  double multiplier = 1, offset = 0;
};

/// Connects two links. At zero the frame of the child link is `origin` in the parent link. A joint first moves the
/// child in that frame: about the axis, along it, or across it. In the plane of a planar joint, x is the direction of
/// the coordinate axis that follows (in the circle x, y, z) the one closest to the joint's axis, made square to it; y
/// is the axis times x. So an axis along z has the x and y that one expects.
struct Joint {
  std::string name;
  JointKind kind = JointKind::fixed;
  std::string parent, child;  ///< the names of its links
  Placement origin{};         ///< parent link <- child link at zero; must be a rotation and a shift
  Vec3 axis{1, 0, 0};         ///< in the child's frame at zero, of any length; of no use to fixed and floating joints
  /// Of revolute and prismatic joints.
  Bracket limits{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  /// Of revolute, continuous and prismatic joints. The limits of a joint that follows another are not checked.
  std::optional<Mimic> mimic{};
};

/// A shape and where it is in its link (link <- shape).
struct LinkShape {
  Shape shape;
  Placement at{};
};

/// A rigid part of a figure: all of its shapes together, or none.
struct Link {
  std::string name;
  std::vector<LinkShape> shapes{};
};

/// A number of a configuration.
struct JointNumber {
  std::string name;       ///< the joint's, and with several numbers "/x", "/theta", "/rot_w" and so on after it
  std::size_t joint = 0;  ///< its index
  Bracket limits;         ///< infinite where there are none
  bool wraps = false;     ///< an angle that is the same after a whole turn
};

/// Where a joint is in its figure, by indices.
struct JointPlace {
  std::size_t parent = 0, child = 0;  ///< links
  /// Its first number in a configuration; of a joint that follows another, that of the joint that decides. A joint with
  /// one number is at multiplier * number + offset. Of a fixed joint, 0.
  std::size_t first_number = 0;
  double multiplier = 1, offset = 0;
};

/// Rigid links that joints connect to a tree. A configuration is a list of numbers: those of each joint that moves and
/// follows no other, in the order of the joints. A value: cheap to copy, never changed, shared by any number of
/// threads.
class Figure {
 public:
  /// No links.
  Figure();
  /// Throws Error when the links and joints are not one tree: names that are empty or used twice, links that do not
  /// exist, a link with two joints above it, a cycle, two roots. And for a joint that cannot be: an axis without
  /// length, limits reversed, an origin that is not rigid, numbers that are not finite or beyond 2^300 (limits may be
  /// infinite), a joint that follows itself or one without a single number. And for a shape whose placement is invalid.
  Figure(std::vector<Link> links, std::vector<Joint> joints);

  const std::vector<Link>& links() const;
  /// As given, but their axes have length 1 and mimics are resolved: none follows a joint that follows another.
  const std::vector<Joint>& joints() const;
  const std::vector<JointPlace>& joint_places() const;  ///< one for each joint
  const std::vector<JointNumber>& numbers() const;      ///< one for each number of a configuration
  /// How many numbers a configuration has.
  std::size_t dof() const { return numbers().size(); }

  /// The link that no joint moves. Throws Error when there are no links.
  std::size_t root() const;
  /// The joint that moves a link; none for the root.
  std::optional<std::size_t> joint_of(std::size_t link) const;
  /// The joints from the root to the leaves: each comes after the joint that moves its parent.
  const std::vector<std::size_t>& order() const;
  std::optional<std::size_t> find_link(std::string_view name) const;
  std::optional<std::size_t> find_joint(std::string_view name) const;

  /// The same figure without limits.
  Figure without_limits() const;

  /// The configuration with all numbers 0, or as close to it as their limits allow; quaternions do not turn.
  std::vector<double> neutral() const;

  /// Throws Error when a configuration has the wrong length, a number that is not finite or beyond 2^300, a number
  /// beyond its limits, an angle of more than 2^20, or a quaternion whose length is off by more than 1e-3. The message
  /// starts with `what` and names the joint.
  void require_valid(std::span<const double> configuration, const char* what = "the configuration") const;

  /// Where all links are: forward kinematics in one pass. The root stands at `base` (world <- root). The rotations are
  /// rigid up to rounding when `base` is; quaternions are normalised. The same bits on every machine. Throws Error as
  /// require_valid() does, and for an invalid base.
  std::vector<Placement> place(std::span<const double> configuration, const Placement& base = {}) const;
  /// The same into memory of the caller's, one placement per link. Allocates nothing.
  void place(std::span<const double> configuration, const Placement& base, std::span<Placement> links) const;

  /// The configuration at `time` of the straight way from one to another: `from` at 0, `to` at 1 (both up to whole
  /// turns and the sign of quaternions). Numbers change evenly; angles that wrap go the short way, forwards for exactly
  /// half a turn, and are not wrapped on it; floating joints go straight while they turn evenly about one axis (slerp),
  /// the short way. Joints that follow others follow. Of quaternions exactly half a turn apart the signs as given
  /// decide. Throws Error as require_valid() does, and for a time that is not in [0, 1].
  std::vector<double> between(std::span<const double> from, std::span<const double> to, double time) const;

  // For abut's own sources.
  struct ABUT_PRIVATE Data;
  const Data& data() const { return *data_; }

 private:
  explicit Figure(detail::Shared<Data> data);

  detail::Shared<Data> data_;  // never changed
};

}  // namespace abut
