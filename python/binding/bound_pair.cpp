#include "keywords.h"
#include "parts.h"
#include "pickle_values.h"
#include "records.h"

#include <algorithm>
#include <atomic>

namespace abut::python {

namespace {

constexpr const char* about_bound_pair =
    R"(Two models, bound once and asked many times with placements alone.

a, b: abut.Models, or meshes that are made into models here. A refit between queries is seen.
margin, max_contacts: as in collide; for touches and collide.
relative_error, absolute_error, known_upper, smallest_touching: as in distance.
max_tests, max_seconds: budgets of each query. simd: the instructions, one of abut.available_simd().
coherent: remember where the last search ended, for poses that follow each other closely.

The answers are those of the functions of the same names. A bound pair serves one query at a time: give each thread its
own.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> pair = abut.BoundPair(box, box, coherent=True)
>>> aside = np.eye(4)
>>> aside[0, 3] = 2.5
>>> pair.touches(pose_b=aside), round(pair.distance(pose_b=aside).upper, 9)
(False, 0.5)
>>> path = np.tile(np.eye(4), (5, 1, 1))
>>> path[:, 0, 3] = np.arange(5)
>>> pair.touches_batch(pose_b=path)
array([ True,  True,  True, False, False])
)";

constexpr const char* about_making_a_pair =
    R"(__init__(self, a, b, *, margin=0.0, max_contacts=None, relative_error=0.0, absolute_error=0.0, known_upper=None, smallest_touching=False, max_tests=None, max_seconds=None, simd=None, coherent=False)
--

)";
constexpr const char* about_pair_touches = R"(touches(pose_a=None, pose_b=None)
--

Do the models touch? Raises abut.Error when a budget runs out before the answer is known.)";
constexpr const char* about_pair_collide = R"(collide(pose_a=None, pose_b=None)
--

All pairs of touching triangles, sorted: (K, 2) uint32. Raises abut.Error when a budget runs out.)";
constexpr const char* about_pair_distance = R"(distance(pose_a=None, pose_b=None)
--

How close the models are, as an abut.Distance.)";
constexpr const char* about_pair_within = R"(within(limit, pose_a=None, pose_b=None)
--

Is the distance at most `limit`? An abut.Nearness.)";
constexpr const char* about_pair_touches_batch = R"(touches_batch(pose_a=None, pose_b=None, *, out=None)
--

touches for many placements: an array of N truth values.

pose_a, pose_b: (N, 4, 4) or (N, 3, 4) for one model or both; a single placement is used for all. They are asked one
after the other without the interpreter's lock.
out: an array of N truth values to write into, which is returned.)";
constexpr const char* about_pair_distance_batch = R"(distance_batch(pose_a=None, pose_b=None)
--

distance for many placements, as touches_batch: a record array with the fields of abut.Distance.)";
constexpr const char* about_pair_within_batch = R"(within_batch(limit, pose_a=None, pose_b=None)
--

within for many placements, as touches_batch: a record array with the fields of abut.Nearness.)";

/// A bound pair as threads of Python hold it. Queries take their share of a model before they let go of the
/// interpreter's lock, so that a refit meanwhile does not matter.
class GuardedPair {
 public:
  GuardedPair(py::handle a, py::handle b, const BoundPairOptions& options, const py::dict& given)
      : given_a_(py::reinterpret_borrow<py::object>(a)),
        given_b_(py::reinterpret_borrow<py::object>(b)),
        given_(given),
        a_(model_from(a)),
        b_(model_from(b)),
        pair_(a_, b_, options),
        max_contacts_(options.collide.max_contacts) {}

  const BoundPair& pair() const { return pair_; }
  /// What it was made of: the models and the options.
  py::tuple call() const { return py::make_tuple(given_a_, given_b_, given_); }
  std::uint64_t max_contacts() const { return max_contacts_; }

  /// work(pair) without the interpreter's lock. Throws Error when another thread asks already.
  template <class Work>
  auto ask(const Work& work) {
    const InUse in_use(*this);
    const py::gil_scoped_release unlocked;
    return work(pair_);
  }

  /// work(pair, first, count) for shares of so many queries, one after the other; Ctrl-C ends it between two of them.
  template <class Work>
  void ask_many(std::size_t queries, const Work& work) {
    constexpr std::size_t share = 1024;
    const InUse in_use(*this);
    for (std::size_t first = 0; first < queries; first += share) {
      {
        const py::gil_scoped_release unlocked;
        work(pair_, first, std::min(share, queries - first));
      }
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
  }

 private:
  /// Keeps the pair from other threads, and takes the models as they are now.
  class InUse {
   public:
    explicit InUse(GuardedPair& pair) : is_busy_(pair.is_busy_) {
      if (is_busy_.exchange(true))
        throw Error("the bound pair serves another query at the moment; use one for each thread.");
      renew(pair.given_a_, pair.a_);
      renew(pair.given_b_, pair.b_);
    }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;
    ~InUse() { is_busy_ = false; }

   private:
    std::atomic<bool>& is_busy_;
  };

  static void renew(const py::object& given, Model& model) {
    if (!py::isinstance<Model>(given)) return;
    const Model& now = given.cast<const Model&>();
    if (now.stamp() != model.stamp()) model = now;
  }

  py::object given_a_, given_b_;
  py::dict given_;
  Model a_, b_;
  BoundPair pair_;
  std::uint64_t max_contacts_;
  std::atomic<bool> is_busy_ = false;
};

std::unique_ptr<GuardedPair> bound_pair(py::handle a, py::handle b, const py::kwargs& given) {
  Keywords options("BoundPair", given);
  BoundPairOptions query;
  query.distance = take_measuring_options<DistanceOptions>(options);
  query.collide.budget = query.distance.budget;
  query.collide.simd = query.distance.simd;
  query.collide.margin = options.take<double>("margin").value_or(0);
  query.collide.max_contacts = limit_from(options.take<std::int64_t>("max_contacts"), "max_contacts");
  query.coherent = options.take<bool>("coherent").value_or(false);
  options.finish();
  return std::make_unique<GuardedPair>(a, b, query, py::dict(given));
}

/// The models as they are now and the same options; what was remembered of searches is not pickled.
std::unique_ptr<GuardedPair> bound_pair_of_state(const py::tuple& state) {
  return unpickled("abut.BoundPair", state, [](const py::tuple& call) {
    require_fit(call.size() == 3);
    return bound_pair(call[0], call[1], py::kwargs(call[2].cast<py::dict>()));
  });
}

py::array pair_collide_once(GuardedPair& self, py::handle pose_a, py::handle pose_b) {
  const Placement at_a = placement_from(pose_a, "pose_a"), at_b = placement_from(pose_b, "pose_b");
  bool complete = false;
  std::vector<Contact> pairs = self.ask([&](BoundPair& pair) {
    const Contacts& found = pair.collide(at_a, at_b);
    complete = found.complete || found.pairs.size() >= self.max_contacts();
    return found.pairs;
  });
  if (!complete) throw Error("the budget ended the query before it was done.");
  return array_of(std::move(pairs));
}

py::array_t<bool> answers_for(std::size_t count, const py::object& out) {
  if (out.is_none()) return py::array_t<bool>(static_cast<py::ssize_t>(count));
  // Not converted: the caller would not see what is written.
  if (!py::array_t<bool, py::array::c_style>::check_(out))
    throw py::type_error("out must be a C-ordered array of truth values; it is " + std::string(py::repr(out)) + ".");
  const auto array = py::reinterpret_borrow<py::array_t<bool>>(out);
  if (array.ndim() != 1 || static_cast<std::size_t>(array.size()) != count)
    throw Error("out must have the shape (" + std::to_string(count) + ",), as there are poses; it has " +
                shape_of(array) + ".");
  if (!array.writeable()) throw Error("out must not be read-only.");
  return array;
}

py::array_t<bool> pair_touches_batch(GuardedPair& self, py::handle pose_a, py::handle pose_b, const py::object& out) {
  const std::vector<PlacementPair> at = placement_pairs_from(pose_a, pose_b);
  py::array_t<bool> answers = answers_for(at.size(), out);
  const std::span<bool> to(answers.mutable_data(), at.size());
  of_valid(at, [&] {
    self.ask_many(at.size(), [&](BoundPair& pair, std::size_t first, std::size_t count) {
      pair.touches(std::span(at).subspan(first, count), to.subspan(first, count));
    });
  });
  return answers;
}

/// ask(pair, placements, answers) of all, as records.
template <class Result, class Ask>
py::object records_at(GuardedPair& self, py::handle pose_a, py::handle pose_b, const RecordType& type, const Ask& ask) {
  const std::vector<PlacementPair> at = placement_pairs_from(pose_a, pose_b);
  std::vector<Result> answers(at.size());
  of_valid(at, [&] {
    self.ask_many(at.size(), [&](BoundPair& pair, std::size_t first, std::size_t count) {
      ask(pair, std::span(at).subspan(first, count), std::span(answers).subspan(first, count));
    });
  });
  return records_of(std::move(answers), type);
}

}  // namespace

void add_bound_pair(py::module_& module) {
  const py::arg limit("limit");
  const py::arg_v pose_a("pose_a", py::none()), pose_b("pose_b", py::none());
  const auto at = [](py::handle pose, const char* name) { return placement_from(pose, name); };
  py::class_<GuardedPair>(module, "BoundPair", about_bound_pair)
      .def(py::init(&bound_pair), py::arg("a"), py::arg("b"), about_making_a_pair)
      .def(
          "touches",
          [at](GuardedPair& self, py::handle a, py::handle b) {
            const Placement at_a = at(a, "pose_a"), at_b = at(b, "pose_b");
            return self.ask([&](BoundPair& pair) { return pair.touches(at_a, at_b); });
          },
          pose_a, pose_b, about_pair_touches)
      .def("collide", &pair_collide_once, pose_a, pose_b, about_pair_collide)
      .def(
          "distance",
          [at](GuardedPair& self, py::handle a, py::handle b) {
            const Placement at_a = at(a, "pose_a"), at_b = at(b, "pose_b");
            return self.ask([&](BoundPair& pair) { return pair.distance(at_a, at_b); });
          },
          pose_a, pose_b, about_pair_distance)
      .def(
          "within",
          [at](GuardedPair& self, double distance, py::handle a, py::handle b) {
            const Placement at_a = at(a, "pose_a"), at_b = at(b, "pose_b");
            return self.ask([&](BoundPair& pair) { return pair.within(at_a, at_b, distance); });
          },
          limit, pose_a, pose_b, about_pair_within)
      .def("touches_batch", &pair_touches_batch, pose_a, pose_b, py::kw_only(), py::arg("out") = py::none(),
           about_pair_touches_batch)
      .def(
          "distance_batch",
          [](GuardedPair& self, py::handle a, py::handle b) {
            return records_at<Distance>(self, a, b, distance_records(), [](BoundPair& pair, auto placements, auto to) {
              pair.distance(placements, to);
            });
          },
          pose_a, pose_b, about_pair_distance_batch)
      .def(
          "within_batch",
          [](GuardedPair& self, double distance, py::handle a, py::handle b) {
            return records_at<Nearness>(self, a, b, nearness_records(), [&](BoundPair& pair, auto placements, auto to) {
              pair.within(placements, distance, to);
            });
          },
          limit, pose_a, pose_b, about_pair_within_batch)
      .def(py::pickle([](const GuardedPair& self) { return self.call(); }, &bound_pair_of_state))
      .def("__repr__", [](const GuardedPair& self) {
        const auto faces = [](const Model& model) { return std::to_string(model.mesh().triangles.size()); };
        return "<abut.BoundPair: " + faces(self.pair().a()) + " and " + faces(self.pair().b()) + " faces>";
      });
}

}  // namespace abut::python
