#include "contacts.h"

#include "pickle_values.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <thread>

namespace abut::python {

namespace {

constexpr const char* about_contacts = R"(The contacts of a batch.

contacts[i] holds the pairs that collide finds at pose i, an array of the shape (K, 2); `pairs` holds all of them. A slice,
a mask or a list of poses gives the abut.Contacts of these poses.
complete tells for each pose that no budget ended its query.)";

/// work(i) for each i below `count`, on some threads (0: all cores).
template <class Work>
void for_each_on(int threads, std::size_t count, const Work& work) {
  constexpr std::size_t share = 256;
  const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : std::thread::hardware_concurrency();
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t first; (first = next.fetch_add(share)) < count;)
      for (std::size_t i = first; i < std::min(count, first + share); ++i) work(i);
  };
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < std::min(wanted, count / share + 1); ++i) helpers.emplace_back(run);
  run();
}

/// Those of some poses, which a slice, a mask or an array of numbers chooses, as numpy's do.
BatchContacts chosen_of(const BatchContacts& self, const py::object& choice) {
  const py::module_ numpy = py::module_::import("numpy");
  const py::array poses = numpy.attr("arange")(self.poses()).attr("__getitem__")(choice);
  if (poses.ndim() != 1) throw py::type_error("contacts are chosen by a number, a slice, a mask or a list of numbers.");
  const py::object counts = numpy.attr("diff")(self.offsets).attr("__getitem__")(poses);
  const py::array_t<std::int64_t> offsets = numpy.attr("concatenate")(
      py::make_tuple(py::make_tuple(0), numpy.attr("cumsum")(counts, py::arg("dtype") = "i8")));
  const std::int64_t all = offsets.at(poses.size());
  py::array_t<std::uint32_t> pairs({static_cast<py::ssize_t>(all), py::ssize_t{2}});
  const auto* from = static_cast<const std::uint32_t*>(self.pairs.data());
  const auto numbers = poses.cast<py::array_t<std::int64_t>>();
  for (py::ssize_t i = 0; i < poses.size(); ++i) {
    const std::int64_t first = self.offset(numbers.at(i)), last = self.offset(numbers.at(i) + 1);
    if (first < last)
      std::memcpy(pairs.mutable_data() + 2 * offsets.at(i), from + 2 * first, (last - first) * sizeof(Contact));
  }
  const auto of_poses = [&](const py::array& values) { return values.attr("__getitem__")(poses); };
  return {pairs,
          offsets,
          of_poses(self.volume_tests),
          of_poses(self.triangle_tests),
          of_poses(self.exact_tests),
          of_poses(self.complete)};
}

py::tuple state_of_contacts(const BatchContacts& self) {
  return py::make_tuple(self.pairs, self.offsets, self.volume_tests, self.triangle_tests, self.exact_tests,
                        self.complete);
}

BatchContacts contacts_of_state(const py::tuple& state) {
  require_fit(state.size() == 6);
  using Pairs = py::array_t<std::uint32_t, py::array::c_style>;
  BatchContacts contacts{state[0].cast<Pairs>(),
                         state[1].cast<py::array_t<std::int64_t, py::array::c_style>>(),
                         state[2].cast<py::array_t<std::uint64_t>>(),
                         state[3].cast<py::array_t<std::uint64_t>>(),
                         state[4].cast<py::array_t<std::uint64_t>>(),
                         state[5].cast<py::array_t<bool>>()};
  require_fit(contacts.pairs.ndim() == 2 && contacts.pairs.shape(1) == 2 && contacts.offsets.ndim() == 1);
  require_fit(contacts.offsets.size() > 0 && contacts.offset(0) == 0);
  for (py::ssize_t i = 0; i < contacts.poses(); ++i) require_fit(contacts.offset(i) <= contacts.offset(i + 1));
  require_fit(contacts.offset(contacts.poses()) == contacts.pairs.shape(0));
  return contacts;
}

py::object pairs_at(const BatchContacts& self, py::ssize_t index) {
  const py::ssize_t i = index < 0 ? index + self.poses() : index;
  if (i < 0 || i >= self.poses())
    throw py::index_error("pose " + std::to_string(index) + " of " + std::to_string(self.poses()) + " poses");
  return self
      .pairs[py::slice(static_cast<py::ssize_t>(self.offset(i)), static_cast<py::ssize_t>(self.offset(i + 1)), 1)];
}

}  // namespace

BatchContacts joined(std::vector<Contacts> poses, const CollideOptions& options) {
  std::vector<std::int64_t> offsets{0};
  offsets.reserve(poses.size() + 1);
  for (const Contacts& contacts : poses)
    offsets.push_back(offsets.back() + static_cast<std::int64_t>(contacts.pairs.size()));
  const auto size = static_cast<py::ssize_t>(poses.size());
  BatchContacts joined{py::array_t<std::uint32_t>({static_cast<py::ssize_t>(offsets.back()), py::ssize_t{2}}),
                       {},
                       py::array_t<std::uint64_t>(size),
                       py::array_t<std::uint64_t>(size),
                       py::array_t<std::uint64_t>(size),
                       py::array_t<bool>(size)};
  const std::int64_t* const data = offsets.data();
  auto* const to = static_cast<std::uint32_t*>(joined.pairs.mutable_data());
  std::uint64_t *volumes = joined.volume_tests.mutable_data(), *triangles = joined.triangle_tests.mutable_data(),
                *exact = joined.exact_tests.mutable_data();
  bool* complete = joined.complete.mutable_data();
  {
    const py::gil_scoped_release unlocked;
    for_each_on(options.threads, poses.size(), [&](std::size_t i) {
      volumes[i] = poses[i].counters.volume_tests;
      triangles[i] = poses[i].counters.triangle_tests;
      exact[i] = poses[i].counters.exact_tests;
      complete[i] = !is_cut(poses[i], options.max_contacts);
      const std::vector<Contact> found = std::move(poses[i].pairs);
      if (!found.empty()) std::memcpy(to + 2 * data[i], found.data(), found.size() * sizeof(Contact));
    });
  }
  const auto count = static_cast<py::ssize_t>(offsets.size());
  joined.offsets = py::array_t<std::int64_t>({count}, data, owner_of(std::move(offsets)));
  return joined;
}

void add_contacts(py::module_& module) {
  py::class_<BatchContacts> type(module, "Contacts", about_contacts);
  type.def_readonly("pairs", &BatchContacts::pairs, "(K, 2) uint32: the pairs of all poses, one pose after the other.")
      .def_readonly("offsets", &BatchContacts::offsets,
                    "(N + 1,) int64: the pairs of pose i are pairs[offsets[i] : offsets[i + 1]].")
      .def_property_readonly(
          "counts", [](const BatchContacts& self) { return py::module_::import("numpy").attr("diff")(self.offsets); },
          "(N,): how many pairs each pose has.")
      .def_readonly("complete", &BatchContacts::complete, "(N,) bool: False where a budget ended the query.")
      .def_readonly("volume_tests", &BatchContacts::volume_tests, "(N,) uint64.")
      .def_readonly("triangle_tests", &BatchContacts::triangle_tests, "(N,) uint64.")
      .def_readonly("exact_tests", &BatchContacts::exact_tests, "(N,) uint64.")
      .def("__len__", &BatchContacts::poses)
      .def("__getitem__", &pairs_at, py::arg("pose"))
      .def("__getitem__", &chosen_of, py::arg("poses"))
      .def(py::pickle(&state_of_contacts,
                      [](const py::tuple& state) { return unpickled("abut.Contacts", state, &contacts_of_state); }))
      .def("__repr__", [](const BatchContacts& self) {
        return "<abut.Contacts: " + std::to_string(self.pairs.shape(0)) + " pairs in " + std::to_string(self.poses()) +
               " poses>";
      });
  add_copies_of_constant(type);
}

}  // namespace abut::python
