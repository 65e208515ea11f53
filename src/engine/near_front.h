#pragma once

#include "engine/obb_packet.h"
#include "engine/patience.h"
#include "math/inner_frame.h"

#include <cstdint>
#include <vector>

namespace abut {

/// Where the last search for the closest triangles of two trees ended, so that the next one, at nearly the same
/// placement, looks again only at what may have come near. Every pair of triangles is below exactly one entry: two
/// boxes, or two triangles, with a direction across which they were far apart. How far apart they still are across it
/// takes a dozen instructions for eight entries, and whatever moves along, or together with the closest pair, is left
/// alone for long. The owner clears the front when a tree changes.
class NearFront {
 public:
  static constexpr int lanes = ObbPacket::lanes;

  /// Where entries side by side are parted. Lengths are in A's inner unit.
  struct alignas(64) Planes {
    float normal[3][lanes];  ///< from A's entry to B's, in A's inner frame; no longer than 1
    float centre[3][lanes];  ///< of B's entry, or a point of it, in B's inner frame
    /// How far A's entry reaches along the normal, and B's from its centre against it, when Here::turned was 0.
    float reach[lanes];
    float radius[lanes];  ///< by how much more B's may reach for each unit of Here::turned
  };
  /// Boxes by node and lane, or triangles by their places.
  struct Names {
    std::uint32_t a[lanes], b[lanes];
  };

  /// How B stands in A, in float.
  struct Here {
    float linear[3][3], shift[3];  ///< A's inner frame <- B's, with the scale
    float scale, over_scale;
    float turned;  ///< bounds by how much B has turned since the front was recorded: the norms of changes of its map
    double slack;  ///< what is apart by more than this, as computed, is apart
  };

  /// An entry that may be near, and what its distance is at least.
  struct Near {
    std::uint32_t a, b;
    double gap;
  };

  /// How a search goes about it.
  enum class Way {
    resume,  ///< from the entries that may be near
    record,  ///< from the roots, keeping a new front
    plain,   ///< from the roots, keeping nothing
  };

  /// Begins a search. No point of A or B is farther than `reach` from its frame's origin.
  Way begin(const RelativePlacement& b_in_a, const double (&reach)[2]);
  const Here& here() const { return here_; }

  /// Packets of entries.
  struct Kept {
    std::vector<Planes> planes;
    std::vector<Names> names;
    std::vector<std::uint32_t> filled;  ///< bits of the lanes that hold an entry

    std::size_t size() const { return planes.size(); }
    void add(const Planes& parted, const Names& named, std::uint32_t lanes_filled);
    void drop(std::size_t packet);
    void clear();
  };
  Kept boxes, triangles;
  std::vector<Near> taken;  ///< by the search

  /// Does it hold more than a search should have to go through, or to remember? Then nothing more is to be added.
  bool is_full() const { return boxes.size() + triangles.size() >= 16384; }

  /// Is it worth its while to look at so many pairs of boxes again? If not, the search begins anew, plainly.
  bool pays(std::size_t boxes_taken);
  /// Ends a search that opened so many nodes. A front that does not pay is dropped.
  void end(Way way, std::uint64_t opened, bool complete);
  void clear();

 private:
  void stand(const RelativePlacement& b_in_a, const double (&reach)[2]);
  void give_up();

  RelativePlacement last_;
  double turned_ = 0;  ///< since the front was recorded
  Here here_{};
  std::uint64_t recorded_ = 0;     ///< nodes opened by the search that recorded the front
  std::size_t recorded_size_ = 0;  ///< and what it kept
  Patience patience_;              ///< with searches that keep no front, after the last ones failed
};

}  // namespace abut
