// Every public query against oracles in exact arithmetic, for families of placements and of meshes:
// property [--cases N] [--first I] [--seed S] [--threads T] [--row NAME] [--list 1] [--out FILE.json]
// A case is two meshes, two placements and some points; every row is asked about it. Ends with 1 when an answer is
// wrong; prints the case then, made smaller, to paste into a test.

#include "property/rows.h"
#include "support/campaign.h"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <map>
#include <mutex>
#include <thread>

namespace abut::property {
namespace {

struct Options : CampaignOptions {
  std::uint64_t cases = 1000, first = 0;
  std::string row;
  int list = 0;
  std::size_t shown_per_row = 3;
};

struct Cell {
  std::uint64_t right = 0, wrong = 0;
  std::map<std::string, std::uint64_t> not_asked;  ///< by reason
};
struct Failure {
  std::size_t row = 0, placement = 0, mesh = 0;
  std::uint64_t number = 0;
  std::string what;
};

/// Huge placements of far models may come to lie beyond what abut takes; that it refuses them is tested elsewhere.
bool is_taken(const Placement& at) {
  double largest_entry = largest(abs(at.shift));
  for (int row = 0; row < 3; ++row) largest_entry = std::max(largest_entry, largest(abs(at.linear.row(row))));
  return largest_entry <= 0x1p300;
}

Outcome ask(const Row& row, const Case& c, Context& context, std::size_t index) {
  if (!is_taken(c.at.a) || !is_taken(c.at.b)) return is_not_asked("a placement beyond 2^300, which abut refuses");
  Random random(c.seed + 7919 * (index + 1));
  try {
    return row.ask(context, random);
  } catch (const std::exception& problem) {
    return is_wrong("threw: ", problem.what());
  }
}
Outcome ask(const Row& row, const Case& c, std::size_t index) {
  Context context(c);
  return ask(row, c, context, index);
}

class Run {
 public:
  explicit Run(const Options& options)
      : options_(options), families_(mesh_families()), cells_(rows_.size() * placements() * meshes()) {}

  /// All cases; how many answers were wrong.
  std::uint64_t run() {
    std::atomic<std::uint64_t> next{options_.first};
    const auto work = [&] {
      for (std::uint64_t number; (number = next++) < options_.first + options_.cases;) try_case(number);
    };
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < options_.threads; ++i) threads.emplace_back(work);
    for (std::thread& thread : threads) thread.join();
    return wrong_;
  }

  std::string report(double seconds) const;

 private:
  static std::size_t placements() { return placement_families().size(); }
  std::size_t meshes() const { return families_.size(); }
  const Cell& cell(std::size_t row, std::size_t placement, std::size_t mesh) const {
    return cells_[(row * placements() + placement) * meshes() + mesh];
  }

  void try_case(std::uint64_t number) {
    const Case c = make_case(number, options_.seed, families_);
    Context context(c);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (!options_.row.empty() && rows_[r].name != options_.row) continue;
      const Outcome outcome = ask(rows_[r], c, context, r);
      const std::lock_guard lock(counting_);
      Cell& cell = cells_[(r * placements() + c.placement_family) * meshes() + c.mesh_family];
      switch (outcome.kind) {
        case Outcome::right:
          ++cell.right;
          break;
        case Outcome::not_asked:
          ++cell.not_asked[outcome.text];
          break;
        case Outcome::wrong:
          ++cell.wrong, ++wrong_;
          failures_.push_back({r, c.placement_family, c.mesh_family, number, outcome.text});
          if (++wrong_of_[r] <= options_.shown_per_row) tell(c, number, r);
      }
    }
  }

  void tell(const Case& c, std::uint64_t number, std::size_t r) const {
    const Case small = shrunk(c, [&](const Case& smaller) { return ask(rows_[r], smaller, r).kind == Outcome::wrong; });
    std::fprintf(stderr, "WRONG: %s; %s; %s; case %llu of seed %llu\n  %s\n%s", rows_[r].name.c_str(),
                 placement_families()[c.placement_family].name.c_str(), families_[c.mesh_family].name.c_str(),
                 static_cast<unsigned long long>(number), static_cast<unsigned long long>(options_.seed),
                 ask(rows_[r], small, r).text.c_str(), reproduction(small).c_str());
  }

  const Options& options_;
  std::vector<MeshFamily> families_;
  std::vector<Row> rows_ = all_rows();
  std::vector<Cell> cells_;
  std::vector<Failure> failures_;
  std::map<std::size_t, std::size_t> wrong_of_;
  std::uint64_t wrong_ = 0;
  std::mutex counting_;
};

std::string in_quotes(const std::string& plain) {
  std::string out = "\"";
  for (char c : plain) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}
template <class List, class Show>
std::string listed(const List& list, const Show& show) {
  std::ostringstream out;
  const char* before = "[\n  ";
  for (const auto& item : list) out << before << show(item), before = ",\n  ";
  return out.str() + (list.empty() ? "[]" : "]");
}
std::string family_text(const auto& family) {
  return "{\"name\": " + in_quotes(family.name) + ", \"about\": " + in_quotes(family.about) + "}";
}

std::string lists(const std::vector<MeshFamily>& families, const std::vector<Row>& rows) {
  return "\"placements\": " + listed(placement_families(), [](const auto& f) { return family_text(f); }) +
         ",\n \"meshes\": " + listed(families, [](const auto& f) { return family_text(f); }) + ",\n \"rows\": " +
         listed(rows,
                [](const Row& row) {
                  return "{\"name\": " + in_quotes(row.name) + ", \"functions\": " + in_quotes(row.functions) + "}";
                }) +
         ",\n \"without_row\": " + listed(without_row(), [](const Unasked& u) {
           return "{\"functions\": " + in_quotes(u.functions) + ", \"reason\": " + in_quotes(u.reason) + "}";
         });
}

std::string Run::report(double seconds) const {
  std::uint64_t asked = 0;
  std::string cells;
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t m = 0; m < meshes(); ++m)
      for (std::size_t p = 0; p < placements(); ++p) {
        const Cell& one = cell(r, p, m);
        asked += one.right + one.wrong;
        std::string reasons;
        for (const auto& [reason, count] : one.not_asked)
          reasons += text(reasons.empty() ? "" : ", ", in_quotes(reason), ": ", count);
        cells += text(cells.empty() ? "\n  " : ",\n  ", "{\"row\": ", r, ", \"mesh\": ", m, ", \"placement\": ", p,
                      ", \"right\": ", one.right, ", \"wrong\": ", one.wrong, ", \"not_asked\": {", reasons, "}}");
      }
  return text("{\"seed\": ", options_.seed, ", \"first\": ", options_.first, ", \"cases\": ", options_.cases,
              ", \"threads\": ", options_.threads, ", \"seconds\": ", seconds, ", \"answers\": ", asked,
              ", \"wrong\": ", wrong_, ",\n ", lists(families_, rows_), ",\n \"failures\": ",
              listed(failures_,
                     [&](const Failure& f) {
                       return text("{\"row\": ", f.row, ", \"placement\": ", f.placement, ", \"mesh\": ", f.mesh,
                                   ", \"case\": ", f.number, ", \"what\": ", in_quotes(f.what), "}");
                     }),
              ",\n \"cells\": [", cells, "]}\n");
}

bool read_options(int count, char** arguments, Options& options) {
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i], value = arguments[i + 1];
    const bool good = name == "--cases"     ? read_number(value, options.cases) && options.cases > 0
                      : name == "--first"   ? read_number(value, options.first)
                      : name == "--seed"    ? read_number(value, options.seed)
                      : name == "--threads" ? read_number(value, options.threads) && options.threads > 0
                      : name == "--list"    ? read_number(value, options.list)
                      : name == "--show"    ? read_number(value, options.shown_per_row)
                      : name == "--row"     ? !(options.row = value).empty()
                                            : name == "--out" && !(options.out = value).empty();
    if (!good) return false;
  }
  return count % 2 == 1;
}

int run(const Options& options) {
  if (options.list != 0) {
    std::printf("{%s}\n", lists(mesh_families(), all_rows()).c_str());
    return 0;
  }
  const auto start = std::chrono::steady_clock::now();
  Run run(options);
  const std::uint64_t wrong = run.run();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  std::fprintf(stderr, "property: %llu cases, %llu wrong answers, %.1f s\n",
               static_cast<unsigned long long>(options.cases), static_cast<unsigned long long>(wrong), taken.count());
  if (!options.out.empty()) {
    std::FILE* file = std::fopen(options.out.c_str(), "w");
    const std::string report = run.report(taken.count());
    const bool written = file && std::fwrite(report.data(), 1, report.size(), file) == report.size();
    if (!file || std::fclose(file) != 0 || !written) {
      std::fprintf(stderr, "property: cannot write %s\n", options.out.c_str());
      return 2;
    }
  }
  return wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace abut::property

int main(int count, char** arguments) {
  abut::property::Options options;
  if (!abut::property::read_options(count, arguments, options)) {
    std::fprintf(stderr,
                 "usage: property [--cases N] [--first I] [--seed S] [--threads T] [--row NAME] [--show N] "
                 "[--list 1] [--out FILE.json]\n");
    return 2;
  }
  return abut::property::run(options);
}
