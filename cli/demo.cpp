#include "commands.h"
#include "demo_picture.h"
#include "experiment.h"
#include "folder.h"
#include "options.h"
#include "output.h"
#include <abut/io/file.h>
#include <abut/io/load.h>
#include <abut/mesh/shapes.h>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

namespace abut::cli {

namespace {

constexpr std::size_t step_count = 120;

struct DemoArguments {
  std::filesystem::path out = "out/demo";
  Voice voice;
  std::optional<int> threads;
};

/// Where the torus stands after a share of its fall in [0, 1]: it comes down around the stalagmite, tumbling, and sinks
/// into the teeth. Without libm, so that the contacts are the same on every machine.
Placement torus_at(double share) {
  const double height = 5.4 - 5.45 * share * share * (1.6 - 0.6 * share);
  const double tilt = 0.88 * (1 - share) * share;
  return Placement::rotation(1, tilt * (1 - share) + 0.03 * share, tilt * share - 0.06 * share, 0.5 * share,
                             {0.1 * share, -0.06 * share, height});
}

/// One moment of the fall; times are those of the one thread that works.
struct Step {
  Placement torus_at;
  Contacts contacts;
  double seconds = 0;
};

struct Fall {
  Model torus, landscape;
  double build_seconds_torus = 0, build_seconds_landscape = 0;
  std::vector<Step> steps;

  std::size_t first_touching() const {
    const auto touching = [](const Step& step) { return !step.contacts.pairs.empty(); };
    return static_cast<std::size_t>(std::find_if(steps.begin(), steps.end(), touching) - steps.begin());
  }
};

Fall fall_of_the_torus() {
  Fall fall;
  const auto timed = [](double& seconds, auto&& work) {
    const double start = bench::thread_seconds();
    auto result = work();
    seconds = bench::thread_seconds() - start;
    return result;
  };
  Mesh torus = shapes::wrinkled_torus(), landscape = shapes::toothed_landscape();
  fall.torus = timed(fall.build_seconds_torus, [&] { return Model(std::move(torus)); });
  fall.landscape = timed(fall.build_seconds_landscape, [&] { return Model(std::move(landscape)); });
  for (std::size_t i = 0; i < step_count; ++i) {
    Step step{torus_at(static_cast<double>(i) / (step_count - 1)), {}};
    step.contacts = timed(step.seconds, [&] { return collide(fall.torus, step.torus_at, fall.landscape, {}); });
    fall.steps.push_back(std::move(step));
  }
  return fall;
}

struct Totals {
  std::size_t contacts = 0;
  Counters counters;
  double seconds = 0, longest = 0;

  explicit Totals(const Fall& fall) {
    for (const Step& step : fall.steps) {
      contacts += step.contacts.pairs.size();
      counters += step.contacts.counters;
      seconds += step.seconds;
      longest = std::max(longest, step.seconds);
    }
  }
};

Json counts(std::size_t contacts, const Counters& counters, double seconds) {
  return {{"contacts", contacts},
          {"volume_tests", counters.volume_tests},
          {"triangle_tests", counters.triangle_tests},
          {"exact_tests", counters.exact_tests},
          {"microseconds", 1e6 * seconds}};
}

Json json_of(const Fall& fall) {
  Json steps = Json::array();
  for (const Step& step : fall.steps) {
    Json line{{"step", steps.size()}, {"height", step.torus_at.shift.z}};
    line.update(counts(step.contacts.pairs.size(), step.contacts.counters, step.seconds));
    steps.push_back(line);
  }
  const Totals totals(fall);
  return {{"torus", {{"triangles", fall.torus.mesh().triangles.size()}, {"build_ms", 1e3 * fall.build_seconds_torus}}},
          {"landscape",
           {{"triangles", fall.landscape.mesh().triangles.size()}, {"build_ms", 1e3 * fall.build_seconds_landscape}}},
          {"totals", counts(totals.contacts, totals.counters, totals.seconds)},
          {"steps", steps}};
}

std::string poses_of(const Fall& fall) {
  std::string text = "# One step per line: the torus (A), then the landscape (B), 3x4 matrices row by row.\n";
  for (const Step& step : fall.steps) {
    for (const Placement& at : {step.torus_at, Placement::identity()})
      for (int row = 0; row < 3; ++row)
        text += fmt::format("{} {} {} {} ", at.linear(row, 0), at.linear(row, 1), at.linear(row, 2), at.shift[row]);
    text.back() = '\n';
  }
  return text;
}

std::string contacts_of(const Fall& fall) {
  std::string text;
  for (std::size_t i = 0; i < fall.steps.size(); ++i) append_json_line(text, i, fall.steps[i].contacts);
  return text;
}

Image picture_of(const Fall& fall, int threads) {
  std::vector<DemoMoment> moments;
  for (const std::size_t step : {step_count / 2, fall.first_touching() + 3, fall.steps.size() - 1}) {
    const Step& shown = fall.steps.at(step);
    moments.push_back({fmt::format("step {}: {}", step, counted_with_commas(shown.contacts.pairs.size(), "contact")),
                       shown.torus_at, shown.contacts.pairs});
  }
  return demo_picture(fall.torus, fall.landscape, moments, threads);
}

std::string text_of(const Fall& fall, const std::filesystem::path& out) {
  const Totals totals(fall);
  const std::size_t first = fall.first_touching();
  const Step &touch = fall.steps.at(first), &last = fall.steps.back();
  std::string text;
  auto to = std::back_inserter(text);
  fmt::format_to(to, "A wrinkled torus of {} triangles sinks into a toothed landscape of {}, in {} steps.\n\n",
                 with_commas(fall.torus.mesh().triangles.size()), with_commas(fall.landscape.mesh().triangles.size()),
                 fall.steps.size());
  fmt::format_to(to, "  trees          built in {} and {}\n", as_duration(fall.build_seconds_torus),
                 as_duration(fall.build_seconds_landscape));
  fmt::format_to(to, "  first contact  step {}, {} at height {:.2f}\n", first,
                 counted_with_commas(touch.contacts.pairs.size(), "pair"), touch.torus_at.shift.z);
  fmt::format_to(to, "  last step      {} at height {:.2f}\n", counted_with_commas(last.contacts.pairs.size(), "pair"),
                 last.torus_at.shift.z);
  fmt::format_to(to, "  all steps      {} of triangles, each decided exactly\n",
                 counted_with_commas(totals.contacts, "pair"));
  fmt::format_to(to, "  tests          {} of volumes, {} of triangles, {} of these by exact arithmetic\n",
                 with_commas(totals.counters.volume_tests), with_commas(totals.counters.triangle_tests),
                 with_commas(totals.counters.exact_tests));
  fmt::format_to(to, "  time           {} per step on average, {} at most, on one thread\n\n",
                 as_duration(totals.seconds / static_cast<double>(fall.steps.size())), as_duration(totals.longest));
  const std::string folder = out.string();
  fmt::format_to(to, "See {0}/demo.png; the numbers are in {0}/demo.json, the pairs in {0}/contacts.jsonl.\n", folder);
  fmt::format_to(to, "The same pairs from the meshes and poses beside them:\n");
  fmt::format_to(to, "  abut collide {0}/torus.stl {0}/landscape.stl --poses {0}/poses.txt --json\n", folder);
  return text;
}

ExitStatus run_demo(const DemoArguments& arguments) {
  ResultFolder folder(arguments.out);
  const std::filesystem::path& out = folder.unfinished();
  const Fall fall = fall_of_the_torus();
  const std::string numbers = json_of(fall).dump(1) + "\n";
  save_png(picture_of(fall, arguments.threads.value_or(0)), out / "demo.png");
  save(fall.torus.mesh(), out / "torus.stl");
  save(fall.landscape.mesh(), out / "landscape.stl");
  write_file(out / "poses.txt", poses_of(fall));
  write_file(out / "contacts.jsonl", contacts_of(fall));
  write_file(out / "demo.json", numbers);
  folder.finish();
  Output output;
  if (arguments.voice.json)
    output.text = numbers;
  else if (!arguments.voice.quiet)
    output.text = text_of(fall, arguments.out);
  output.flush();
  return done;
}

constexpr const char* footer = R"(Examples:
  abut demo
  abut demo --out here --json

Writes demo.png (a picture), demo.json (contacts, tests and times of each step), contacts.jsonl (the
pairs), and torus.stl, landscape.stl and poses.txt, from which abut collide finds the same pairs.

Exit status: 0, or 2 on an error.)";

}  // namespace

void add_demo(CLI::App& app, Work& work) {
  auto arguments = std::make_shared<DemoArguments>();
  CLI::App& command = *app.add_subcommand("demo", "Drop a wrinkled torus onto a toothed landscape, with a picture");
  command.add_option("--out", arguments->out, "Folder for the results (out/demo unless told)")->type_name("DIR");
  add_voice(command, arguments->voice);
  add_threads(command, arguments->threads, "all cores unless told; times are those of one thread");
  command.footer(footer);
  command.callback([arguments, &work] { work = [arguments] { return run_demo(*arguments); }; });
}

}  // namespace abut::cli
