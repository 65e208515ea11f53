#include "keywords.h"
#include "parts.h"
#include <abut/robot.h>
#include <abut/robot_models.h>

#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_robot =
    R"(A robot from a URDF file: links with shapes, joints, and what an SRDF file says may touch.

Robot(urdf, *, srdf=None, packages=None, solid=True, turn_up_axis=False, allow_neighbours=None)

srdf: the SRDF file.
packages: a dict from names to folders, for package://name/...; the usual environment variables serve as well.
solid: closed meshes are solid. turn_up_axis: turn .dae and .gltf meshes whose up axis is not z, as ROS tools do not.
allow_neighbours: may links touch that a joint connects? Default: only without an SRDF file.

A configuration is an array of `dof` numbers, named by `numbers`: one for each joint that moves and follows no other, in
the order of the file; three for a planar joint (x, y, angle), seven for a floating one (position, quaternion x y z w).

>>> robot = abut.Robot(abut.shapes.write_robot("arm", folder))
>>> robot
<abut.Robot 'arm': 8 links, 7 numbers>
>>> robot.place(robot.neutral())[-1, :3, 3]
array([0.   , 0.17 , 1.175])
)";

Robot make_robot(py::handle urdf, const py::kwargs& given) {
  Keywords keywords("Robot", given);
  const py::object path = py::module_::import("os").attr("fspath");
  RobotOptions options;
  if (const py::handle srdf = keywords.take("srdf")) options.srdf = path(srdf).cast<std::string>();
  if (const py::handle packages = keywords.take("packages")) {
    if (!py::isinstance<py::dict>(packages))
      throw py::type_error("packages must be a dict from names to folders; it is " + std::string(py::repr(packages)) +
                           ".");
    for (const auto& [name, folder] : py::reinterpret_borrow<py::dict>(packages))
      options.packages.push_back({py::cast<std::string>(name), path(folder).cast<std::string>()});
  }
  options.solid = keywords.take<bool>("solid").value_or(true);
  options.turn_up_axis = keywords.take<bool>("turn_up_axis").value_or(false);
  options.allow_neighbours = keywords.take<bool>("allow_neighbours");
  keywords.finish();
  const std::string file = path(urdf).cast<std::string>();
  const py::gil_scoped_release unlocked;
  return read_robot(file, options);
}

template <class Things>
std::vector<std::string> names_of(const Things& things) {
  std::vector<std::string> names;
  for (const auto& thing : things) names.push_back(thing.name);
  return names;
}

py::array array_of_numbers(const std::vector<double>& numbers, std::vector<py::ssize_t> shape) {
  py::array_t<double> array(std::move(shape));
  std::copy(numbers.begin(), numbers.end(), array.mutable_data());
  return array;
}

py::array limits_of(const Robot& self) {
  std::vector<double> limits;
  for (const JointNumber& number : self.figure.numbers())
    limits.insert(limits.end(), {number.limits.lower, number.limits.upper});
  return array_of_numbers(limits, {static_cast<py::ssize_t>(self.figure.dof()), 2});
}

/// Throws unless the array is one configuration or, with `many`, an array of them.
void require_configurations(const Doubles& array, const Robot& self, bool many) {
  const auto dof = static_cast<py::ssize_t>(self.figure.dof());
  if ((array.ndim() == 1 || (many && array.ndim() == 2)) && array.shape(array.ndim() - 1) == dof) return;
  throw Error("a configuration must have the shape (" + std::to_string(dof) + ",)" +
              (many ? ", several (N, " + std::to_string(dof) + ")" : "") + "; it has " + shape_of(array) + ".");
}

std::span<const double> configuration_in(const Doubles& array, std::size_t dof, std::size_t index = 0) {
  return {array.data() + index * dof, dof};
}

/// One (4, 4) after the other.
void write_rows(const Placement& at, double* rows) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) rows[4 * i + j] = at.linear(i, j);
    rows[4 * i + 3] = at.shift[i];
  }
  rows[12] = rows[13] = rows[14] = 0;
  rows[15] = 1;
}

py::array place(const Robot& self, py::handle configuration, py::handle base) {
  const Doubles q = doubles_from(configuration, "configuration");
  require_configurations(q, self, true);
  const Placement at_base = placement_from(base, "base");
  const std::size_t dof = self.figure.dof(), links = self.figure.links().size();
  const auto count = static_cast<std::size_t>(q.ndim() == 2 ? q.shape(0) : 1);
  std::vector<py::ssize_t> shape{static_cast<py::ssize_t>(links), 4, 4};
  if (q.ndim() == 2) shape.insert(shape.begin(), q.shape(0));
  py::array_t<double> result(shape);
  double* rows = result.mutable_data();
  {
    const py::gil_scoped_release unlocked;
    std::vector<Placement> placed(links);
    for (std::size_t i = 0; i < count; ++i) {
      self.figure.require_valid(configuration_in(q, dof, i),
                                q.ndim() == 2 ? ("configuration " + std::to_string(i)).c_str() : "the configuration");
      self.figure.place(configuration_in(q, dof, i), at_base, placed);
      for (const Placement& at : placed) write_rows(at, rows), rows += 16;
    }
  }
  return result;
}

py::array between(const Robot& self, py::handle start, py::handle end, double time) {
  const Doubles from = doubles_from(start, "start"), to = doubles_from(end, "end");
  require_configurations(from, self, false);
  require_configurations(to, self, false);
  const std::size_t dof = self.figure.dof();
  return array_of_numbers(self.figure.between(configuration_in(from, dof), configuration_in(to, dof), time),
                          {static_cast<py::ssize_t>(dof)});
}

py::list shapes_of(const Robot& self, const std::string& link) {
  const std::optional<std::size_t> found = self.figure.find_link(link);
  if (!found) throw Error("the robot has no link '" + link + "'.");
  py::list result;
  for (const LinkShape& shape : self.figure.links()[*found].shapes)
    result.append(py::make_tuple(shape.shape, array_of(shape.at)));
  return result;
}

py::list allowed_of(const Robot& self) {
  const std::vector<Link>& links = self.figure.links();
  py::list result;
  for (const AllowedLinks& pair : self.allowed)
    result.append(py::make_tuple(links[pair.a].name, links[pair.b].name, pair.reason));
  return result;
}

py::dict groups_of(const Robot& self) {
  py::dict result;
  for (const JointGroup& group : self.groups) {
    py::list joints;
    for (std::size_t joint : group.joints) joints.append(self.figure.joints()[joint].name);
    result[py::str(group.name)] = joints;
  }
  return result;
}

py::list states_of(const Robot& self) {
  py::list result;
  for (const GroupState& state : self.states) result.append(py::make_tuple(state.group, state.name));
  return result;
}

py::array wraps_of(const Robot& self) {
  py::array_t<bool> result(static_cast<py::ssize_t>(self.figure.dof()));
  for (std::size_t i = 0; i < self.figure.dof(); ++i) result.mutable_data()[i] = self.figure.numbers()[i].wraps;
  return result;
}

/// The file of the robot, which is written with all that it names.
std::string write_robot(const std::string& name, py::handle folder, int triangles) {
  if (name != "arm" && name != "hand" && name != "humanoid")
    throw Error("there is no robot '" + name + "': there are 'arm', 'hand' and 'humanoid'.");
  const shapes::RobotFiles robot = name == "arm"    ? shapes::arm(triangles)
                                   : name == "hand" ? shapes::hand()
                                                    : shapes::humanoid();
  return write(robot, py::module_::import("os").attr("fspath")(folder).cast<std::string>());
}

void add_moves(py::class_<Robot>& robot) {
  robot
      .def(
          "neutral",
          [](const Robot& self) {
            return array_of_numbers(self.figure.neutral(), {static_cast<py::ssize_t>(self.figure.dof())});
          },
          "neutral()\n--\n\nThe configuration with all numbers 0, or as close to it as limits allow.")
      .def(
          "configuration",
          [](const Robot& self, const std::string& state, const std::string& group) {
            return array_of_numbers(self.configuration(state, group), {static_cast<py::ssize_t>(self.figure.dof())});
          },
          py::arg("state"), py::arg("group") = "", R"(configuration(state, group="")
--

The configuration of a state of the SRDF file; joints that it does not name are neutral.
)")
      .def("place", &place, py::arg("configuration"), py::arg("base") = py::none(), R"(place(configuration, base=None)
--

Where all links are, (L, 4, 4), in the order of `links`; (N, L, 4, 4) for configurations of the shape (N, dof).

base: where the root stands, (4, 4) or (3, 4). Configurations beyond their limits are an error.
)")
      .def("between", &between, py::arg("start"), py::arg("end"), py::arg("time"), R"(between(start, end, time)
--

The configuration at a time of the straight way from one (time 0) to another (time 1).

Angles of continuous joints go the short way. Floating joints go straight and turn evenly about one axis.
)")
      .def("shapes", &shapes_of, py::arg("link"), R"(shapes(link)
--

The shapes of a link, each with its placement in the link: a list of (abut.Shape, array (4, 4)).
)");
}

}  // namespace

void add_robots(py::module_& module) {
  py::class_<Robot> robot(module, "Robot", about_robot);
  robot
      .def(py::init(&make_robot), py::arg("urdf"),
           "__init__(self, urdf, *, srdf=None, packages=None, solid=True, turn_up_axis=False, "
           "allow_neighbours=None)\n--\n\n")
      .def_property_readonly(
          "name", [](const Robot& self) { return self.name; }, "The name in the URDF file.")
      .def_property_readonly(
          "dof", [](const Robot& self) { return self.figure.dof(); }, "How many numbers a configuration has.")
      .def_property_readonly(
          "links", [](const Robot& self) { return names_of(self.figure.links()); }, "The names of the links.")
      .def_property_readonly(
          "joints", [](const Robot& self) { return names_of(self.figure.joints()); },
          "The names of all joints, also of those that do not move or follow others.")
      .def_property_readonly(
          "numbers", [](const Robot& self) { return names_of(self.figure.numbers()); },
          "The names of the numbers of a configuration.")
      .def_property_readonly("limits", &limits_of,
                             "The limits of the numbers, (dof, 2), infinite where there are none.")
      .def_property_readonly("wraps", &wraps_of, "Which numbers are angles without limits, (dof,).")
      .def_property_readonly("allowed", &allowed_of, "Pairs of links that may touch: a list of (link, link, reason).")
      .def_property_readonly("groups", &groups_of, "The joints of each group of the SRDF file, by its name.")
      .def_property_readonly("states", &states_of, "The states of the SRDF file: a list of (group, state).")
      .def_property_readonly(
          "warnings", [](const Robot& self) { return self.warnings; },
          "What the files hold and abut leaves out or finds odd.")
      .def_property_readonly(
          "files", [](const Robot& self) { return self.files; }, "All files that were read.")
      .def("__repr__", [](const Robot& self) {
        return "<abut.Robot '" + self.name + "': " + std::to_string(self.figure.links().size()) + " links, " +
               std::to_string(self.figure.dof()) + " numbers>";
      });
  add_moves(robot);
}

void add_robot_models(py::module_& module) {
  module.def("write_robot", &write_robot, py::arg("name"), py::arg("folder"), py::arg("triangles") = 300,
             R"(write_robot(name, folder, triangles=300)
--

Writes a robot, "arm", "hand" or "humanoid", with its meshes into a folder of its name, and gives its URDF file.

triangles: about so many for each link of the arm.
)");
}

}  // namespace abut::python
