#include "caches.h"
#include "interruptible.h"
#include "parts.h"
#include "pickle_values.h"
#include "tally.h"
#include <abut/overlap.h>
#include <abut/small_tests.h>
#include <abut/stray.h>

namespace abut::python {

template <>
inline constexpr int count_of<Holes> = 2;
template <>
inline constexpr int count_of<StrayKind> = 4;

ABUT_FIELDS(small::Sphere, &Self::centre, &Self::radius)
ABUT_FIELDS(small::Box, &Self::centre, &Self::axes, &Self::half)
ABUT_FIELDS(small::HalfSpace, &Self::normal, &Self::offset)
ABUT_FIELDS(small::RoundedCone, &Self::apex, &Self::axis, &Self::cosine, &Self::range)

template <>
struct Pickled<small::Frustum> {
  static py::object out(const small::Frustum& value) {
    return Pickled<std::array<small::HalfSpace, 6>>::out(value.sides());
  }
  static small::Frustum in(py::handle state) {
    return small::Frustum(Pickled<std::array<small::HalfSpace, 6>>::in(state));
  }
};

/// As the class of Python pickles it.
template <>
struct Pickled<Model> {
  static py::object out(const Model& value) { return py::cast(value); }
  static Model in(py::handle state) { return state.cast<const Model&>(); }
};

// What they find out about the model is found out again.
template <>
struct Pickled<Solid> {
  static py::object out(const Solid& value) {
    return py::make_tuple(Pickled<Model>::out(value.model()), Pickled<Holes>::out(value.options().holes));
  }
  static Solid in(py::handle object) {
    const auto state = object.cast<py::tuple>();
    require_fit(state.size() == 2);
    const Model model = Pickled<Model>::in(state[0]);
    const SolidOptions options{Pickled<Holes>::in(state[1])};
    return without_lock([&] { return Solid(model, options); });
  }
};
template <>
struct Pickled<OverlapSolid> {
  static py::object out(const OverlapSolid& value) { return Pickled<Solid>::out(value.solid()); }
  static OverlapSolid in(py::handle state) {
    const Solid solid = Pickled<Solid>::in(state);
    return without_lock([&] { return OverlapSolid(solid); });
  }
};
template <>
struct Pickled<Pieces> {
  static py::object out(const Pieces& value) { return py::make_tuple(Pickled<Model>::out(value.model())); }
  static Pieces in(py::handle object) {
    const auto state = object.cast<py::tuple>();
    require_fit(state.size() == 1);
    const Model model = Pickled<Model>::in(state[0]);
    return without_lock([&] { return Pieces(model); });
  }
};

template <>
struct Pickled<Stray> {
  static py::object out(const Stray& value) {
    const std::span<const float> lengths = value.of_triangles();
    return py::make_tuple(Pickled<StrayKind>::out(value.kind()),
                          Pickled<std::vector<float>>::out({lengths.begin(), lengths.end()}), value.spacing());
  }
  static Stray in(py::handle object) {
    const auto state = object.cast<py::tuple>();
    require_fit(state.size() == 3);
    const StrayKind kind = Pickled<StrayKind>::in(state[0]);
    std::vector<float> lengths = Pickled<std::vector<float>>::in(state[1]);
    const double spacing = state[2].cast<double>();
    if (kind == StrayKind::none && lengths.empty() && spacing == 0) return {};
    return Stray(kind, std::move(lengths), spacing);
  }
};

namespace {

/// Parts that share a model share it in the pickle, too.
py::object state_of_assembly(const Assembly& assembly) {
  std::map<std::uint64_t, py::object> models;
  py::list parts;
  for (const AssemblyPart& part : assembly.parts()) {
    py::object& model = models[part.model.stamp()];
    if (!model) model = Pickled<Model>::out(part.model);
    parts.append(py::make_tuple(part.name, model, array_of(part.at), part.stray));
  }
  return py::make_tuple(parts, Pickled<std::vector<std::string>>::out(assembly.other_files));
}

Assembly assembly_of_state(py::handle object) {
  const auto state = object.cast<py::tuple>();
  require_fit(state.size() == 2);
  Assembly assembly;
  for (const py::handle each : state[0].cast<py::list>()) {
    const auto part = each.cast<py::tuple>();
    require_fit(part.size() == 4);
    assembly.add(part[0].cast<std::string>(), Pickled<Model>::in(part[1]), Pickled<Placement>::in(part[2]),
                 part[3].cast<const Stray&>());
  }
  assembly.other_files = Pickled<std::vector<std::string>>::in(state[1]);
  return assembly;
}

void add_assembly() {
  class_of<Assembly>()
      .def("__copy__", [](const Assembly& self) { return self; })
      .def("__deepcopy__", [](const Assembly& self, py::handle) { return self; })
      .def(py::pickle(&state_of_assembly,
                      [](const py::object& state) { return unpickled("abut.Assembly", state, &assembly_of_state); }));
}

Tally tally_of_state(py::handle object) {
  const auto state = object.cast<py::tuple>();
  require_fit(state.size() == 3);
  return {Pickled<Counters>::in(state[0]), state[1].cast<std::uint64_t>(), state[2].cast<bool>()};
}

void add_counters() {
  class_of<Tally>()
      .def("__copy__", [](const Tally& self) { return self; })
      .def("__deepcopy__", [](const Tally& self, py::handle) { return self; })
      .def(py::pickle(
          [](const Tally& self) { return py::make_tuple(Pickled<Counters>::out(self), self.queries, self.complete); },
          [](const py::tuple& state) { return unpickled("abut.Counters", state, &tally_of_state); }));
}

/// A cache never changes an answer, so that a copy of one may as well be new.
template <class Cache>
void add_cache() {
  using Guarded = GuardedCache<Cache>;
  const auto anew = [] { return std::make_unique<Guarded>(); };
  class_of<Guarded>()
      .def("__copy__", [anew](const Guarded&) { return anew(); })
      .def("__deepcopy__", [anew](const Guarded&, py::handle) { return anew(); })
      .def(py::pickle([](const Guarded&) { return py::tuple(0); }, [anew](const py::tuple&) { return anew(); }));
}

}  // namespace

void add_pickled_bodies() {
  add_pickle<Solid>("abut.Solid");
  add_pickle<OverlapSolid>("abut.OverlapSolid");
  add_pickle<Pieces>("abut.Pieces");
  add_pickle<Stray>("abut.Stray");
  add_pickle<small::Sphere>("abut.small.Sphere");
  add_pickle<small::Box>("abut.small.Box");
  add_pickle<small::Frustum>("abut.small.Frustum");
  add_pickle<small::RoundedCone>("abut.small.RoundedCone");
  add_assembly();
  add_counters();
  add_cache<CollideCache>();
  add_cache<DistanceCache>();
}

}  // namespace abut::python
