#include "cab/phases.h"
#include "experiment.h"

#include <cstdio>

namespace abut::bench::cab {

using classic::figure::all_ways;
using classic::figure::Figures;
using classic::figure::Link;
using classic::figure::LinkPair;
using classic::figure::Way;

namespace {

void add_row(Table& table, const Recording& recording, Way way, const Cost& cost, const Surroundings& surroundings) {
  const double boxes = cost.update + cost.test;
  table.row({recording.name, recording.title, cell(recording.figures.pairs()), cell(std::uint64_t{recording.count()}),
             std::string(name_of(way)), cell(cost.tested), cell(cost.false_alarms()), cell(cost.query),
             cell(cost.update), cell(cost.test), cell(boxes + cost.query), cell(cost.distances),
             cell(boxes + cost.distances), cell(cost.box_tests), cell(cost.boxes_fitted)});
  char text[160];
  std::snprintf(text, sizeof text, "%s, %s: #coll %llu, #false %llu, %.4f s", recording.name.c_str(),
                std::string(name_of(way)).c_str(), static_cast<unsigned long long>(cost.tested),
                static_cast<unsigned long long>(cost.false_alarms()), boxes + cost.query);
  surroundings.say(text);
}

const std::vector<std::string> columns{"table", "title",     "pairs",           "frames",    "way",
                                       "coll",  "false",     "query",           "update",    "test",
                                       "total", "distances", "total_distances", "box_tests", "boxes_fitted"};

/// The same motion, asked about pairs of different figures alone.
Recording between_figures(const Recording& recording) {
  std::vector<std::vector<Link>> figures;
  std::vector<std::size_t> figure_of;
  std::int32_t first = 0;
  for (Link link : recording.figures.links()) {
    if (link.parent < 0) {
      first = static_cast<std::int32_t>(figure_of.size());
      figures.emplace_back();
    } else {
      link.parent -= first;
    }
    figure_of.push_back(figures.size());
    figures.back().push_back(link);
  }
  std::vector<LinkPair> within;
  for (std::uint32_t a = 0; a < figure_of.size(); ++a)
    for (std::uint32_t b = a + 1; b < figure_of.size(); ++b)
      if (figure_of[a] == figure_of[b]) within.push_back({a, b});
  return {recording.name, recording.title + ", one chain against the other", Figures(figures, within), recording.meshes,
          recording.frames};
}

}  // namespace

/// Tables 1 to 5: every way over every recording.
void tables(const Surroundings& surroundings) {
  Table table(columns);
  for (const Recording& recording : all_recordings(surroundings.count<std::size_t>(10000, 200)))
    for (Way way : all_ways)
      add_row(table, recording, way, play(recording, way, surroundings.count(5, 1)), surroundings);
  table.save(surroundings.out / "tables.csv");
}

/// The partial update where chains swing and where they are braided: with all pairs, and between the chains alone.
void partial(const Surroundings& surroundings) {
  const std::size_t frames = surroundings.count<std::size_t>(10000, 200);
  Table table(columns);
  for (const Recording& whole : {table2(frames), table4(frames)})
    for (const Recording& recording : {whole, between_figures(whole)})
      for (Way way : {Way::aabb_corners, Way::aabb_partial})
        add_row(table, recording, way, play(recording, way, surroundings.count(5, 1)), surroundings);
  table.save(surroundings.out / "partial.csv");
}

}  // namespace abut::bench::cab
