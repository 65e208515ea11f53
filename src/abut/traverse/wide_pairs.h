#pragma once

#include <abut/leaf/triangle_packet.h>
#include <abut/math/simd.h>
#include <abut/tree/wide_tree.h>
#include <abut/volume/inner_frame.h>

#include <atomic>

namespace abut {

/// Takes the pairs of triangles that a visit finds. Triangles are named by their places in their trees' leaf order.
class WidePairSink {
 public:
  virtual ~WidePairSink() = default;

  /// Asked before a pair is tested, if the visit asks at all.
  virtual bool considers(std::uint32_t a, std::uint32_t b) = 0;
  /// Takes up to TriangleFilter::batch pairs and what the filter says of them, never all of them apart. False ends the
  /// visit.
  virtual bool take(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) = 0;
  /// Does any of the pairs count? Nothing is taken: a visit looks ahead.
  virtual bool any(const std::uint32_t* a, const std::uint32_t* b, const PairVerdicts& verdicts) = 0;
};

/// How a visit goes about it.
enum class WideSearch {
  everywhere,  ///< fastest when everything is to be found; in no particular order
  in_order,    ///< likely places first, in an order that depends on the trees and the placement alone
  for_a_few,   ///< the same order, and the visit likely ends soon
};

struct WideVisit {
  Simd simd = Simd::best;
  WideSearch search = WideSearch::everywhere;
  bool asks = false;  ///< whether the sink wants to be asked which pairs to consider
  const std::atomic<bool>* stop = nullptr;
};

/// How a visit went.
struct WideVisited {
  std::uint64_t volume_tests = 0, triangle_tests = 0;
  bool complete = true;  ///< false when the sink or the stop flag ended it
};

/// Finds the pairs of triangles of two placed trees that may touch or lie within the margin: boxes are opened as long
/// as they may overlap, larger ones first, and what remains goes through the triangle filter.
WideVisited visit_wide_pairs(const WideTree& a, const WideTree& b, const RelativePlacement& b_in_a,
                             const WideVisit& visit, WidePairSink& sink);

}  // namespace abut
