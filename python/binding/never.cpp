#include "never.h"

#include "interruptible.h"
#include "keywords.h"
#include "parts.h"
#include <abut/robot.h>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

namespace abut::python {

namespace {

constexpr const char* about_proofs =
    R"(Which links of a robot never touch within its joint limits; Robot.prove_never() makes it.

It holds for the links as they are and for paddings that are no more than `margin` together, not for attached bodies.)";
constexpr const char* about_prove_never = R"(prove_never(*, margin=0.0, most_cells=1000000, max_seconds=None, threads=1)
--

Which links never touch, proved over all configurations within the joint limits: an abut.NeverProofs.

Pairs that a joint connects, and links without shapes, are left out.

margin: what is at most this far apart counts as touching. most_cells: how many boxes of configurations are looked at
for each pair of links, at most. max_seconds: for all pairs together; what is not decided by then is told as undecided. threads:
how many share the work, 0 for all cores.
)";

BoundProofs prove(const Robot& robot, const py::kwargs& given) {
  Keywords keywords("Robot.prove_never", given);
  NeverOptions options;
  options.margin = keywords.take<double>("margin").value_or(0);
  if (const Count most = keywords.take<std::int64_t>("most_cells")) options.most_cells = limit_from(most, "most_cells");
  options.budget = budget_from(std::nullopt, keywords.take<double>("max_seconds"));
  options.threads = take_threads(keywords);
  keywords.finish();
  return {robot.figure, run_interruptibly([&](const std::atomic<bool>& stop) {
            options.budget.stop = &stop;
            return prove_never(robot.figure, options);
          })};
}

py::list touching_of(const BoundProofs& self) {
  py::list list;
  for (const LinkPairProof& pair : self.proofs.pairs) {
    if (pair.verdict != NeverVerdict::touching) continue;
    const py::array_t<double> at(static_cast<py::ssize_t>(pair.touching_at.size()), pair.touching_at.data());
    list.append(self.names(pair) + py::make_tuple(at));
  }
  return list;
}

}  // namespace

void add_never(py::module_& module) {
  py::class_<BoundProofs>(module, "NeverProofs", about_proofs)
      .def_property_readonly(
          "never", [](const BoundProofs& self) { return self.with(NeverVerdict::never); },
          "Pairs of links that are proved never to touch: a list of (link, link).")
      .def_property_readonly("touching", &touching_of,
                             "Pairs that do, with a configuration in which they do: a list of (link, link, array).")
      .def_property_readonly(
          "undecided", [](const BoundProofs& self) { return self.with(NeverVerdict::undecided); },
          "Pairs that could not be decided: most_cells or max_seconds ran out, or a joint between them slides without "
          "limits.")
      .def_property_readonly(
          "margin", [](const BoundProofs& self) { return self.proofs.margin; },
          "The proofs hold for paddings that add up to at most this.")
      .def(
          "srdf", [](const BoundProofs& self) { return srdf_lines(self.figure, self.proofs); },
          "srdf()\n--\n\nThe pairs that never touch as disable_collisions of an SRDF file, with a comment that says "
          "what they hold for.\n")
      .def("__repr__", [](const BoundProofs& self) {
        return "<abut.NeverProofs: " + std::to_string(self.with(NeverVerdict::never).size()) + " of " +
               std::to_string(self.proofs.pairs.size()) + " pairs never touch>";
      });
  py::reinterpret_borrow<py::class_<Robot>>(module.attr("Robot")).def("prove_never", &prove, about_prove_never);
}

}  // namespace abut::python
