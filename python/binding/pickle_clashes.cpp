#include "clash_report.h"
#include "clash_states.h"
#include "parts.h"

namespace abut::python {

template <>
struct Pickled<SharedRun> {
  static py::object out(const SharedRun& value) { return Pickled<ClashRun>::out(*value.run); }
  static SharedRun in(py::handle state) { return {std::make_shared<const ClashRun>(Pickled<ClashRun>::in(state))}; }
};

namespace {

/// Findings look their parts up in the assembly, steps in the motion.
void require_whole(const ClashRun& run) {
  const std::size_t parts = run.assembly.parts().size();
  const auto has = [&](const PartPair& pair) { return pair.a < parts && pair.b < parts; };
  for (const ClashFinding& finding : run.report.findings) require_fit(has(finding.parts));
  for (const UndecidedTime& time : run.report.undecided) require_fit(has(time.parts));
  for (const UndecidedInside& pair : run.report.undecided_inside) require_fit(pair.inner < parts && pair.outer < parts);
  for (const UnknownWay& way : run.report.unknown_ways) require_fit(way.part < parts);
  require_fit(run.report.closed.size() <= parts && run.report.degenerate.size() <= parts &&
              run.report.sizes.size() <= parts);
  require_fit(!run.comparison || run.comparison->states.size() == run.report.findings.size());
  require_fitting(run.motion, run.assembly);
}

}  // namespace

void add_pickled_clashes() {
  py::class_<SharedRun> type = class_of<SharedRun>();
  type.def(py::pickle(&Pickled<SharedRun>::out, [](const py::object& state) {
    return unpickled("abut.ClashReport", state, [](py::handle given) {
      SharedRun run = Pickled<SharedRun>::in(given);
      require_whole(*run.run);
      return run;
    });
  }));
  add_copies_of_constant(type);
  add_pickle<Baseline>("abut.Baseline");
}

}  // namespace abut::python
