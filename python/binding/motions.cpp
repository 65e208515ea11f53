#include "motions.h"

#include "parts.h"
#include "pickle_values.h"

#include <algorithm>
#include <sstream>

namespace abut::python {

namespace {

using namespace py::literals;

constexpr const char* about_motion =
    R"(How a model moves over time: a curve of placements, world <- model. abut.Motion(at) stays where it is.

The curve is exactly the given placement at both ends and wherever it passes through one. Placements are arrays of the
shape (4, 4) or (3, 4), rotations or reflections up to a defect of 1e-3. The other makers are straight, screw, slerp,
through and of; `during` is the time of the motion, a tuple (begin, end).

>>> abut.Motion(np.eye(4)).at(7.0)[0]
array([1., 0., 0., 0.])
)";

constexpr const char* about_straight = R"(straight(start, by, *, during=(0.0, 1.0))
--

Moves by the vector `by` without turning.

>>> abut.Motion.straight(None, [4, 0, 0], during=(0, 2)).at(1.0)[:3, 3]
array([2., 0., 0.])
)";

constexpr const char* about_screw =
    R"(screw(start, to=None, *, point=None, direction=None, angle=None, advance=None, during=(0.0, 1.0))
--

Moves by a screw: the one of at most half a turn that leads to the placement `to`, or a given one.

A given screw turns by `angle`, in radians, any number of turns, about the axis through `point` (default: the origin)
along `direction` (default: z), in the world, and advances by `advance` along it (default: 0).

>>> turn = abut.Motion.screw(None, angle=4 * np.pi, direction=[0, 0, 2], point=[1, 0, 0])
>>> turn.at(0.125)[:3, 3].round(12)
array([ 1., -1.,  0.])
)";

constexpr const char* about_slerp = R"(slerp(start, to, straight_point=None, *, during=(0.0, 1.0))
--

The same turn as the screw between the two, while a point of the model, in its own frame, moves straight.

straight_point: default: the frame's origin.

>>> to = [[0, -1, 0, 2], [1, 0, 0, 0], [0, 0, 1, 0]]
>>> abut.Motion.slerp(None, to).at(0.5)[:3, 3]
array([1., 0., 0.])
)";

constexpr const char* about_through = R"(through(times, placements, *, way="screw")
--

Passes through placements, (N, 4, 4) or (N, 3, 4), at times that increase; at least two.

way: "screw", or "slerp": the frame's origin moves straight from one to the next.

>>> poses = np.tile(np.eye(4), (3, 1, 1))
>>> poses[:, 0, 3] = [0, 1, 5]
>>> abut.Motion.through([0, 1, 2], poses).at(1.5)[0, 3]
3.0
)";

constexpr const char* about_of = R"(of(function, *, linear, angular=0.0, about=None, during=(0.0, 1.0))
--

Any function of time with a bound on its speed. What queries prove holds if the bound does.

function: gives the placement at a time, the same one for the same time. It is called with the interpreter's lock.
linear, angular, about: no point p of the model, in its own frame, is ever faster than linear + angular |p - about|.

>>> def swing(t):
...     at = np.eye(4)
...     at[0, 3] = np.sin(t)
...     return at
>>> abut.Motion.of(swing, linear=1.0, during=(0, 10)).at(0.0)[0, 3]
0.0
)";

std::string described(py::handle object) { return std::string(py::repr(object)); }

TimeSpan span_from(py::handle object) {
  const bool is_pair = py::isinstance<py::sequence>(object) && py::len(object) == 2;
  if (!is_pair) throw py::type_error("during must be a tuple (begin, end); it is " + described(object) + ".");
  try {
    return {object[py::int_(0)].cast<double>(), object[py::int_(1)].cast<double>()};
  } catch (const py::cast_error&) {
    throw py::type_error("during must be two numbers; it is " + described(object) + ".");
  }
}

Vec3 take_point(Keywords& options, const char* name, const Vec3& otherwise) {
  const py::handle given = options.take(name);
  return given ? point_from(given, name) : otherwise;
}

py::tuple ends_of(const TimeSpan& during) { return py::make_tuple(during.begin, during.end); }

MadeMotion make_still(py::handle at) {
  const Placement placed = placement_from(at, "at");
  return {Motion(placed), "", py::make_tuple(array_of(placed)), {}};
}

MadeMotion make_straight(py::handle start, py::handle by, const py::kwargs& given) {
  Keywords options("straight", given);
  const TimeSpan during = take_during(options, {});
  options.finish();
  const Placement from = placement_from(start, "start");
  const Vec3 way = point_from(by, "by");
  return {Motion::straight(from, way, during), "straight", py::make_tuple(array_of(from), array_of(way)),
          py::dict("during"_a = ends_of(during))};
}

MadeMotion make_slerp(py::handle start, py::handle to, py::handle straight_point, const py::kwargs& given) {
  Keywords options("slerp", given);
  const TimeSpan during = take_during(options, {});
  options.finish();
  const Vec3 point = straight_point.is_none() ? Vec3{} : point_from(straight_point, "straight_point");
  const Placement from = placement_from(start, "start"), until = placement_from(to, "to");
  return {Motion::slerp(from, until, point, during), "slerp",
          py::make_tuple(array_of(from), array_of(until), array_of(point)), py::dict("during"_a = ends_of(during))};
}

MadeMotion make_screw(py::handle start, py::handle to, const py::kwargs& given) {
  const Placement from = placement_from(start, "start");
  Keywords options("screw", given);
  Screw screw;
  screw.point = take_point(options, "point", screw.point);
  screw.direction = take_point(options, "direction", screw.direction);
  const auto angle = options.take<double>("angle"), advance = options.take<double>("advance");
  const bool has_axis = options.take("point") || options.take("direction") || angle || advance;
  const TimeSpan during = take_during(options, {});
  options.finish();
  if (has_axis != to.is_none())
    throw Error("a screw leads to a placement, or has an angle, an advance, or both: give `to` or these.");
  if (has_axis && !angle && !advance) throw Error("a screw about an axis needs an angle, an advance, or both.");
  if (!has_axis) {
    const Placement until = placement_from(to, "to");
    return {Motion::screw(from, until, during), "screw", py::make_tuple(array_of(from), array_of(until)),
            py::dict("during"_a = ends_of(during))};
  }
  screw.angle = angle.value_or(0);
  screw.advance = advance.value_or(0);
  return {Motion::screw(from, screw, during), "screw", py::make_tuple(array_of(from)),
          py::dict("point"_a = array_of(screw.point), "direction"_a = array_of(screw.direction),
                   "angle"_a = screw.angle, "advance"_a = screw.advance, "during"_a = ends_of(during))};
}

MadeMotion make_through(py::handle times, py::handle placements, const py::kwargs& given) {
  const std::vector<Placement> at = placements_from(placements, "placements");
  const Doubles when = doubles_from(times, "times");
  if (when.ndim() != 1 || static_cast<std::size_t>(when.size()) != at.size())
    throw Error("times must have the shape (" + std::to_string(at.size()) + ",), one for each placement; it has " +
                shape_of(when) + ".");
  Keywords options("through", given);
  const std::string way = options.take<std::string>("way").value_or("screw");
  options.finish();
  if (way != "screw" && way != "slerp") throw Error("way must be 'screw' or 'slerp'; it is '" + way + "'.");
  std::vector<TimedPlacement> timed;
  py::list places;
  for (std::size_t i = 0; i < at.size(); ++i) {
    timed.push_back({when.data()[i], at[i]});
    places.append(array_of(at[i]));
  }
  const py::object stacked = py::module_::import("numpy").attr("array")(places);
  return {Motion::through(timed, way == "slerp" ? Way::slerp : Way::screw), "through",
          py::make_tuple(when.attr("copy")(), stacked), py::dict("way"_a = way)};
}

/// Queries run without the interpreter's lock, and on any thread. What the function raises ends them.
MadeMotion make_of(const py::object& function, const py::kwargs& given) {
  if (!PyCallable_Check(function.ptr()))
    throw py::type_error("function must be a function of the time; it is " + described(function) + ".");
  Keywords options("of", given);
  const auto linear = options.take<double>("linear");
  SpeedBound bound;
  bound.angular = options.take<double>("angular").value_or(0);
  bound.about = take_point(options, "about", {});
  const TimeSpan during = take_during(options, {});
  options.finish();
  if (!linear) throw py::type_error("of() needs a bound of the speed: 'linear', and 'angular' for what turns.");
  bound.linear = *linear;
  const auto call = [function](double time) {
    const py::gil_scoped_acquire lock;
    return placement_from(function(time), "what the function returns");
  };
  return {Motion::of(call, bound, during), "of", py::make_tuple(function),
          py::dict("linear"_a = bound.linear, "angular"_a = bound.angular, "about"_a = array_of(bound.about),
                   "during"_a = ends_of(during))};
}

std::string describe_motion(const MadeMotion& self) {
  if (self.maker.empty()) return "<abut.Motion: stays>";
  const TimeSpan during = self.motion.during();
  std::ostringstream text;
  text << "<abut.Motion." << self.maker << ": from " << during.begin << " to " << during.end << ">";
  return text.str();
}

py::tuple state_of_motion(const MadeMotion& self) { return py::make_tuple(self.maker, self.arguments, self.options); }

/// Makes it again by the same call, which gives the same curve bit for bit.
MadeMotion motion_of_state(const py::tuple& state) {
  return unpickled("abut.Motion", state, [](const py::tuple& call) {
    require_fit(call.size() == 3);
    const auto maker = call[0].cast<std::string>();
    constexpr std::string_view makers[] = {"", "straight", "screw", "slerp", "through", "of"};
    require_fit(std::find(std::begin(makers), std::end(makers), maker) != std::end(makers));
    const py::object type = py::type::of<MadeMotion>();
    const py::object make = maker.empty() ? type : py::object(type.attr(maker.c_str()));
    return make(*call[1].cast<py::tuple>(), **call[2].cast<py::dict>()).cast<MadeMotion>();
  });
}

}  // namespace

TimeSpan take_during(Keywords& options, const TimeSpan& otherwise) {
  const py::handle given = options.take("during");
  return given ? span_from(given) : otherwise;
}

Motion motion_from(py::handle object, const char* name) {
  return py::isinstance<MadeMotion>(object) ? object.cast<const MadeMotion&>().motion
                                            : Motion(placement_from(object, name));
}

Motions::Motions(py::handle object, const char* argument) {
  const bool is_list = py::isinstance<py::list>(object) || py::isinstance<py::tuple>(object);
  // A placement may be a list, too.
  is_many = is_list && py::len(object) == 0;
  if (is_list)
    for (const py::handle motion : object) is_many = is_many || py::isinstance<MadeMotion>(motion);
  if (!is_many) {
    all.push_back(motion_from(object, argument));
    return;
  }
  for (const py::handle motion : object)
    all.push_back(motion_from(motion, (std::string(argument) + "[" + std::to_string(all.size()) + "]").c_str()));
}

void add_motions(py::module_& module) {
  using Self = const MadeMotion&;
  py::class_<MadeMotion> type(module, "Motion", about_motion);
  type.def(py::init(&make_still), py::arg("at") = py::none(), "__init__(self, at=None)\n--\n\n")
      .def_static("straight", &make_straight, py::arg("start"), py::arg("by"), about_straight)
      .def_static("screw", &make_screw, py::arg("start"), py::arg("to") = py::none(), about_screw)
      .def_static("slerp", &make_slerp, py::arg("start"), py::arg("to"), py::arg("straight_point") = py::none(),
                  about_slerp)
      .def_static("through", &make_through, py::arg("times"), py::arg("placements"), about_through)
      .def_static("of", &make_of, py::arg("function"), about_of)
      .def_property_readonly(
          "during", [](Self self) { return ends_of(self.motion.during()); },
          "When it begins and ends. A model that stays does so from minus infinity on.")
      .def(
          "at", [](Self self, double time) { return array_of(self.motion.at(time)); }, py::arg("time"),
          "at(time)\n--\n\nThe placement at a time, (4, 4), rounded; exactly the given one at both ends and knots.")
      .def(
          "enclosure",
          [](Self self, double begin, double end) {
            const PlacementRange range = self.motion.enclosure(begin, end);
            return py::make_tuple(array_of(range.low), array_of(range.high));
          },
          py::arg("begin"), py::arg("end"),
          "enclosure(begin, end)\n--\n\nBounds of the curve from the one time to the other, and of every at() in "
          "between: two arrays (4, 4), low and high.")
      .def(py::pickle(&state_of_motion, &motion_of_state))
      .def("__repr__", &describe_motion);
  add_copies_of_constant(type);
}

}  // namespace abut::python
