#include "io/file.h"
#include "report/page_data.h"
#include <abut/report.h>

#include <algorithm>
#include <unordered_map>

#include <nlohmann/json.hpp>

namespace abut {

namespace {

/// Objects keep the order in which their keys are written.
using Json = nlohmann::ordered_json;
Json json_of(const Vec3& point) { return Json::array({point.x, point.y, point.z}); }

Vec3 middle_of(const Mesh& mesh) {
  const Bounds own = bounds_of(mesh.points);
  return own.low.x <= own.high.x ? 0.5 * own.low + 0.5 * own.high : Vec3{};
}

/// Everything that the page draws. Single precision holds small numbers only: points are taken from the middle of their
/// body, and bodies from the middle of the assembly.
class PageGeometry {
 public:
  explicit PageGeometry(const ClashRun& run) : run_(run) {
    std::unordered_map<const Mesh*, std::size_t> known;
    for (const AssemblyPart& part : run.assembly.parts()) {
      const auto [at, is_new] = known.try_emplace(&part.model.mesh(), bodies_.size());
      if (is_new) bodies_.push_back({at->first, middle_of(*at->first)});
      body_of_.push_back(at->second);
    }
    Bounds all;
    for (std::size_t i = 0; i < body_of_.size(); ++i) {
      const Vec3 middle = run.motion.at(0, i) * bodies_[body_of_[i]].origin;
      all = {min(all.low, middle), max(all.high, middle)};
    }
    if (!body_of_.empty()) centre_ = 0.5 * all.low + 0.5 * all.high;
  }

  void write(const TextSink& sink) const {
    std::string head = opening().dump();
    head.pop_back();
    sink(head);
    write_numbers(sink, "positions", [this](Base64& numbers) { add_positions(numbers); });
    write_numbers(sink, "indices", [this](Base64& numbers) { add_indices(numbers); });
    write_numbers(sink, "steps", [this](Base64& numbers) { add_steps(numbers); });
    write_numbers(sink, "turns", [this](Base64& numbers) { add_turns(numbers); });
    write_numbers(sink, "shifts", [this](Base64& numbers) { add_shifts(numbers); });
    sink("}");
  }

 private:
  struct PageBody {
    const Mesh* mesh;
    Vec3 origin;  ///< the middle of its box, in its own frame
  };

  Json opening() const {
    Json head{{"centre", json_of(centre_)}, {"bodies", Json::array()}, {"parts", Json::array()}};
    for (const PageBody& body : bodies_)
      head["bodies"].push_back({{"points", body.mesh->points.size()},
                                {"triangles", body.mesh->triangles.size()},
                                {"origin", json_of(body.origin)}});
    for (std::size_t i = 0; i < body_of_.size(); ++i)
      head["parts"].push_back({{"body", body_of_[i]}, {"keys", run_.motion.tracks[i].size()}});
    return head;
  }

  void add_positions(Base64& numbers) const {
    for (const PageBody& body : bodies_)
      for (const Vec3& point : body.mesh->points)
        for (int axis = 0; axis < 3; ++axis) numbers.add(static_cast<float>(point[axis] - body.origin[axis]));
  }
  void add_indices(Base64& numbers) const {
    for (const PageBody& body : bodies_)
      for (const Triangle& triangle : body.mesh->triangles)
        for (std::uint32_t corner : triangle) numbers.add(corner);
  }
  void add_steps(Base64& numbers) const {
    for (const auto& track : run_.motion.tracks)
      for (const MotionKey& key : track) numbers.add(static_cast<std::uint32_t>(key.step));
  }
  void add_turns(Base64& numbers) const {
    for (const auto& track : run_.motion.tracks)
      for (const MotionKey& key : track)
        for (double entry : key.at.linear.entries) numbers.add(static_cast<float>(entry));
  }
  /// In double precision: of parts that are far apart the reader looks closely at one.
  void add_shifts(Base64& numbers) const {
    for (std::size_t i = 0; i < body_of_.size(); ++i)
      for (const MotionKey& key : run_.motion.tracks[i]) {
        const Vec3 shift = key.at * bodies_[body_of_[i]].origin - centre_;
        for (int axis = 0; axis < 3; ++axis) numbers.add(shift[axis]);
      }
  }

  const ClashRun& run_;
  std::vector<PageBody> bodies_;      ///< parts with the same model share one
  std::vector<std::size_t> body_of_;  ///< for each part
  Vec3 centre_;
};

}  // namespace

void write_page(const ClashRun& run, const TextSink& sink) {
  const PageBlock blocks[] = {
      {"abut-clash",
       [&](const TextSink& into) {
         write_json(run, [&](std::string_view piece) { write_inside_script(into, piece); });
       }},
      {"abut-geometry", [&](const TextSink& into) { PageGeometry(run).write(into); }},
  };
  write_page_with(blocks, sink);
}

void write_page(const ClashRun& run, const std::string& file) {
  OutputFile output(file);
  write_page(run, [&](std::string_view piece) { output.write(piece); });
  output.finish();
}

}  // namespace abut
