#include "io/file.h"
#include "report/page_data.h"
#include <abut/robot_report.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <nlohmann/json.hpp>

namespace abut {

namespace {

using Json = nlohmann::ordered_json;

Json rows_of(const Placement& at) {
  Json rows = Json::array();
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) rows.push_back(at.linear(row, column));
    rows.push_back(at.shift[row]);
  }
  return rows;
}

Json limit_of(double limit) { return std::isfinite(limit) ? Json(limit) : Json(nullptr); }

/// Meshes that the page draws; shapes with the same model share one.
class PageBodies {
 public:
  std::size_t of(const Shape& shape) {
    const auto [at, is_new] = known_.try_emplace(&shape.core().mesh(), meshes_.size());
    if (is_new) meshes_.push_back(at->first);
    return at->second;
  }

  void write(const TextSink& sink) const {
    Json head{{"bodies", Json::array()}};
    for (const Mesh* mesh : meshes_)
      head["bodies"].push_back({{"points", mesh->points.size()}, {"triangles", mesh->triangles.size()}});
    std::string text = head.dump();
    text.pop_back();
    sink(text);
    write_numbers(sink, "positions", [this](Base64& numbers) {
      for (const Mesh* mesh : meshes_)
        for (const Vec3& point : mesh->points)
          for (int axis = 0; axis < 3; ++axis) numbers.add(static_cast<float>(point[axis]));
    });
    write_numbers(sink, "indices", [this](Base64& numbers) {
      for (const Mesh* mesh : meshes_)
        for (const Triangle& triangle : mesh->triangles)
          for (std::uint32_t corner : triangle) numbers.add(corner);
    });
    sink("}");
  }

 private:
  std::vector<const Mesh*> meshes_;
  std::unordered_map<const Mesh*, std::size_t> known_;
};

/// What is round is drawn round where the page knows how, and as its core otherwise.
Json json_of(const Shape& shape, const Placement& at, PageBodies& bodies) {
  Json json{{"at", rows_of(at)}};
  switch (shape.kind()) {
    case ShapeKind::sphere:
      json["kind"] = "sphere", json["radius"] = shape.radius();
      break;
    case ShapeKind::capsule: {
      const Bounds core = bounds_of(shape.core().mesh().points);
      json["kind"] = "capsule", json["radius"] = shape.radius(), json["length"] = core.high.z - core.low.z;
      break;
    }
    case ShapeKind::half_space:
      json["kind"] = "half-space";
      break;
    default:
      json["kind"] = "mesh", json["body"] = bodies.of(shape);
  }
  return json;
}

Json json_of(const Joint& joint, const JointPlace& place) {
  return {{"name", joint.name},
          {"kind", name_of(joint.kind)},
          {"parent", place.parent},
          {"child", place.child},
          {"origin", rows_of(joint.origin)},
          {"axis", {joint.axis.x, joint.axis.y, joint.axis.z}},
          {"first_number", place.first_number},
          {"multiplier", place.multiplier},
          {"offset", place.offset}};
}

bool is_angle(const Figure& figure, const JointNumber& number) {
  return number.wraps || figure.joints()[number.joint].kind == JointKind::revolute;
}

/// Names are numbered as Checker::names() does: links, then what they carry, figure by figure.
class PageRun {
 public:
  explicit PageRun(const RobotRun& run) : run_(run), names_(Json::array()) {}

  Json json() {
    Json figures = Json::array(), bodies = Json::array();
    for (const CheckedFigure& figure : run_.setup.figures) figures.push_back(figure_json(figure));
    for (const CheckedBody& body : run_.setup.bodies) {
      Json shape = json_of(body.shape, body.at, meshes);
      bodies.push_back({{"name", add_name(body.name)}, {"shape", std::move(shape)}});
    }
    const std::size_t count = run_.touching.size();
    return {{"schema", "abut-robot"},
            {"version", 1},
            {"name", run_.name},
            {"names", names_},
            {"figures", std::move(figures)},
            {"bodies", std::move(bodies)},
            {"configurations", configurations()},
            {"touching", touching()},
            {"checked", std::max(run_.checked, count)}};
  }

  PageBodies meshes;

 private:
  std::size_t add_name(const std::string& name) {
    names_.push_back(name);
    return names_.size() - 1;
  }

  Json figure_json(const CheckedFigure& checked) {
    const Figure& figure = checked.figure;
    const std::string prefix = checked.name.empty() ? "" : checked.name + "/";
    Json links = Json::array(), attached = Json::array(), joints = Json::array(), numbers = Json::array();
    for (const Link& link : figure.links()) {
      Json shapes = Json::array();
      for (const LinkShape& shape : link.shapes) shapes.push_back(json_of(shape.shape, shape.at, meshes));
      links.push_back({{"name", add_name(prefix + link.name)}, {"shapes", std::move(shapes)}});
    }
    for (const AttachedBody& body : checked.attached) {
      Json shape = json_of(body.shape, body.at, meshes);
      attached.push_back(
          {{"name", add_name(body.name)}, {"link", figure.find_link(body.link).value()}, {"shape", std::move(shape)}});
    }
    for (std::size_t joint : figure.order())
      joints.push_back(json_of(figure.joints()[joint], figure.joint_places()[joint]));
    for (const JointNumber& number : figure.numbers())
      numbers.push_back({{"name", prefix + number.name},
                         {"lower", limit_of(number.limits.lower)},
                         {"upper", limit_of(number.limits.upper)},
                         {"is_angle", is_angle(figure, number)}});
    return {{"base", rows_of(checked.base)}, {"links", links},    {"attached", attached}, {"joints", joints},
            {"root", figure.root()},         {"numbers", numbers}};
  }

  Json configurations() const {
    Json all = Json::array();
    const std::size_t count = run_.touching.size(), dof = count ? run_.configurations.size() / count : 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto first = run_.configurations.begin() + static_cast<std::ptrdiff_t>(i * dof);
      all.push_back(Json(std::vector<double>(first, first + static_cast<std::ptrdiff_t>(dof))));
    }
    return all;
  }

  Json touching() const {
    Json all = Json::array();
    for (const std::vector<CheckedPair>& pairs : run_.touching) {
      Json one = Json::array();
      for (const CheckedPair& pair : pairs) one.push_back(Json::array({pair.a, pair.b}));
      all.push_back(std::move(one));
    }
    return all;
  }

  const RobotRun& run_;
  Json names_;
};

}  // namespace

void write_robot_page(const RobotRun& run, const TextSink& sink) {
  PageRun page(run);
  const std::string json = page.json().dump();
  const PageBlock blocks[] = {
      {"abut-robot", [&](const TextSink& into) { write_inside_script(into, json); }},
      {"abut-robot-geometry", [&](const TextSink& into) { page.meshes.write(into); }},
  };
  write_page_with(blocks, sink);
}

void write_robot_page(const RobotRun& run, const std::string& file) {
  OutputFile output(file);
  write_robot_page(run, [&](std::string_view piece) { output.write(piece); });
  output.finish();
}

}  // namespace abut
