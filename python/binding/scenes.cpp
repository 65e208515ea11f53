#include "scenes.h"

#include "motions.h"
#include "parts.h"
#include "pickle_values.h"

#include <sstream>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_scene =
    R"(A persistent world of named bodies, shapes at poses, that come, move and go.

It keeps the pairs whose boxes touch up to date with every change, so that a frame in which few bodies move costs little,
whatever the number of bodies. Two bodies touch when their shapes are no farther apart than the sum of their paddings,
decided exactly; a body wholly inside a solid one touches it. Pairs come as tuples of names, in the order in which bodies
were added; the number of threads changes no answer. copy.copy() gives a snapshot.

>>> scene = abut.Scene()
>>> scene.add("floor", abut.HalfSpace())
>>> scene.add("crate", abut.Box(1, 1, 1), [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0.5]], padding=0.01)
>>> scene.touching()
[('floor', 'crate')]
)";

constexpr const char* about_scene_add =
    R"(add(name, shape, pose=None, *, padding=0.0, group=1, mask=0xffffffff)
--

A new body. Its name must not be taken.

shape: an abut.Shape, a Solid as one, or the surface of a Model or mesh.
padding: bodies touch when they are no farther apart than the sum of their paddings.
group, mask: bits; bodies are looked at together when each one's mask has a bit of the other's group.
)";

constexpr const char* about_attach =
    R"(attach(name, to, pose=None, *, may_collide=False)
--

From now on a body moves with another one.

pose: where it stands in the frame of the other one; None: as it stands now.
may_collide: are the two looked at together all the same?
)";

constexpr const char* about_scene_contacts =
    R"(contacts(*, distance=0.0, depth=True, threads=1)
--

All pairs that touch, or are no farther apart than a distance and their paddings.

A list of tuples (name, name, abut.ShapeDistance), with closest points, normal, and distance or depth of the shapes.
)";

constexpr const char* about_nearest =
    R"(nearest(name, cut_off=inf)
--

The closest body to a body, as a tuple (name, abut.ShapeDistance), or None if all are farther away than cut_off.
)";

constexpr const char* about_first_hit =
    R"(first_hit(origin, direction, *, t_min=0.0, t_max=inf, mask=0xffffffff)
--

The first body that a ray meets, as an abut.SceneHit, or None. A ray that begins inside a solid body meets it at once.

mask: only bodies that have a bit of it in their group.
)";

constexpr const char* about_first_contacts =
    R"(first_contacts(motions, *, margin=0.0, threads=1)
--

When do bodies that move first touch each other, or those that rest?

A list of tuples (name, name, abut.MovingContact) of the pairs that are not proved to stay clear of each other, earliest
first. Nothing tunnels.

motions: a dictionary from names to abut.Motions.

>>> scene = abut.Scene()
>>> scene.add("ball", abut.Sphere(0.1))
>>> scene.add("wall", abut.Box(0.01, 4, 4), [[1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0]])
>>> [(a, b, contact)] = scene.first_contacts({"ball": abut.Motion.straight(None, [10, 0, 0])})
>>> a, b, round(contact.upper, 5)
('ball', 'wall', 0.4895)
)";

constexpr const char* about_next_frame =
    R"(next_frame(*, threads=1)
--

What touches now, compared with the last call.

An abut.SceneEvents with the lists `began`, `stayed` and `ended` of pairs of names. At the first call all that touches
began.
)";

/// Pairs of names instead of ids.
std::vector<Names> named(const Scene& scene, std::span<const BodyPair> pairs) {
  std::vector<Names> names;
  names.reserve(pairs.size());
  for (const BodyPair& pair : pairs) names.emplace_back(scene.name(pair.a), scene.name(pair.b));
  return names;
}

/// What a query returns on a snapshot, without the interpreter's lock.
template <class Query>
auto ask(const Scene& scene, const Query& query) {
  const Scene snapshot = scene;
  const py::gil_scoped_release release;
  return query(snapshot);
}

NamedEvents next_frame(Scene& scene, int threads) {
  const SceneEvents events = scene.next_frame({.threads = threads});
  return {named(scene, events.began), named(scene, events.stayed), named(scene, events.ended)};
}

py::object first_hit(const Scene& scene, py::handle origin, py::handle direction, double t_min, double t_max,
                     std::uint32_t mask) {
  const Ray ray{point_from(origin, "origin"), point_from(direction, "direction"), t_min, t_max};
  const std::optional<SceneHit> hit = scene.first_hit(ray, mask);
  return hit ? py::cast(NamedHit{scene.name(hit->body), *hit}) : py::none();
}

py::list first_contacts(const Scene& scene, const py::dict& given, double margin, int threads) {
  std::vector<BodyMotion> motions;
  for (const auto& [name, motion] : given)
    motions.push_back({scene.find(py::cast<std::string>(name)), motion_from(motion, "motions")});
  const auto found = ask(scene, [&](const Scene& snapshot) {
    return snapshot.first_contacts(motions, {.margin = margin, .threads = threads});
  });
  py::list all;
  for (const SceneMotionContact& each : found)
    all.append(py::make_tuple(scene.name(each.pair.a), scene.name(each.pair.b), py::cast(each.contact)));
  return all;
}

py::list contacts(const Scene& scene, double distance, bool depth, int threads) {
  const auto found = ask(scene, [&](const Scene& snapshot) {
    return snapshot.contacts({.distance = distance, .depth = depth, .threads = threads});
  });
  py::list all;
  for (const SceneContact& each : found)
    all.append(py::make_tuple(scene.name(each.pair.a), scene.name(each.pair.b), each.distance));
  return all;
}

py::object nearest(const Scene& scene, const std::string& name, double cut_off) {
  const std::optional<SceneNeighbour> found = scene.nearest(scene.find(name), cut_off);
  if (!found) return py::none();
  return py::make_tuple(scene.name(found->body), found->distance);
}

void move(Scene& scene, py::handle name, py::handle pose) {
  if (py::isinstance<py::str>(name))
    return scene.move(scene.find(py::cast<std::string>(name)), placement_from(pose, "pose"));
  std::vector<BodyId> bodies;
  for (const py::handle each : name) bodies.push_back(scene.find(py::cast<std::string>(each)));
  scene.move(bodies, placements_from(pose, "pose"));
}

py::array touches_at(const Scene& scene, const std::string& name, py::handle poses, int threads) {
  const BodyId body = scene.find(name);
  const std::vector<Placement> at = placements_from(poses, "poses");
  const std::vector<std::uint8_t> touched =
      ask(scene, [&](const Scene& snapshot) { return snapshot.touches_at(body, at, {.threads = threads}); });
  py::array_t<bool> answer(static_cast<py::ssize_t>(touched.size()));
  std::copy(touched.begin(), touched.end(), answer.mutable_data());
  return answer;
}

void set_options(Scene& scene, const std::string& name, std::optional<double> padding,
                 std::optional<std::uint32_t> group, std::optional<std::uint32_t> mask) {
  const BodyId body = scene.find(name);
  const BodyOptions before = scene.options(body);
  scene.set_options(body, {.padding = padding.value_or(before.padding),
                           .group = group.value_or(before.group),
                           .mask = mask.value_or(before.mask)});
}

void attach(Scene& scene, const std::string& name, const std::string& to, py::handle pose, bool may_collide) {
  const AttachOptions options{.may_collide = may_collide};
  if (pose.is_none()) return scene.attach(scene.find(name), scene.find(to), options);
  scene.attach(scene.find(name), scene.find(to), placement_from(pose, "pose"), options);
}

/// What a scene is made of, for pickle: bodies, attachments by name, and patterns. What touched in the last frame is
/// not part of it.
py::tuple state_of_scene(const Scene& scene) {
  py::list bodies, attachments, allowed;
  ShapeObjects objects;
  for (const BodyId body : scene.bodies()) {
    const BodyOptions& options = scene.options(body);
    bodies.append(py::make_tuple(scene.name(body), objects(scene.shape(body)), array_of(scene.placement(body)),
                                 options.padding, options.group, options.mask));
    if (const std::optional<Attachment> held = scene.attachment(body))
      attachments.append(py::make_tuple(scene.name(body), scene.name(held->to), array_of(held->at), held->may_collide));
  }
  for (const AllowedPatterns& each : scene.allowed()) allowed.append(py::make_tuple(each.a, each.b));
  return py::make_tuple(bodies, attachments, allowed);
}

/// The items of a part of a state: tuples of so many things.
std::vector<py::tuple> items_of(const py::handle& part, std::size_t size) {
  std::vector<py::tuple> items;
  for (const py::handle item : part.cast<py::list>()) {
    items.push_back(item.cast<py::tuple>());
    if (items.back().size() != size) throw py::cast_error();
  }
  return items;
}

Scene scene_from_parts(const py::tuple& state) {
  if (state.size() != 3) throw py::cast_error();
  Scene scene;
  for (const py::tuple& body : items_of(state[0], 6)) {
    scene.add(py::cast<std::string>(body[0]), shape_from(body[1]), placement_from(body[2], "pose"),
              {py::cast<double>(body[3]), py::cast<std::uint32_t>(body[4]), py::cast<std::uint32_t>(body[5])});
  }
  for (const py::tuple& held : items_of(state[1], 4)) {
    scene.attach(scene.find(py::cast<std::string>(held[0])), scene.find(py::cast<std::string>(held[1])),
                 placement_from(held[2], "pose"), {.may_collide = py::cast<bool>(held[3])});
  }
  for (const py::tuple& patterns : items_of(state[2], 2))
    scene.allow(py::cast<std::string>(patterns[0]), py::cast<std::string>(patterns[1]));
  return scene;
}

Scene scene_from(const py::tuple& state) { return unpickled("abut.Scene", state, &scene_from_parts); }

std::string describe_scene(const Scene& scene) {
  return "<abut.Scene: " + std::to_string(scene.size()) + (scene.size() == 1 ? " body>" : " bodies>");
}

template <class Class>
void add_changes(Class& type) {
  const py::kw_only names_only;
  type.def(
          "add",
          [](Scene& scene, std::string name, py::handle shape, py::handle pose, double padding, std::uint32_t group,
             std::uint32_t mask) {
            scene.add(std::move(name), shape_from(shape), placement_from(pose, "pose"), {padding, group, mask});
          },
          py::arg("name"), py::arg("shape"), py::arg("pose") = py::none(), names_only, py::arg("padding") = 0.0,
          py::arg("group") = 1u, py::arg("mask") = 0xffffffffu, about_scene_add)
      .def(
          "remove", [](Scene& scene, const std::string& name) { scene.remove(scene.find(name)); }, py::arg("name"),
          "remove(name)\n--\n\nBodies attached to it stay where they are.")
      .def(
          "move", &move, py::arg("name"), py::arg("pose"),
          "move(name, pose)\n--\n\nMoves a body, or several at once: a list of names and poses (N, 4, 4) or (N, 3, 4).")
      .def(
          "set_shape",
          [](Scene& scene, const std::string& name, py::handle shape) {
            scene.set_shape(scene.find(name), shape_from(shape));
          },
          py::arg("name"), py::arg("shape"), "set_shape(name, shape)\n--\n\nGives a body another shape.")
      .def("set_options", &set_options, py::arg("name"), names_only, py::arg("padding") = py::none(),
           py::arg("group") = py::none(), py::arg("mask") = py::none(),
           "set_options(name, *, padding=None, group=None, mask=None)\n--\n\nChanges those that are given.")
      .def("attach", &attach, py::arg("name"), py::arg("to"), py::arg("pose") = py::none(), names_only,
           py::arg("may_collide") = false, about_attach)
      .def(
          "detach", [](Scene& scene, const std::string& name) { scene.detach(scene.find(name)); }, py::arg("name"),
          "detach(name)\n--\n\nThe body stays where it is.")
      .def(
          "allow", [](Scene& scene, std::string a, std::string b) { scene.allow(std::move(a), std::move(b)); },
          py::arg("pattern_a"), py::arg("pattern_b"),
          "allow(pattern_a, pattern_b)\n--\n\nBodies whose names match the two patterns, in either order, may touch.");
}

template <class Class>
void add_contents(Class& type) {
  type.def("__len__", &Scene::size)
      .def("__contains__", [](const Scene& scene, const std::string& name) { return scene.has(name); })
      .def_property_readonly(
          "names",
          [](const Scene& scene) {
            std::vector<std::string> names;
            for (const BodyId body : scene.bodies()) names.push_back(scene.name(body));
            return names;
          },
          "The names of all bodies.")
      .def(
          "pose",
          [](const Scene& scene, const std::string& name) { return array_of(scene.placement(scene.find(name))); },
          py::arg("name"), "pose(name)\n--\n\nWhere a body stands: (4, 4).")
      .def(
          "shape", [](const Scene& scene, const std::string& name) { return scene.shape(scene.find(name)); },
          py::arg("name"), "shape(name)\n--\n\nWhat a body looks like.")
      .def(
          "bounds",
          [](const Scene& scene, const std::string& name) { return array_of(scene.bounds(scene.find(name))); },
          py::arg("name"), "bounds(name)\n--\n\nA box around a body with its padding: (2, 3).")
      .def(py::pickle(&state_of_scene, &scene_from))
      .def("__copy__", [](const Scene& scene) { return Scene(scene); })
      .def("__deepcopy__", [](const Scene& scene, const py::dict&) { return Scene(scene); })
      .def("__repr__", &describe_scene);
}

template <class Class>
void add_queries(Class& type) {
  const py::kw_only names_only;
  const auto threads = py::arg("threads") = 1;
  type.def(
          "touching",
          [](const Scene& scene, int count) {
            return named(scene, ask(scene, [&](const Scene& it) { return it.touching({.threads = count}); }));
          },
          names_only, threads, "touching(*, threads=1)\n--\n\nAll pairs that touch, as tuples of names.")
      .def(
          "touching_body",
          [](const Scene& scene, const std::string& name) {
            std::vector<std::string> names;
            for (const BodyId other : scene.touching(scene.find(name))) names.push_back(scene.name(other));
            return names;
          },
          py::arg("name"), "touching_body(name)\n--\n\nThe names of the bodies that touch a body.")
      .def(
          "touches_at", &touches_at, py::arg("name"), py::arg("poses"), names_only, threads,
          "touches_at(name, poses, *, threads=1)\n--\n\nWould the body touch another one, standing elsewhere? For each "
          "of the poses (N, 4, 4) or (N, 3, 4).")
      .def(
          "within",
          [](const Scene& scene, double distance, int count) {
            return named(scene, ask(scene, [&](const Scene& it) { return it.within(distance, {.threads = count}); }));
          },
          py::arg("distance"), names_only, threads,
          "within(distance, *, threads=1)\n--\n\nAll pairs no farther apart than a distance and their paddings.")
      .def("contacts", &contacts, names_only, py::arg("distance") = 0.0, py::arg("depth") = true, threads,
           about_scene_contacts)
      .def("nearest", &nearest, py::arg("name"), py::arg("cut_off") = std::numeric_limits<double>::infinity(),
           about_nearest)
      .def("first_hit", &first_hit, py::arg("origin"), py::arg("direction"), names_only, py::arg("t_min") = 0.0,
           py::arg("t_max") = std::numeric_limits<double>::infinity(), py::arg("mask") = 0xffffffffu, about_first_hit)
      .def("first_contacts", &first_contacts, py::arg("motions"), names_only, py::arg("margin") = 0.0, threads,
           about_first_contacts)
      .def("next_frame", &next_frame, names_only, threads, about_next_frame);
}

}  // namespace

void add_scenes(py::module_& module) {
  py::class_<NamedEvents>(module, "SceneEvents", "What changed since the last frame: lists of pairs of names.")
      .def_readonly("began", &NamedEvents::began)
      .def_readonly("stayed", &NamedEvents::stayed)
      .def_readonly("ended", &NamedEvents::ended)
      .def("__repr__", [](const NamedEvents& events) {
        return "<abut.SceneEvents: " + std::to_string(events.began.size()) + " began, " +
               std::to_string(events.stayed.size()) + " stayed, " + std::to_string(events.ended.size()) + " ended>";
      });
  py::class_<NamedHit>(module, "SceneHit", "The first point of a body on a ray.")
      .def_readonly("body", &NamedHit::body)
      .def_property_readonly("t", [](const NamedHit& hit) { return hit.hit.t; })
      .def_property_readonly("point", [](const NamedHit& hit) { return array_of(hit.hit.point); })
      .def_property_readonly("normal", [](const NamedHit& hit) { return array_of(hit.hit.normal); })
      .def("__repr__", [](const NamedHit& hit) {
        std::ostringstream text;
        text << "<abut.SceneHit: '" << hit.body << "' at t = " << hit.hit.t << ">";
        return text.str();
      });
  py::class_<Scene> type(module, "Scene", about_scene);
  type.def(py::init<>());
  add_changes(type);
  add_contents(type);
  add_queries(type);
}

}  // namespace abut::python
