#include "checkers.h"
#include "never.h"
#include "parts.h"
#include "pickle_values.h"
#include "scenes.h"
#include <abut/robot.h>

namespace abut::python {

template <>
inline constexpr int count_of<JointKind> = static_cast<int>(all_joint_kinds.size());
template <>
inline constexpr int count_of<NeverVerdict> = 3;

ABUT_FIELDS(LinkPairProof, &Self::a, &Self::b, &Self::verdict, &Self::touching_at, &Self::cells)
ABUT_FIELDS(NeverProofs, &Self::pairs, &Self::margin)
ABUT_FIELDS(Mimic, &Self::joint, &Self::multiplier, &Self::offset)
ABUT_FIELDS(Joint, &Self::name, &Self::kind, &Self::parent, &Self::child, &Self::origin, &Self::axis, &Self::limits,
            &Self::mimic)
ABUT_FIELDS(AllowedLinks, &Self::a, &Self::b, &Self::reason)
ABUT_FIELDS(JointGroup, &Self::name, &Self::joints, &Self::links)
ABUT_FIELDS(GroupState::Value, &Self::joint, &Self::numbers)
ABUT_FIELDS(GroupState, &Self::name, &Self::group, &Self::values)
ABUT_FIELDS(NamePair, &Self::a, &Self::b)
ABUT_FIELDS(CheckedPair, &Self::a, &Self::b)
ABUT_FIELDS(CheckedDistance, &Self::pair, &Self::distance, &Self::point_a, &Self::point_b, &Self::normal,
            &Self::gradient, &Self::has_gradient)
ABUT_FIELDS(EdgeAnswer, &Self::verdict, &Self::lower, &Self::upper, &Self::pair, &Self::tolerance, &Self::last_valid,
            &Self::counters, &Self::complete)
ABUT_FIELDS(EdgeClearance, &Self::lower, &Self::upper, &Self::time, &Self::pair, &Self::counters, &Self::complete)
ABUT_FIELDS(NamedDistance, &Self::a, &Self::b, &Self::found)
ABUT_FIELDS(Names, &Self::first, &Self::second)
ABUT_FIELDS(NamedEvents, &Self::began, &Self::stayed, &Self::ended)
ABUT_FIELDS(BodyId, &Self::number, &Self::use)
ABUT_FIELDS(SceneHit, &Self::body, &Self::t, &Self::point, &Self::normal)
ABUT_FIELDS(NamedHit, &Self::body, &Self::hit)

namespace {

/// A list, of write(thing) for each thing.
template <class Things, class Write>
py::list list_of(const Things& things, const Write& write) {
  py::list list;
  for (const auto& thing : things) list.append(write(thing));
  return list;
}

/// read(tuple) for each item of a list, which are tuples of so many things.
template <class Read>
auto read_each(const py::handle& list, std::size_t size, const Read& read) {
  std::vector<decltype(read(py::tuple()))> things;
  for (const py::handle item : list.cast<py::list>()) {
    const auto tuple = item.cast<py::tuple>();
    require_fit(tuple.size() == size);
    things.push_back(read(tuple));
  }
  return things;
}

py::tuple state_of(const Figure& figure, ShapeObjects& objects) {
  const auto shape_state = [&](const LinkShape& shape) {
    return py::make_tuple(objects(shape.shape), array_of(shape.at));
  };
  const auto link_state = [&](const Link& link) {
    return py::make_tuple(link.name, list_of(link.shapes, shape_state));
  };
  return py::make_tuple(list_of(figure.links(), link_state), Pickled<std::vector<Joint>>::out(figure.joints()));
}

Figure figure_of_state(const py::handle& object) {
  const auto state = object.cast<py::tuple>();
  require_fit(state.size() == 2);
  const auto read_shape = [](const py::tuple& shape) {
    return LinkShape{shape[0].cast<const Shape&>(), Pickled<Placement>::in(shape[1])};
  };
  const auto read_link = [&](const py::tuple& link) {
    return Link{link[0].cast<std::string>(), read_each(link[1], 2, read_shape)};
  };
  return Figure(read_each(state[0], 2, read_link), Pickled<std::vector<Joint>>::in(state[1]));
}

py::tuple state_of(const CheckerSetup& setup) {
  ShapeObjects objects;
  const auto attached_state = [&](const AttachedBody& body) {
    return py::make_tuple(body.name, body.link, objects(body.shape), array_of(body.at));
  };
  const auto figure_state = [&](const CheckedFigure& figure) {
    return py::make_tuple(figure.name, state_of(figure.figure, objects), array_of(figure.base), figure.padding,
                          figure.self_padding, figure.neighbours_may_touch, list_of(figure.attached, attached_state));
  };
  const auto body_state = [&](const CheckedBody& body) {
    return py::make_tuple(body.name, objects(body.shape), array_of(body.at), body.padding);
  };
  return py::make_tuple(list_of(setup.figures, figure_state), list_of(setup.bodies, body_state),
                        Pickled<std::vector<NamePair>>::out(setup.allowed));
}

BoundChecker checker_of_state(const py::handle& object) {
  const auto state = object.cast<py::tuple>();
  require_fit(state.size() == 3);
  const auto read_attached = [](const py::tuple& body) {
    return AttachedBody{body[0].cast<std::string>(), body[1].cast<std::string>(), body[2].cast<const Shape&>(),
                        Pickled<Placement>::in(body[3])};
  };
  const auto read_figure = [&](const py::tuple& figure) {
    return CheckedFigure{.name = figure[0].cast<std::string>(),
                         .figure = figure_of_state(figure[1]),
                         .base = Pickled<Placement>::in(figure[2]),
                         .padding = figure[3].cast<double>(),
                         .self_padding = figure[4].cast<double>(),
                         .neighbours_may_touch = figure[5].cast<bool>(),
                         .attached = read_each(figure[6], 4, read_attached)};
  };
  const auto read_body = [](const py::tuple& body) {
    return CheckedBody{body[0].cast<std::string>(), body[1].cast<const Shape&>(), Pickled<Placement>::in(body[2]),
                       body[3].cast<double>()};
  };
  CheckerSetup setup{read_each(state[0], 7, read_figure), read_each(state[1], 4, read_body),
                     Pickled<std::vector<NamePair>>::in(state[2])};
  const py::gil_scoped_release unlocked;
  return BoundChecker(std::move(setup));
}

}  // namespace

template <>
struct Pickled<Robot> {
  static py::object out(const Robot& robot) {
    ShapeObjects objects;
    return py::make_tuple(robot.name, state_of(robot.figure, objects), each(robot.allowed), each(robot.groups),
                          each(robot.states), each(robot.passive), each(robot.warnings), each(robot.files));
  }
  static Robot in(py::handle object) {
    const auto state = object.cast<py::tuple>();
    require_fit(state.size() == 8);
    Robot robot{.name = state[0].cast<std::string>(), .figure = figure_of_state(state[1])};
    std::size_t next = 2;
    const auto read = [&]<class Value>(std::vector<Value>& values) {
      values = Pickled<std::vector<Value>>::in(state[next++]);
    };
    read(robot.allowed), read(robot.groups), read(robot.states), read(robot.passive), read(robot.warnings),
        read(robot.files);
    return robot;
  }

 private:
  template <class Value>
  static py::object each(const std::vector<Value>& values) {
    return Pickled<std::vector<Value>>::out(values);
  }
};

template <>
struct Pickled<BoundProofs> {
  static py::object out(const BoundProofs& proofs) {
    ShapeObjects objects;
    return py::make_tuple(state_of(proofs.figure, objects), Pickled<NeverProofs>::out(proofs.proofs));
  }
  static BoundProofs in(py::handle object) {
    const auto state = object.cast<py::tuple>();
    require_fit(state.size() == 2);
    BoundProofs proofs{figure_of_state(state[0]), Pickled<NeverProofs>::in(state[1])};
    const std::size_t links = proofs.figure.links().size();
    for (const LinkPairProof& pair : proofs.proofs.pairs) require_fit(pair.a < links && pair.b < links);
    return proofs;
  }
};

/// As the class of Python pickles it: edges of one checker share it.
template <>
struct Pickled<Edge> {
  using Numbers = Pickled<std::vector<double>>;
  static py::object out(const Edge& edge) {
    return py::make_tuple(edge.checker, Numbers::out(edge.from), Numbers::out(edge.to),
                          Pickled<EdgeAnswer>::out(edge.answer),
                          Pickled<std::optional<EdgeClearance>>::out(edge.clearance), state_of(edge.curve));
  }
  static Edge in(py::handle object) {
    const auto state = object.cast<py::tuple>();
    require_fit(state.size() == 6);
    return {state[0].cast<std::shared_ptr<BoundChecker>>(),
            Numbers::in(state[1]),
            Numbers::in(state[2]),
            Pickled<EdgeAnswer>::in(state[3]),
            Pickled<std::optional<EdgeClearance>>::in(state[4]),
            curve_of_state(state[5])};
  }

 private:
  static py::object state_of(const std::optional<JointCurve>& curve) {
    if (!curve) return py::none();
    std::vector<double> points;
    for (std::size_t piece = 0; piece < curve->pieces(); ++piece) {
      const std::span<const double> all = curve->points(piece);
      points.insert(points.end(), all.begin() + (piece == 0 ? 0 : static_cast<std::ptrdiff_t>(curve->dof())),
                    all.end());
    }
    return py::make_tuple(curve->dof(), curve->degree(), Numbers::out(points),
                          Numbers::out({curve->times().begin(), curve->times().end()}));
  }
  static std::optional<JointCurve> curve_of_state(py::handle object) {
    if (object.is_none()) return std::nullopt;
    const auto state = object.cast<py::tuple>();
    require_fit(state.size() == 4);
    return JointCurve(state[0].cast<std::size_t>(), state[1].cast<std::size_t>(), Numbers::in(state[2]),
                      Numbers::in(state[3]));
  }
};

void add_pickled_robots() {
  add_pickle<Robot>("abut.Robot");
  add_pickle<BoundProofs>("abut.NeverProofs");
  add_pickle<Edge>("abut.Edge");
  add_pickle<NamedDistance>("abut.CheckedDistance");
  add_pickle<NamedEvents>("abut.SceneEvents");
  add_pickle<NamedHit>("abut.SceneHit");
  class_of<BoundChecker>()
      .def("__copy__", [](py::object self) { return self; })
      .def("__deepcopy__", [](py::object self, py::handle) { return self; })
      .def(py::pickle([](const BoundChecker& self) -> py::object { return state_of(self.setup); },
                      [](const py::object& state) { return unpickled("abut.Checker", state, &checker_of_state); }));
}

}  // namespace abut::python
