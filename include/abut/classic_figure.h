#pragma once

#include <abut/classic.h>
#include <abut/first_contact.h>
#include <abut/penetration.h>
#include <abut/shared.h>
#include <abut/small_tests.h>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

/// Box hierarchies over articulated figures ("CAB: Fast Update of OBB Trees for Collision Detection between Articulated
/// Bodies", Schmidl, Walker, Lin, 2004), and the ways that the paper compares with. For comparing; answers are exact
/// whatever the way.
namespace abut {
namespace ABUT_API classic {
namespace figure {

/// A rigid link of a figure.
struct Link {
  abut::Model model;
  /// The link that it hangs on, an earlier one of the same figure; -1 for the first.
  std::int32_t parent = -1;
  /// Where it is jointed to its parent, in its own frame. It need not be a point of the model.
  Vec3 joint;
};

/// Two links by their numbers: those of the first figure, then those of the second, and so on.
struct LinkPair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const LinkPair&, const LinkPair&) = default;
};

/// A node of the binary trees over the links: one link, or two groups of links that one joint connects.
struct Node {
  std::uint32_t left = 0, right = 0;   ///< equal for a leaf
  std::uint32_t link = 0;              ///< of a leaf its link; otherwise the one whose joint connects left and right
  std::uint32_t first = 0, count = 0;  ///< the links below it, in Figures::order()

  bool is_leaf() const { return left == right; }
};

/// Figures and the pairs of links that are asked about. A value, cheap to copy, never changed.
class Figures {
 public:
  /// Every pair is asked about, within figures and between them, but for those ignored. Throws Error when a link has no
  /// triangles, when a parent is not an earlier link of its figure, and when an ignored pair is not of two links.
  explicit Figures(const std::vector<std::vector<Link>>& figures, std::span<const LinkPair> ignored = {});

  std::span<const Link> links() const;
  /// Node i is the leaf of link i; then the others, children before parents.
  std::span<const Node> nodes() const;
  /// The root of each figure's tree.
  std::span<const std::uint32_t> roots() const;
  std::span<const std::uint32_t> order() const;
  /// Is the pair asked about? Two nodes: is one of the pairs below them?
  bool asks(std::uint32_t node_a, std::uint32_t node_b) const;
  /// How many pairs are asked about.
  std::uint64_t pairs() const;

  // For abut's own sources.
  struct ABUT_PRIVATE Data;
  const Data& data() const { return *data_; }

 private:
  detail::Shared<Data> data_;
};

/// How boxes follow the links.
enum class Way {
  brute,          ///< none: every pair is tested
  aabb_vertices,  ///< AABB+: along the world's axes, around all vertices
  aabb_corners,   ///< AABB*: along the world's axes, around the eight corners of each link's own box
  aabb_partial,   ///< the same down to half the depth, the rest when a query gets there (Larsson, Akenine-Moller 2001)
  covariance,     ///< OBB: links carry their boxes, those above lie along the covariance of their children's corners
  cab,            ///< CAB: links carry their boxes, those above lie along the major axis of their children
  cab_footnote,   ///< the same with the paper's footnote: along a1 + a2 where the endpoint vector is the shortest
};
inline constexpr std::array all_ways{Way::brute,      Way::aabb_vertices, Way::aabb_corners, Way::aabb_partial,
                                     Way::covariance, Way::cab,           Way::cab_footnote};
constexpr std::string_view name_of(Way way) {
  constexpr std::string_view names[] = {"brute", "aabb+", "aabb*", "partial", "obb", "cab", "cab-footnote"};
  return names[static_cast<int>(way)];
}

struct Effort {
  std::uint64_t boxes_fitted = 0;  ///< leaves included
  std::uint64_t box_tests = 0;
};

/// The boxes of some figures, which follow their links. One thread at a time.
class Hierarchy {
 public:
  Hierarchy(const Figures& figures, Way way);
  ~Hierarchy();
  Hierarchy(Hierarchy&& other) noexcept;
  Hierarchy& operator=(Hierarchy&& other) noexcept;

  /// Where the links stand, world <- link. Throws Error when there are not as many as links, or when one is not rigid.
  void place(std::span<const Placement> at);
  /// Fits the boxes to where the links stand.
  void update();
  /// The pairs that are asked about and whose boxes may touch; every pair of links that touch is among them. In no
  /// particular order; those of earlier calls are left out.
  void collect(std::vector<LinkPair>& pairs) { collect(pairs, 0); }
  /// The same for boxes that may be within a distance of each other, which is finite and not negative.
  void collect(std::vector<LinkPair>& pairs, double within);
  /// Since the hierarchy was made.
  const Effort& effort() const;
  /// The box of a node, in the world; everything of its links is inside of it. Without meaning for Way::brute; for
  /// Way::aabb_partial the node is fitted if it was not.
  small::Box box(std::uint32_t node);

  // For abut's own sources.
  struct ABUT_PRIVATE Boxes;

 private:
  Boxes* boxes_ = nullptr;  // owned
};

struct Contacts {
  std::vector<LinkPair> touching;  ///< sorted; the same for every way
  std::uint64_t tested = 0;        ///< pairs of links that were tested exactly, the paper's #coll
  Effort effort;
};

/// The pairs of links that touch, decided exactly. As Hierarchy::place().
Contacts contacts(const Figures& figures, std::span<const Placement> at, Way way = Way::cab);
/// Many frames at once, one after another in `frames`, on `threads` threads (0: all cores) with the same result.
std::vector<Contacts> contacts(const Figures& figures, std::span<const Placement> frames, Way way, int threads);
/// Does any pair touch? Ends at the first that does.
bool any_contact(const Figures& figures, std::span<const Placement> at, Way way = Way::cab);
/// Tells of each pair that touches as soon as it is found, in no particular order, until the sink has enough.
void contacts(const Figures& figures, std::span<const Placement> at, Way way,
              const Function<Flow(const LinkPair&)>& sink);

/// How far two links are apart.
struct LinkDistance {
  LinkPair pair;
  Distance distance;  ///< of an exact query
  Vec3 normal;        ///< of length 1, from the first link's closest point to the second's; zero where they touch
};
struct Distances {
  std::vector<LinkDistance> pairs;
  std::uint64_t tested = 0;  ///< pairs of links whose distance was asked for
  Effort effort;
};

/// The closest of the pairs that are asked about, the smallest of those equally close: one, or none if no pair is asked
/// about. The same for every way. As Hierarchy::place().
Distances distance(const Figures& figures, std::span<const Placement> at, Way way = Way::cab);
/// Many frames at once, as contacts() takes them.
std::vector<Distances> distance(const Figures& figures, std::span<const Placement> frames, Way way, int threads);
/// All pairs whose distance, its `upper`, is at most a limit, sorted. The same for every way. Throws Error for a limit
/// that is negative or not finite.
Distances within(const Figures& figures, std::span<const Placement> at, double limit, Way way = Way::cab);
std::vector<Distances> within(const Figures& figures, std::span<const Placement> frames, double limit, Way way,
                              int threads);

/// How deep two links are in each other, as solids.
struct LinkDepth {
  LinkPair pair;
  Penetration penetration;
  Vec3 normal;  ///< of length 1, along the way out of the second link
};
struct Depths {
  std::vector<LinkDepth> pairs;  ///< sorted: those whose insides meet; the same for every way
  std::uint64_t tested = 0;      ///< pairs of links that were looked at as solids
  Effort effort;
};

/// The pairs of links that are in each other, also where one is wholly inside another. Throws Error for links that are
/// not closed, and as abut::penetration() does.
Depths penetration(const Figures& figures, std::span<const Placement> at, Way way = Way::cab,
                   const PenetrationOptions& options = {});
/// Many frames at once, on the options' threads.
std::vector<Depths> penetration_each(const Figures& figures, std::span<const Placement> frames, Way way,
                                     const PenetrationOptions& options = {});

/// When links of moving figures first touch.
struct FirstContact {
  MotionVerdict verdict = MotionVerdict::clear;
  /// From the beginning until before `lower` no pair that is asked about is within the margin: proved. At `upper` a
  /// pair is, up to the contact's tolerance; infinite if no contact is known.
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  LinkPair pair;             ///< what touches at `upper`, the smallest of several
  MovingContact contact;     ///< as abut::first_contact() tells it, in a part of the time
  std::uint64_t tested = 0;  ///< motions of pairs of links, in parts of the time, that were asked about
  Effort effort;
  bool complete = true;  ///< false when the budget ended the search
};

/// When the links first touch, each moving by its own motion; what stays has a Motion that does, such as a world of one
/// link. Links are surfaces. The same for every way, unless a budget ends the search. Throws Error when there are not
/// as many motions as links, as Hierarchy::place() does, and as abut::first_contact() does.
FirstContact first_contact(const Figures& figures, std::span<const Motion> motions, Way way = Way::cab,
                           const FirstContactOptions& options = {});

}  // namespace figure
}  // namespace classic
}  // namespace abut
