#include "classic/any_model.h"
#include "property/rows.h"
#include <abut/collide.h>
#include <abut/mesh.h>

#include <algorithm>

namespace abut::property {

namespace {

constexpr const char* no_placement = "takes no placement: asked in the first column";

/// The mesh itself, or both meshes as one soup when they are small.
Mesh asked_mesh(const Context& c) {
  if (c.placed_a.size() + c.placed_b.size() > 9) return c.given.meshes.a;
  return joined(std::array{c.given.meshes.a, c.given.meshes.b});
}

Outcome self_row(Context& c, Random& random) {
  if (c.given.placement_family != 0) return is_not_asked(no_placement);
  const Mesh mesh = asked_mesh(c);
  const PlacedMesh placed(mesh, {});
  std::vector<Contact> truth;
  for (std::uint32_t a = 0; a < placed.size(); ++a)
    for (std::uint32_t b = a + 1; b < placed.size(); ++b)
      if (self_contact(placed[a], placed[b])) truth.push_back({a, b});
  const any::VolumeKind other = any::all_volume_kinds[random.below(any::all_volume_kinds.size())];
  for (any::VolumeKind kind : {any::VolumeKind::automatic, other}) {
    const any::Model model(mesh, {.volume = kind});
    for (Simd simd : available_simd()) {
      SelfOptions how;
      if (model.is_engine()) how.simd = simd;
      const Contacts found = self_contacts(model, how);
      if (found.pairs != truth || !found.complete) {
        std::string pairs;
        for (const Contact& p : found.pairs) pairs += text(" ", p.a, "-", p.b);
        pairs += "; true are";
        for (const Contact& p : truth) pairs += text(" ", p.a, "-", p.b);
        return is_wrong(name_of(kind), ", ", name_of(simd), ": found", pairs);
      }
      if (touches_itself(model, how) == truth.empty()) return is_wrong(name_of(kind), ": touches_itself");
    }
    SelfOptions capped;
    capped.max_contacts = random.below(truth.size() + 2);
    const Contacts some = self_contacts(model, capped);
    if (some.pairs.size() != std::min<std::size_t>(truth.size(), capped.max_contacts) ||
        !std::includes(truth.begin(), truth.end(), some.pairs.begin(), some.pairs.end()))
      return is_wrong(name_of(kind), ": a cap of ", capped.max_contacts, " gives ", some.pairs.size(), " of ",
                      truth.size());
    std::vector<Contact> handed;
    self_contacts(model, {}, [&](const Contact& p) { return handed.push_back(p), Flow::go_on; });
    std::sort(handed.begin(), handed.end());
    if (handed != truth) return is_wrong(name_of(kind), ": the sink is handed other contacts");
  }
  return is_right();
}

Outcome topology_row(Context& c, Random&) {
  if (c.given.placement_family != 0) return is_not_asked(no_placement);
  const Mesh mesh = asked_mesh(c);
  const Topology truth(mesh);
  const Closedness found = closedness_of(mesh);
  if (found.edges != truth.edges || found.open != truth.open || found.unbalanced != truth.unbalanced)
    return is_wrong("edges, open, unbalanced: ", found.edges, " ", found.open, " ", found.unbalanced, "; true are ",
                    truth.edges, " ", truth.open, " ", truth.unbalanced);
  if (edges_of(mesh).size() != truth.edges)
    return is_wrong("edges_of gives ", edges_of(mesh).size(), " of ", truth.edges);
  if (pieces_of(mesh) != truth.first_triangles)
    return is_wrong("pieces_of gives ", pieces_of(mesh).size(), " of ", truth.first_triangles.size());
  const std::vector<std::uint32_t> first = welded(mesh.points);
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const auto same = std::find(mesh.points.begin(), mesh.points.end(), mesh.points[i]);
    if (first[i] != static_cast<std::size_t>(same - mesh.points.begin())) return is_wrong("welded, point ", i);
  }
  return is_right();
}

}  // namespace

std::vector<Row> mesh_rows() {
  return {
      {"self_contacts, touches_itself", "self_contacts touches_itself", self_row},
      {"closedness, pieces", "closedness_of edges_of pieces_of welded", topology_row},
  };
}

}  // namespace abut::property
