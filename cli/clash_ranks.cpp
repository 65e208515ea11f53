#include "clash_ranks.h"

#include "assembly/clash_pieces.h"
#include "cluster/bytes.h"
#include "ranks.h"
#include <abut/error.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>

namespace abut::cli {

namespace {

// So many pairs are checked between two looks at the clock.
constexpr std::size_t pairs_at_once = 16;

// --- Findings as bytes.

/// Calls `each` with all that a finding has, in one order.
template <class Finding, class Each>
void for_each_member(Finding& finding, const Each& each) {
  each(finding.kind), each(finding.parts), each(finding.limit), each(finding.worst_step), each(finding.worst_time);
  each(finding.is_between_steps), each(finding.gap), each(finding.contacts);
  each(finding.triangles_a), each(finding.triangles_b), each(finding.triangles_complete);
  each(finding.region), each(finding.a_is_inside), each(finding.accepted), each(finding.stray), each(finding.is_sure);
  each(finding.refined), each(finding.refine_end), each(finding.severity), each(finding.is_duplicate);
  each(finding.spans), each(finding.curve), each(finding.intervals), each(finding.least);
}

struct PutMember {
  ByteWriter& writer;

  template <class Value>
  void operator()(const Value& value) const {
    writer.put(value);
  }
  template <class Value>
  void operator()(const std::vector<Value>& values) const {
    writer.put_all(std::span(values));
  }
  template <class Value>
  void operator()(const std::optional<Value>& value) const {
    writer.put(value.has_value());
    if (value) writer.put(*value);
  }
};

struct GetMember {
  ByteReader& reader;

  template <class Value>
  void operator()(Value& value) const {
    value = reader.get<Value>();
  }
  template <class Value>
  void operator()(std::vector<Value>& values) const {
    reader.get_all(values);
  }
  template <class Value>
  void operator()(std::optional<Value>& value) const {
    if (reader.get<bool>()) value = reader.get<Value>();
  }
};

void put(ByteWriter& writer, const ClashFinding& finding) { for_each_member(finding, PutMember{writer}); }

ClashFinding finding_from(ByteReader& reader) {
  ClashFinding finding;
  for_each_member(finding, GetMember{reader});
  return finding;
}

// --- The work.

/// Pairs to check, or findings to measure. Results are bytes: of some pairs what a ClashPiece has, of a finding its
/// severity.
class ClashWork : public ItemWork {
 public:
  ClashWork(ClashPieces& pieces, Interrupt& interrupt) : pieces_(pieces), interrupt_(interrupt) {}

  std::span<const PartPair> pairs;
  std::span<ClashFinding* const> findings;
  Measure what{};

  std::size_t items() const override { return pairs.size() + findings.size(); }
  void interrupt() override { interrupt_.set(); }

  std::string packed(const Piece& piece) const override {
    ByteWriter writer;
    writer.put_all(pairs.empty() ? pairs : pairs.subspan(piece.first, piece.size()));
    writer.put(what);
    for (std::size_t i = piece.first; pairs.empty() && i < piece.last; ++i) put(writer, *findings[i]);
    return std::move(writer.bytes);
  }

  PieceResult run(const Piece& piece, const std::string* packed_items, double seconds) override {
    const std::string own = packed_items ? std::string() : packed(piece);
    ByteReader reader(packed_items ? *packed_items : own);
    std::vector<PartPair> checked;
    reader.get_all(checked);
    const auto measured = reader.get<Measure>();
    const auto begin = std::chrono::steady_clock::now();
    PieceResult result;
    result.items = {piece.first, piece.first};
    while (result.items.last < piece.last && result.seconds < seconds) {
      ByteWriter text;
      const std::size_t done = result.items.size();
      const std::size_t count = checked.empty() ? 1 : std::min(pairs_at_once, piece.size() - done);
      if (checked.empty())
        text.put(pieces_.measure(finding_from(reader), measured));
      else
        check(std::span(checked).subspan(done, count), text);
      // What was interrupted is not complete.
      if (interrupt_.flag()) break;
      result.text += text.bytes;
      result.items.last += count;
      result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    return result;
  }

 private:
  void check(std::span<const PartPair> some, ByteWriter& text) {
    const ClashPiece found = pieces_.check(some);
    text.put(found.findings.size());
    for (const ClashFinding& finding : found.findings) put(text, finding);
    text.put_all(std::span(found.undecided));
  }

  ClashPieces& pieces_;
  Interrupt& interrupt_;
};

/// Hands out the items of the work, and gives all results in their order, one after the other.
std::string results_of(ClashWork& work, Interrupt& interrupt, int threads) {
  std::string results;
  if (interrupt.flag()) return results;
  const auto first_items = static_cast<std::size_t>(std::max(1, threads));
  Gathering gathering(work.items(), rank_count(), PieceRule::for_ranks(rank_count(), first_items),
                      [&](std::string_view text) { results += text; });
  LeadOptions options;
  options.stop = &interrupt.flag();
  // The search looks at the flag, too.
  if (crew()->lead(work, gathering, options) == LeadEnd::stopped) interrupt.set();
  return results;
}

ClashPiece checked_on_ranks(ClashWork& work, Interrupt& interrupt, int threads) {
  ClashPiece all;
  const std::string results = results_of(work, interrupt, threads);
  for (ByteReader reader(results); !reader.at_end();) {
    for (auto count = reader.get<std::size_t>(); count > 0; --count) all.findings.push_back(finding_from(reader));
    std::vector<UndecidedTime> undecided;
    reader.get_all(undecided);
    all.undecided.insert(all.undecided.end(), undecided.begin(), undecided.end());
  }
  return all;
}

}  // namespace

ClashReport find_clashes_on_ranks(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
                                  const ClashOptions& options, Interrupt& interrupt) {
  ClashOptions of_pieces = options;
  of_pieces.progress = {};
  ClashPieces pieces(assembly, motion, rules, of_pieces);
  ClashWork work(pieces, interrupt);
  if (!is_first_rank()) {
    while (crew()->follow(work, interrupt.flag())) continue;
    if (interrupt.flag()) throw Interrupted{};
    throw Followed{};
  }
  ClashElsewhere elsewhere;
  elsewhere.check = [&](std::span<const PartPair> pairs) {
    work.pairs = pairs;
    work.findings = {};
    return checked_on_ranks(work, interrupt, options.threads);
  };
  elsewhere.measure = [&](std::span<ClashFinding* const> findings, Measure what) {
    work.pairs = {};
    work.findings = findings;
    work.what = what;
    const std::string results = results_of(work, interrupt, options.threads);
    std::vector<ClashSeverity> severities;
    for (ByteReader reader(results); !reader.at_end();) severities.push_back(reader.get<ClashSeverity>());
    // After an interrupt some stay as they are.
    while (severities.size() < findings.size()) severities.push_back(*findings[severities.size()]->severity);
    return severities;
  };
  ClashReport report = find_clashes(assembly, motion, rules, options, &elsewhere);
  if (interrupt.flag()) report.complete = false;
  return report;
}

}  // namespace abut::cli
