#include "mesh/shells.h"

#include <algorithm>
#include <numeric>

namespace abut {

namespace {

/// Surfaces that hang together through edges with two triangles, numbered in the order of their first triangles.
struct Sheets {
  std::vector<std::uint32_t> of;  ///< each triangle's
  std::uint32_t count = 0;
};

Sheets sheets_of(const Mesh& mesh, std::span<const Side> sides) {
  std::vector<std::uint32_t> parent(mesh.triangles.size());
  std::iota(parent.begin(), parent.end(), 0u);
  const auto root_of = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  Sheets sheets{std::vector<std::uint32_t>(mesh.triangles.size(), Shells::none)};
  for_each_edge(sides, [&](std::span<const Side> edge) {
    for (const Side& side : edge) sheets.of[side.triangle] = 0;
    if (edge.size() != 2) return;
    const std::uint32_t a = root_of(edge[0].triangle), b = root_of(edge[1].triangle);
    parent[std::max(a, b)] = std::min(a, b);
  });
  for (std::uint32_t i = 0; i < parent.size(); ++i) {
    if (sheets.of[i] == Shells::none) continue;
    // Roots are the smallest triangles, so they come first.
    const std::uint32_t root = root_of(i);
    sheets.of[i] = root == i ? sheets.count++ : sheets.of[root];
  }
  return sheets;
}

/// How often, and which way, the sides of one edge belong to each of the surfaces that `of` names.
struct Share {
  std::uint32_t surface = 0, count = 0;
  std::int32_t balance = 0;
};
std::vector<Share> shares_of(std::span<const Side> edge, std::span<const std::uint32_t> of) {
  std::vector<Share> all;
  for (const Side& side : edge) all.push_back({of[side.triangle], 1, side.forward ? 1 : -1});
  std::sort(all.begin(), all.end(), [](const Share& x, const Share& y) { return x.surface < y.surface; });
  std::vector<Share> shares;
  for (const Share& share : all)
    if (shares.empty() || shares.back().surface != share.surface)
      shares.push_back(share);
    else
      ++shares.back().count, shares.back().balance += share.balance;
  return shares;
}

/// Puts sheets together that are not closed alone. Every edge has an even number of triangles, so at each edge where
/// what has been put together is odd there is another sheet that is, too.
class Closing {
 public:
  Closing(const Sheets& sheets, std::span<const Side> sides) : ends_(sheets.count), shell_(sheets.count, Shells::none) {
    for_each_edge(sides, [&](std::span<const Side> edge) {
      if (edge.size() <= 2) return;
      const auto index = static_cast<std::uint32_t>(edges_.size());
      for (const Share& share : shares_of(edge, sheets.of)) {
        if (share.count % 2 == 0) continue;
        if (edges_.size() == index) edges_.emplace_back();
        edges_[index].waiting[share.balance > 0].push_back(share.surface);
        ends_[share.surface].push_back({index, share.balance});
      }
    });
  }

  /// Each sheet's shell.
  const std::vector<std::uint32_t>& run() {
    for (std::uint32_t sheet = 0; sheet < shell_.size(); ++sheet) {
      if (shell_[sheet] != Shells::none) continue;
      add(sheet);
      while (!unsure_.empty()) {
        const std::uint32_t edge = unsure_.back();
        unsure_.pop_back();
        if (edges_[edge].is_odd) add(partner_at(edges_[edge]));
      }
      ++count_;
    }
    return shell_;
  }

 private:
  struct CrowdedEdge {
    std::array<std::vector<std::uint32_t>, 2> waiting;  // sheets that are odd there, by the sign of their balance
    std::array<std::size_t, 2> next{};
    // Of the shell that came here last.
    std::uint32_t shell = Shells::none;
    bool is_odd = false;
    std::int32_t balance = 0;
  };
  struct End {
    std::uint32_t edge;
    std::int32_t balance;
  };

  void add(std::uint32_t sheet) {
    shell_[sheet] = count_;
    for (const End& end : ends_[sheet]) {
      CrowdedEdge& edge = edges_[end.edge];
      if (edge.shell != count_) edge.shell = count_, edge.is_odd = false, edge.balance = 0;
      edge.is_odd = !edge.is_odd, edge.balance += end.balance;
      if (edge.is_odd) unsure_.push_back(end.edge);
    }
  }

  std::uint32_t partner_at(CrowdedEdge& edge) {
    const std::size_t fitting = edge.balance > 0 ? 0 : 1;
    for (const std::size_t sign : {fitting, 1 - fitting})
      for (std::size_t& i = edge.next[sign]; i < edge.waiting[sign].size(); ++i)
        if (const std::uint32_t sheet = edge.waiting[sign][i]; shell_[sheet] == Shells::none) return sheet;
    return Shells::none;  // not of a closed mesh
  }

  std::vector<CrowdedEdge> edges_;
  std::vector<std::vector<End>> ends_;  // of each sheet
  std::vector<std::uint32_t> shell_, unsure_;
  std::uint32_t count_ = 0;
};

}  // namespace

Shells shells_of(const Mesh& mesh, std::span<const Side> sides) {
  Sheets sheets = sheets_of(mesh, sides);
  bool is_crowded = false;
  for_each_edge(sides, [&](std::span<const Side> edge) { is_crowded = is_crowded || edge.size() > 2; });
  Shells shells{std::move(sheets.of), std::vector<char>(sheets.count, 1)};
  if (is_crowded) {
    const std::vector<std::uint32_t> shell_of_sheet = Closing({shells.of, sheets.count}, sides).run();
    std::uint32_t count = 0;
    for (std::uint32_t& sheet : shells.of) {
      if (sheet == Shells::none) continue;
      sheet = shell_of_sheet[sheet];
      count = std::max(count, sheet + 1);
    }
    shells.oriented.resize(count);
  }
  for_each_edge(sides, [&](std::span<const Side> edge) {
    if (edge.size() == 2) {
      if (edge[0].forward == edge[1].forward) shells.oriented[shells.of[edge[0].triangle]] = 0;
      return;
    }
    for (const Share& share : shares_of(edge, shells.of))
      if (share.balance != 0) shells.oriented[share.surface] = 0;
  });
  return shells;
}

}  // namespace abut
