#include "shared_clash.h"

#include "clash_states.h"
#include "interruptible.h"
#include "parts.h"

namespace abut::python {

ABUT_FIELDS(ClashPiece, &Self::findings, &Self::undecided, &Self::undecided_inside)
ABUT_FIELDS(PairPattern, &Self::a, &Self::b)
ABUT_FIELDS(PairClearance, &Self::pairs, &Self::clearance)
ABUT_FIELDS(PairAllowance, &Self::pairs, &Self::depth)
ABUT_FIELDS(PairRules, &Self::clearance, &Self::clearances, &Self::only, &Self::ignore, &Self::allowed)
ABUT_FIELDS(RefineOptions, &Self::rounds, &Self::triangles, &Self::seconds)

/// Budgets and callbacks stay where they are.
template <>
struct Pickled<ClashOptions> {
  static constexpr auto fields =
      std::tuple(&ClashOptions::tolerance, &ClashOptions::min_depth, &ClashOptions::min_volume,
                 &ClashOptions::max_depths, &ClashOptions::max_volumes, &ClashOptions::max_patches,
                 &ClashOptions::refine, &ClashOptions::between_steps, &ClashOptions::tests_between_steps,
                 &ClashOptions::threads, &ClashOptions::max_triangles, &ClashOptions::whole_curves);

  static py::object out(const ClashOptions& value) {
    py::list state;
    const auto write = [&]<class Member>(Member ClashOptions::*member) {
      state.append(Pickled<Member>::out(value.*member));
    };
    std::apply([&](auto... members) { (write(members), ...); }, fields);
    return py::tuple(state);
  }
  static ClashOptions in(py::handle object) {
    const auto state = object.cast<py::tuple>();
    require_fit(state.size() == std::tuple_size_v<decltype(fields)>);
    ClashOptions value;
    std::size_t next = 0;
    const auto read = [&]<class Member>(Member ClashOptions::*member) {
      value.*member = Pickled<Member>::in(state[next++]);
    };
    std::apply([&](auto... members) { (read(members), ...); }, fields);
    return value;
  }
};

namespace {

py::array array_of_pairs(std::span<const PartPair> pairs) {
  static_assert(sizeof(PartPair) == 2 * sizeof(std::uint32_t));
  return py::array_t<std::uint32_t>({static_cast<py::ssize_t>(pairs.size()), py::ssize_t{2}},
                                    reinterpret_cast<const std::uint32_t*>(pairs.data()));
}

py::tuple state_of_task(const SharedClash& self) {
  const ClashTask& task = self.task();
  return py::make_tuple(Pickled<ClashRun>::out(task.run), Pickled<PairRules>::out(task.rules),
                        Pickled<ClashOptions>::out(task.options));
}

std::shared_ptr<SharedClash> clash_of_state(const py::tuple& state) {
  require_fit(state.size() == 3);
  ClashTask task{Pickled<ClashRun>::in(state[0]), Pickled<PairRules>::in(state[1]),
                 Pickled<ClashOptions>::in(state[2])};
  require_fitting(task.run.motion, task.run.assembly);
  return std::make_shared<SharedClash>(std::move(task), std::chrono::steady_clock::now());
}

}  // namespace

SharedRun SharedClash::run(const py::function& check, const py::function& measure) const {
  const ClashElsewhere elsewhere{
      [&](std::span<const PartPair> pairs) {
        const py::gil_scoped_acquire locked;
        ClashPiece found;
        for (const py::handle state : check(array_of_pairs(pairs)).cast<py::list>()) {
          ClashPiece some = unpickled("piece of a clash", state, &Pickled<ClashPiece>::in);
          std::move(some.findings.begin(), some.findings.end(), std::back_inserter(found.findings));
          found.undecided.insert(found.undecided.end(), some.undecided.begin(), some.undecided.end());
          found.undecided_inside.insert(found.undecided_inside.end(), some.undecided_inside.begin(),
                                        some.undecided_inside.end());
        }
        return found;
      },
      [&](std::span<ClashFinding* const> findings, Measure what) {
        const py::gil_scoped_acquire locked;
        py::list states;
        for (const ClashFinding* finding : findings) {
          // Triangles are not measured.
          ClashFinding sent = *finding;
          sent.triangles_a = sent.triangles_b = {};
          states.append(Pickled<ClashFinding>::out(sent));
        }
        std::vector<ClashSeverity> severities;
        for (const py::handle state : measure(states, std::string(name_of(what))).cast<py::list>())
          severities.push_back(unpickled("piece of a clash", state, &Pickled<ClashSeverity>::in));
        return severities;
      }};
  ClashReport report = without_lock(
      [&] { return find_clashes(task_.run.assembly, task_.run.motion, task_.rules, task_.options, &elsewhere); });
  return finished(task_.run, std::move(report), start_);
}

ClashPieces& SharedClash::pieces() {
  if (!pieces_) pieces_.emplace(task_.run.assembly, task_.run.motion, task_.rules, task_.options);
  return *pieces_;
}

py::object SharedClash::check(const py::object& pairs) {
  const auto given = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>::ensure(pairs);
  if (!given || given.ndim() != 2 || given.shape(1) != 2) throw py::type_error("pairs must have the shape (N, 2).");
  const std::span all(reinterpret_cast<const PartPair*>(given.data()), static_cast<std::size_t>(given.shape(0)));
  const ClashPiece found = without_lock([&] {
    const std::lock_guard lock(mutex_);
    return pieces().check(all);
  });
  return Pickled<ClashPiece>::out(found);
}

py::list SharedClash::measure(const py::list& findings, const std::string& what) {
  py::list severities;
  for (const py::handle state : findings) {
    const ClashFinding finding = unpickled("piece of a clash", state, &Pickled<ClashFinding>::in);
    const ClashSeverity found = without_lock([&] {
      const std::lock_guard lock(mutex_);
      return pieces().measure(finding, what == "depth"    ? Measure::depth
                                       : what == "volume" ? Measure::volume
                                                          : Measure::patches);
    });
    severities.append(Pickled<ClashSeverity>::out(found));
  }
  return severities;
}

void add_shared_clash(py::module_& module) {
  py::class_<SharedClash, std::shared_ptr<SharedClash>> type(module, "_SharedClash");
  // Pickles look for it there.
  type.attr("__module__") = "abut._abut";
  type.def("run", &SharedClash::run, py::arg("check"), py::arg("measure"))
      .def("check", &SharedClash::check, py::arg("pairs"))
      .def("measure", &SharedClash::measure, py::arg("findings"), py::arg("what"))
      .def(py::pickle(&state_of_task, [](const py::tuple& state) {
        return unpickled("abut._abut._SharedClash", state, &clash_of_state);
      }));
}

}  // namespace abut::python
