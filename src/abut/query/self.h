#pragma once

#include <abut/query/collide.h>

namespace abut {

struct SelfOptions {
  std::uint64_t max_contacts = CollideOptions::all;
  /// The vector instructions that the fast engine uses. Throws Error for a set that this machine lacks.
  Simd simd = Simd::best;
  // For binary trees; the fast engine has its own ways.
  Sat sat = Sat::full;
  Descent descent = Descent::larger_diameter;
  /// Asked before each pair of triangles, a < b; false leaves the pair out. Empty: all pairs. Asked from several
  /// threads at once unless `threads` is 1.
  std::function<bool(std::uint32_t a, std::uint32_t b)> consider{};
  /// Set from another thread to end the query early; what was found by then is returned with complete = false.
  const std::atomic<bool>* stop = nullptr;
  /// 0: all cores. The answer is the same for every number.
  int threads = 1;
};

/// All pairs of triangles of one model that touch each other, a < b, sorted: closed sets, decided exactly on the mesh's
/// own points, the same for every kind of tree and for every placement.
/// Triangles have a corner in common when both have one at exactly the same position, whatever its index; a deforming
/// mesh is judged as it stands when asked. Such neighbours are in contact only if they share a point outside the hull
/// of their common corners, or are copies of each other. Without a common corner touching is contact. So an intact
/// surface has none, and neither have parts of one mesh that meet in equal corners or sides only; to find those, make
/// each part a model of its own and collide() them.
Contacts self_contacts(const Model& model, const SelfOptions& options = {});

/// The same pairs, handed to the sink as they are found, in no particular order, on the calling thread.
CollideSummary self_contacts(const Model& model, const SelfOptions& options, const ContactSink& sink);

/// Does the model touch itself? Ends at the first contact.
bool touches_itself(const Model& model, const SelfOptions& options = {});

}  // namespace abut
