#include "answer.h"

#include "guard.h"
#include "io/checksum.h"
#include "io/file.h"
#include "output.h"
#include "progress.h"
#include <abut/error.h>

#include <optional>
#include <thread>

#include <fmt/format.h>

namespace abut::cli {

namespace {

/// The file of --out and its journal.
class ResultFile {
 public:
  ResultFile(const Destination& destination, const ItemWork& work, const std::vector<std::string>& files)
      : destination_(destination), identity_{sum_of_run(files), work.items()} {
    // As much as the fast memory of a core holds.
    constexpr std::size_t at_once = 1 << 8;
    for (std::size_t first = 0; first < work.items(); first += at_once) {
      const std::string items = work.packed({first, std::min(work.items(), first + at_once)});
      identity_.sum = joined_checksum(identity_.sum, checksum_of(std::as_bytes(std::span(items))));
    }
    file_.emplace(destination.out);
  }

  void write(std::string_view text) { file_->write(text); }
  /// Takes what an earlier run has done, if it is to be resumed.
  void begin(Gathering& gathering) {
    if (destination_.resume)
      journal_.emplace(Journal::resume(
          destination_.journal(), identity_, [&](PieceResult result) { gathering.take_known(std::move(result)); },
          [](const std::string& told) { say(told); }));
    else
      journal_.emplace(Journal::begin(destination_.journal(), identity_));
    gathering.write_to(*journal_);
  }
  void finish() {
    file_->finish();
    make_lasting(destination_.out);
    journal_->remove();
  }

 private:
  const Destination& destination_;
  Journal::Identity identity_;
  std::optional<OutputFile> file_;
  std::optional<Journal> journal_;
};

/// How many items a rank needs to keep its threads busy.
std::size_t least_items(int threads) {
  const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
  return threads == 0 ? cores : std::min(cores, static_cast<std::size_t>(threads));
}

/// What is missing, and where what is there is kept.
std::string ending(const Gathering& gathering, const Asking& asking) {
  std::string text = fmt::format("stopped after {} of {} {}; the answer is not complete.", gathering.done(),
                                 gathering.items(), asking.items);
  if (!asking.destination.out.empty())
    text += fmt::format(" What is done is in {}; --resume goes on from there.", asking.destination.journal().string());
  return text;
}

}  // namespace

Answered answer(ItemWork& work, int threads, const Asking& asking, Interrupt& interrupt) {
  if (!is_first_rank()) {
    if (!crew()->follow(work, interrupt.flag()) && interrupt.flag()) throw Interrupted{};
    throw Followed{};
  }
  Output output;
  std::optional<ResultFile> file;
  const auto print = [&](std::string_view text) {
    if (file) return file->write(text);
    output.text = text;
    output.flush();
  };
  Gathering gathering(work.items(), rank_count(), PieceRule::for_ranks(rank_count(), least_items(threads)), print);
  if (!asking.destination.out.empty()) {
    file.emplace(asking.destination, work, asking.files);
    file->begin(gathering);
  }
  Progress progress(work.items(), asking.items, asking.shows_progress);
  if (crew()) progress.show_in_log();
  leave_last_words(ending(gathering, asking));
  const auto on_results = [&] {
    progress.reached(gathering.done());
    leave_last_words(ending(gathering, asking));
  };
  const LeadOptions options{&interrupt.flag(), asking.verdict_only, on_results};
  LeadEnd end{};
  try {
    end = crew() ? crew()->lead(work, gathering, options) : work_alone(work, gathering, options);
  } catch (const Error& error) {
    progress.clear();
    if (!file) throw;
    throw Error(fmt::format("{} {}", error.what(), ending(gathering, asking)));
  }
  progress.clear();
  if (end == LeadEnd::stopped) throw Interrupted{ending(gathering, asking)};
  if (file) file->finish();
  leave_last_words("");
  return {gathering.sums()};
}

void print_stats(const Answered& answered, double build_seconds, std::size_t bytes, bool counts_tests) {
  Json stats =
      counts_tests ? to_json(answered.sums.queries, answered.sums.counters) : Json{{"queries", answered.sums.queries}};
  stats.update({{"build_ms", 1e3 * build_seconds}, {"query_us", answered.microseconds_per_query()}, {"bytes", bytes}});
  print_stats(stats);
}

}  // namespace abut::cli
