#include "base/workers.h"
#include "query/option_check.h"
#include "robot/even_joints.h"
#include "robot/never_search.h"
#include <abut/error.h>
#include <abut/never.h>

#include <algorithm>

namespace abut {

namespace {

/// Cells for a try with ends turned about their joints: it shows soon whether that helps.
constexpr std::uint64_t cells_of_a_try = 20'000;
/// What touches anywhere often does so in one of so many configurations: a few at once, many before a long search.
constexpr int few_samples = 500, many_samples = 20'000;

bool are_joined(const Figure& figure, std::size_t a, std::size_t b) {
  const auto is_parent = [&](std::size_t parent, std::size_t child) {
    const std::optional<std::size_t> joint = figure.joint_of(child);
    return joint && figure.joint_places()[*joint].parent == parent;
  };
  return is_parent(a, b) || is_parent(b, a);
}

/// What is fixed to the last link that moves is part of it.
NeverSide side_of(const Figure& figure, std::span<const std::uint32_t> joints, const LinkShape& shape) {
  std::vector<ChainJoint> chain = chain_joints(figure, joints);
  Placement at = shape.at;
  for (; !chain.empty() && chain.back().map->kind == JointKind::fixed; chain.pop_back())
    at = chain.back().map->origin * at;
  return never_side(std::move(chain), shape.shape, at);
}

NeverFound search(const Figure& figure, const NeverPair& pair, const NeverOptions& options, const BudgetWatch& watch) {
  const auto sampled = [&](int samples) { return touching_sample(figure, pair, options.margin, samples, watch); };
  if (watch.is_over_now()) return {NeverVerdict::undecided};
  if (const auto touching_at = sampled(few_samples)) return {NeverVerdict::touching, *touching_at};
  std::uint64_t cells = 0;
  for (const RevolvedEnds ends : {RevolvedEnds::both, RevolvedEnds::a, RevolvedEnds::b}) {
    const std::optional<NeverPair> turned = with_revolved(pair, ends);
    const std::uint64_t most = std::min(cells_of_a_try, options.most_cells - cells);
    if (!turned || most == 0) continue;
    NeverFound found = search_never(figure, *turned, options.margin, most, watch);
    cells += found.cells;
    found.cells = cells;
    if (found.verdict == NeverVerdict::never) return found;
  }
  if (watch.is_over_now()) return {NeverVerdict::undecided, {}, cells};
  if (const auto touching_at = sampled(many_samples)) return {NeverVerdict::touching, *touching_at, cells};
  NeverFound found = search_never(figure, pair, options.margin, options.most_cells - cells, watch);
  found.cells += cells;
  return found;
}

LinkPairProof prove(const Figure& figure, std::size_t a, std::size_t b, const NeverOptions& options,
                    const BudgetWatch& watch) {
  LinkPairProof proof{a, b, NeverVerdict::never};
  std::vector<std::uint32_t> to_a = joints_between(figure, figure.root(), a),
                             to_b = joints_between(figure, figure.root(), b);
  const auto [first, other] = std::mismatch(to_a.begin(), to_a.end(), to_b.begin(), to_b.end());
  to_a.erase(to_a.begin(), first), to_b.erase(to_b.begin(), other);
  for (const LinkShape& of_a : figure.links()[a].shapes)
    for (const LinkShape& of_b : figure.links()[b].shapes) {
      NeverOptions rest = options;
      rest.most_cells -= proof.cells;
      const NeverPair pair{side_of(figure, to_a, of_a), side_of(figure, to_b, of_b)};
      NeverFound found = search(figure, pair, rest, watch);
      proof.cells += found.cells;
      if (found.verdict == NeverVerdict::never) continue;
      proof.verdict = found.verdict;
      proof.touching_at = std::move(found.touching_at);
      if (found.verdict == NeverVerdict::touching) return proof;
    }
  return proof;
}

std::string in_xml(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '"')
      result += "&quot;";
    else
      result += c;
  }
  return result;
}

/// In a comment, two hyphens would end it.
std::string in_comment(std::string text) {
  for (std::size_t i = 1; i < text.size(); ++i)
    if (text[i] == '-' && text[i - 1] == '-') text[i] = ' ';
  return text;
}

}  // namespace

NeverProofs prove_never(const Figure& figure, const NeverOptions& options) {
  require_margin(options.margin);
  if (options.budget.tests != Budget::no_limit)
    throw Error("the search for links that never touch has no limit of tests: set most_cells.");
  const BudgetWatch watch(options.budget);
  NeverProofs proofs{{}, options.margin};
  const std::vector<Link>& links = figure.links();
  for (std::size_t a = 0; a < links.size(); ++a)
    for (std::size_t b = a + 1; b < links.size(); ++b)
      if (!links[a].shapes.empty() && !links[b].shapes.empty() && !are_joined(figure, a, b))
        proofs.pairs.push_back({a, b, NeverVerdict::undecided});
  Workers(options.threads).for_each(proofs.pairs.size(), [&](std::size_t i) {
    LinkPairProof& pair = proofs.pairs[i];
    pair = prove(figure, pair.a, pair.b, options, watch);
  });
  return proofs;
}

std::string srdf_lines(const Figure& figure, const NeverProofs& proofs) {
  const auto name = [&](std::size_t link) { return figure.links()[link].name; };
  std::string lines = "  <!-- Proved by abut for all configurations within the joint limits, with paddings of " +
                      text_of(proofs.margin) +
                      " together. Not valid for larger paddings, other limits or attached bodies.";
  for (const LinkPairProof& pair : proofs.pairs)
    if (pair.verdict == NeverVerdict::undecided)
      lines += "\n       Undecided: " + in_comment(name(pair.a)) + " and " + in_comment(name(pair.b));
  lines += " -->\n";
  for (const LinkPairProof& pair : proofs.pairs)
    if (pair.verdict == NeverVerdict::never)
      lines += "  <disable_collisions link1=\"" + in_xml(name(pair.a)) + "\" link2=\"" + in_xml(name(pair.b)) +
               "\" reason=\"Never\"/>\n";
  return lines;
}

}  // namespace abut
