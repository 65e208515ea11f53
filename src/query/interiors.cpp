#include "query/interiors_search.h"
#include "query/option_check.h"
#include "query/solid_search.h"
#include <abut/collide.h>
#include <abut/error.h>
#include <abut/interiors.h>

namespace abut {

namespace {

// Why the answer of one set of lids is that of all, if no hull of a rim has a point in common with the other's surface
// or hulls. A hull H of A's rim is then wholly inside B or wholly outside, with any lids of B, since these stay within
// B's hulls. If it is outside, what A's lid does in it does not matter. If it is inside, so is A's surface at the rim,
// and beside a triangle there A has an interior, whatever the lid. The same holds for B.
class HullContacts {
 public:
  explicit HullContacts(const InteriorsOptions& options) : options_(options), watch_(options.budget) {}

  /// Has a hull of the open solid a point in common with what the other is made of?
  bool are_there(const Solid& open, const Placement& at_open, const Solid& other, const Placement& at_other) {
    const Lids* lids = open.data().lids.get();
    if (!lids) return false;
    const Solid& whole = other.data().lids ? other.data().lids->solid : other;
    if (touch(lids->hulls, at_open, whole, at_other)) return true;
    if (other.data().lids && touch(lids->hulls, at_open, other.data().lids->hulls, at_other)) return true;
    // A shell that touches none is in one or out as a whole.
    const SolidSearch search(open, at_open, options_.simd);
    std::vector<char> is_asked(whole.data().shells.count());
    const Mesh& mesh = whole.model().mesh();
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
      const std::uint32_t shell = whole.data().shells.of[i];
      if (shell == Shells::none || std::exchange(is_asked[shell], 1)) continue;
      const Located found = search.where_in_hulls(mesh.points[mesh.triangles[i][0]], at_other, watch_);
      spend(found.counters, found.complete);
      if (found.side != Containment::outside) return true;
    }
    return false;
  }

  const Counters& counters() const { return counters_; }
  bool is_complete() const { return is_complete_; }

 private:
  bool touch(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b) {
    const Contacts found =
        collide(a.model(), at_a, b.model(), at_b, {.max_contacts = 1, .budget = watch_.rest(), .simd = options_.simd});
    spend(found.counters, found.complete || !found.pairs.empty());
    return !found.pairs.empty() || !is_complete_;
  }
  void spend(const Counters& counters, bool is_complete) {
    counters_ += counters;
    watch_.spend(counters);
    is_complete_ = is_complete_ && is_complete;
  }

  const InteriorsOptions& options_;
  BudgetWatch watch_;
  Counters counters_;
  bool is_complete_ = true;
};

// How lids of more triangles lie upon each other takes too long to find out.
constexpr std::size_t most_lid_triangles = 1024;

bool is_in_doubt(const Solid& solid) {
  const Lids* lids = solid.data().lids.get();
  return lids && (lids->have_doubts || lids->lid_triangles > most_lid_triangles);
}

InteriorsMeeting with_any_lids(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                               const InteriorsOptions& options) {
  HullContacts hulls(options);
  InteriorsMeeting unknown;
  unknown.answer = Answer::unknown;
  const bool is_known =
      !is_in_doubt(a) && !is_in_doubt(b) && !hulls.are_there(a, at_a, b, at_b) && !hulls.are_there(b, at_b, a, at_a);
  unknown.counters = hulls.counters();
  unknown.complete = hulls.is_complete();
  if (!is_known) return unknown;
  BudgetWatch watch(options.budget);
  watch.spend(hulls.counters());
  InteriorsOptions rest = options;
  rest.budget = watch.rest();
  const auto lidded = [](const Solid& solid) -> const Solid& {
    return solid.data().lids ? solid.data().lids->solid : solid;
  };
  InteriorsMeeting result = search_interiors(lidded(a), at_a, lidded(b), at_b, rest);
  result.counters += hulls.counters();
  return result;
}

}  // namespace

InteriorsMeeting::operator bool() const {
  return is_yes_with_any_lid(answer, complete, "the interiors of the solids meet");
}

InteriorsMeeting interiors_meet(const Solid& a, const Placement& at_a, const Solid& b, const Placement& at_b,
                                const InteriorsOptions& options) {
  require_valid(at_a, "the placement of A");
  require_valid(at_b, "the placement of B");
  require_available(options.simd);
  for (const Solid* solid : {&a, &b})
    if (!solid->closedness().is_closed() && !solid->data().lids)
      throw Error("the mesh is " + solid->closedness().report() + ". Only a closed mesh has an interior.");
  if (a.data().lids || b.data().lids) return with_any_lids(a, at_a, b, at_b, options);
  return search_interiors(a, at_a, b, at_b, options);
}

}  // namespace abut
