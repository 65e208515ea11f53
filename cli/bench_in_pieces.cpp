#include "bench_in_pieces.h"

#include "cluster/bytes.h"
#include "folder.h"
#include "io/file.h"
#include "ranks.h"
#include <abut/error.h>

#include <fstream>
#include <iterator>

#include <unistd.h>

namespace abut::cli {

namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw Error(file.string() + ": cannot be read.");
  return bytes;
}

/// Experiments as items. The result of one has its files, because other ranks may be on other machines.
class BenchWork : public ItemWork {
 public:
  BenchWork(std::size_t count, const RunExperiment& run) : count_(count), run_(run) {}

  std::size_t items() const override { return count_; }
  // All ranks have the same list.
  std::string packed(const Piece&) const override { return {}; }
  PieceResult run(const Piece& piece, const std::string*, double) override {
    // It goes away with all that is in it.
    const ResultFolder folder(fs::temp_directory_path() / ("abut-bench-" + std::to_string(::getpid())));
    const ExperimentRun done = run_(piece.first, folder.unfinished());
    ByteWriter writer;
    writer.put(done.seconds);
    writer.put_text(done.report);
    for (const fs::directory_entry& file : fs::directory_iterator(folder.unfinished())) {
      writer.put_text(file.path().filename().string());
      writer.put_text(content_of(file.path()));
    }
    PieceResult result;
    result.items = {piece.first, piece.first + 1};
    ByteWriter of_one;
    of_one.put_text(writer.bytes);
    result.text = std::move(of_one.bytes);
    result.seconds = done.seconds;
    return result;
  }
  /// An experiment runs to its end; a signal ends the program.
  void interrupt() override {}

 private:
  std::size_t count_;
  const RunExperiment& run_;
};

/// Writes the files of an experiment.
ExperimentRun unpacked(std::string_view bytes, const fs::path& folder) {
  ByteReader reader(bytes);
  ExperimentRun run;
  run.seconds = reader.get<double>();
  run.report = reader.get_text();
  while (!reader.at_end()) {
    const fs::path file = folder / reader.get_text();
    write_file(file, reader.get_text());
  }
  return run;
}

}  // namespace

void lead_experiments(std::size_t count, const RunExperiment& run, const fs::path& folder, const TakeExperiment& take) {
  BenchWork work(count, run);
  std::size_t next = 0;
  const auto sink = [&](std::string_view text) {
    for (ByteReader reader(text); !reader.at_end(); ++next) {
      fs::create_directories(folder);
      const ExperimentRun done = unpacked(reader.get_text(), folder);
      take(next, done, folder);
      fs::remove_all(folder);
    }
  };
  // One at a time: they take minutes, and none is to wait for another while a rank has nothing to do.
  Gathering gathering(count, rank_count(), {0, 0, 1}, sink);
  LeadOptions options;
  options.pieces_per_rank = 1;
  crew()->lead(work, gathering, options);
}

void follow_experiments(std::size_t count, const RunExperiment& run) {
  BenchWork work(count, run);
  const std::atomic<bool> never{false};
  crew()->follow(work, never);
  throw Followed{};
}

}  // namespace abut::cli
