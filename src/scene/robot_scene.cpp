#include <abut/robot_scene.h>

#include <algorithm>

namespace abut {

namespace {

std::string prefix_of(const SceneRobot& robot) { return robot.name.empty() ? "" : robot.name + "/"; }

/// A scene that has bodies for links, too: without shapes, to ask what is looked at together.
class NamedScene {
 public:
  explicit NamedScene(const Scene& scene) : scene_(scene) {}

  /// The body of this name gives way to an attached one.
  void take_out(const std::string& name) {
    if (scene_.has(name)) scene_.remove(scene_.find(name));
  }
  void add_mover(const std::string& name, const SceneRobot& robot) {
    movers_.push_back(scene_.add(name, Shape(), {}, {.padding = 0, .group = robot.group, .mask = robot.mask}));
  }
  std::vector<BodyId> bodies() const {
    std::vector<BodyId> rest;
    for (const BodyId body : scene_.bodies())
      if (!std::binary_search(movers_.begin(), movers_.end(), body)) rest.push_back(body);
    return rest;
  }
  void sort() { std::sort(movers_.begin(), movers_.end()); }

  /// Pairs with a mover that the scene does not look at.
  void append_allowed(std::vector<NamePair>& allowed) const {
    const std::vector<BodyId> all = scene_.bodies();
    for (const BodyId mover : movers_)
      for (const BodyId other : all)
        if (mover != other && !scene_.looks_at(mover, other))
          allowed.push_back({scene_.name(mover), scene_.name(other)});
  }
  const Scene& scene() const { return scene_; }

 private:
  Scene scene_;
  std::vector<BodyId> movers_;
};

CheckedFigure figure_of(const SceneRobot& robot) {
  return {.name = robot.name,
          .figure = robot.robot.figure,
          .base = robot.base,
          .padding = robot.padding,
          .self_padding = robot.self_padding,
          .neighbours_may_touch = false,
          .attached = robot.attached};
}

void append_allowed(const SceneRobot& robot, std::vector<NamePair>& allowed) {
  const std::string prefix = prefix_of(robot);
  const std::vector<Link>& links = robot.robot.figure.links();
  for (const AllowedLinks& pair : robot.robot.allowed)
    allowed.push_back({prefix + links[pair.a].name, prefix + links[pair.b].name});
}

}  // namespace

CheckerSetup checker_setup(const Scene& scene, std::span<const SceneRobot> robots) {
  CheckerSetup setup;
  NamedScene named(scene);
  for (const SceneRobot& robot : robots) {
    setup.figures.push_back(figure_of(robot));
    append_allowed(robot, setup.allowed);
    const std::string prefix = prefix_of(robot);
    for (const AttachedBody& body : robot.attached) named.take_out(body.name);
    for (const Link& link : robot.robot.figure.links()) named.add_mover(prefix + link.name, robot);
    for (const AttachedBody& body : robot.attached) named.add_mover(body.name, robot);
  }
  named.sort();
  named.append_allowed(setup.allowed);
  for (const BodyId body : named.bodies())
    setup.bodies.push_back({named.scene().name(body), named.scene().shape(body), named.scene().placement(body),
                            named.scene().options(body).padding});
  return setup;
}

}  // namespace abut
