#include "clash_in_pieces.h"

#include "clash_bytes.h"
#include "ranks.h"
#include <abut/error.h>

#include <algorithm>
#include <chrono>

namespace abut::cli {

namespace {

// So many pairs are checked between two looks at the clock.
constexpr std::size_t pairs_at_once = 16;

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
        PutMember{text}(pieces_.measure(finding_from(reader), measured));
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
    text.put_all(std::span(found.undecided_inside));
  }

  ClashPieces& pieces_;
  Interrupt& interrupt_;
};

/// Hands out the items of work, and gives all results in their order, one after the other.
class Rounds {
 public:
  Rounds(ClashWork& work, const ClashInPieces& how, int threads)
      : work_(work), how_(how), first_items_(static_cast<std::size_t>(std::max(1, threads))) {}

  std::string results() {
    std::string results;
    if (how_.interrupt.flag()) return results;
    PieceRule rule = PieceRule::for_ranks(rank_count(), first_items_);
    // A rank that goes on where it was has the parts in memory.
    if (how_.bodies) rule.seconds = std::max(rule.seconds, seconds_with_files);
    Gathering gathering(work_.items(), rank_count(), rule, [&](std::string_view text) { results += text; });
    if (how_.journal) how_.journal->begin_round(gathering);
    LeadOptions options;
    options.stop = &how_.interrupt.flag();
    const LeadEnd end = crew() ? crew()->lead(work_, gathering, options) : work_alone(work_, gathering, options);
    // The search looks at the flag, too.
    if (end == LeadEnd::stopped) how_.interrupt.set();
    return results;
  }

 private:
  static constexpr double seconds_with_files = 0.5;

  ClashWork& work_;
  const ClashInPieces& how_;
  std::size_t first_items_;
};

template <class Value>
void append(ByteReader& reader, std::vector<Value>& all) {
  std::vector<Value> some;
  reader.get_all(some);
  all.insert(all.end(), some.begin(), some.end());
}

ClashPiece checked_in(Rounds& rounds) {
  ClashPiece all;
  const std::string results = rounds.results();
  for (ByteReader reader(results); !reader.at_end();) {
    for (auto count = reader.get<std::size_t>(); count > 0; --count) all.findings.push_back(finding_from(reader));
    append(reader, all.undecided);
    append(reader, all.undecided_inside);
  }
  return all;
}

}  // namespace

ClashReport find_clashes_in_pieces(const Assembly& assembly, const AssemblyMotion& motion, const PairRules& rules,
                                   const ClashOptions& options, const ClashInPieces& how) {
  ClashOptions of_pieces = options;
  of_pieces.progress = {};
  ClashPieces pieces(assembly, motion, rules, of_pieces, how.bodies);
  ClashWork work(pieces, how.interrupt);
  if (!is_first_rank()) {
    while (crew()->follow(work, how.interrupt.flag())) continue;
    if (how.interrupt.flag()) throw Interrupted{};
    throw Followed{};
  }
  Rounds rounds(work, how, options.threads);
  ClashElsewhere elsewhere;
  elsewhere.check = [&](std::span<const PartPair> pairs) {
    work.pairs = pairs;
    work.findings = {};
    return checked_in(rounds);
  };
  elsewhere.measure = [&](std::span<ClashFinding* const> findings, Measure what) {
    work.pairs = {};
    work.findings = findings;
    work.what = what;
    const std::string results = rounds.results();
    std::vector<ClashSeverity> severities;
    for (ByteReader reader(results); !reader.at_end();) GetMember{reader}(severities.emplace_back());
    // After an interrupt some stay as they are.
    while (severities.size() < findings.size()) severities.push_back(*findings[severities.size()]->severity);
    return severities;
  };
  ClashReport report = find_clashes(assembly, motion, rules, options, &elsewhere, how.bodies);
  if (how.interrupt.flag()) report.complete = false;
  return report;
}

}  // namespace abut::cli
