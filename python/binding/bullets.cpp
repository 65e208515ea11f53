#include "interruptible.h"
#include "motions.h"
#include "parts.h"
#include "records.h"
#include <abut/bullet.h>

#include <sstream>

namespace abut::python {

namespace {

constexpr const char* about_bullet_hit =
    R"(What a bullet hits first: proved to hit nothing before `lower`, no farther than `tolerance` from the target at `upper`.

The truth value says whether it hits, and raises abut.Error when the verdict is "undecided".)";

constexpr const char* about_shoot =
    R"(shoot(model, start, end, motion=None, *, during=(0.0, 1.0), distance_tolerance=None, time_tolerance=None, simd=None)
--

When does a point that flies straight first hit a moving model? Proved: nothing tunnels.

start, end: where the bullet is in the world when the time begins and when it ends.
motion: an abut.Motion, or a placement for a model that stays; None is the identity.
during: the time of the flight, a tuple (begin, end).
distance_tolerance: a hit is told where the bullet is no farther from the model than this (default: 2^-40 of its size, or
what rounding needs).
time_tolerance: how wide the bracket of the time may be (default: 1e-6 of the time).

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> hit = abut.shoot(box, [-5, 0.25, 0.5], [3, 0.25, 0.5], abut.Motion.straight(None, [2, 0, 0]))
>>> hit.verdict, round(hit.upper, 9), hit.normal[0]
('contact', 0.666666667, -1.0)
>>> bool(abut.shoot(box, [-5, 2, 0], [3, 2, 0]))
False
)";

constexpr const char* about_shoot_batch =
    R"(shoot_batch(targets, starts, ends, *, during=(0.0, 1.0), distance_tolerance=None, time_tolerance=None, simd=None, threads=1)
--

shoot for many bullets, (N, 3), at many targets: of each bullet the first target that it hits.

targets: abut.Models, or tuples (model, motion).
Gives a numpy record array with the fields of abut.BulletHit. In records a verdict is a number: 0 clear, 1 contact,
2 undecided. Runs on `threads` threads (0: all cores) without the interpreter's lock. Ctrl-C ends it.

>>> box = abut.Model(abut.shapes.box([1, 1, 1]))
>>> targets = [(box, abut.Motion.straight(None, [2, 0, 0])), (box, [[1, 0, 0, 9], [0, 1, 0, 0], [0, 0, 1, 0]])]
>>> hits = abut.shoot_batch(targets, [[-5, 0.5, 0], [20, 0.5, 0], [20, 3, 0]], [[5, 0.5, 0], [5, 0.5, 0], [5, 3, 0]])
>>> hits.verdict, hits.target[:2], hits.place[:2, 0].round(6)
(array([1, 1, 0], dtype=int32), array([0, 1], dtype=uint32), array([ 0., 10.]))
)";

BulletOptions take_bullet_options(Keywords& given) {
  BulletOptions taken;
  const auto tolerance = [&](const char* name) {
    const auto chosen = given.take<double>(name);
    if (chosen && !(*chosen >= 0)) throw Error(std::string(name) + " must be a number, 0 or more.");
    return chosen.value_or(BulletOptions::automatic);
  };
  taken.distance_tolerance = tolerance("distance_tolerance");
  taken.time_tolerance = tolerance("time_tolerance");
  taken.simd = take_simd(given);
  return taken;
}

RecordType hit_record() {
  RecordType type;
  type.add("verdict", "i4", offsetof(BulletHit, verdict))
      .add("lower", "f8", offsetof(BulletHit, lower))
      .add("upper", "f8", offsetof(BulletHit, upper))
      .add("tolerance", "f8", offsetof(BulletHit, tolerance))
      .add("target", "u4", offsetof(BulletHit, target))
      .add("triangle", "u4", offsetof(BulletHit, triangle))
      .add("distance", "f8", offsetof(BulletHit, distance))
      .add("place", "3f8", offsetof(BulletHit, place))
      .add("point", "3f8", offsetof(BulletHit, point))
      .add("normal", "3f8", offsetof(BulletHit, normal));
  return type;
}

bool is_hit(const BulletHit& self) {
  if (self.verdict == MotionVerdict::undecided)
    throw Error("it is not known whether the bullet hits: the tolerance is too small for the motion.");
  return self.verdict == MotionVerdict::contact;
}

std::string describe_hit(const BulletHit& self) {
  std::ostringstream text;
  text.precision(9);
  text << "<abut.BulletHit: " << name_of(self.verdict);
  if (self.verdict == MotionVerdict::contact)
    text << " between " << self.lower << " and " << self.upper << ", triangle " << self.triangle << " of target "
         << self.target;
  text << ">";
  return text.str();
}

void add_bullet_hit_type(py::module_& module) {
  const auto vector = [](Vec3 BulletHit::*member) {
    return [member](const BulletHit& self) { return array_of(self.*member); };
  };
  py::class_<BulletHit>(module, "BulletHit", about_bullet_hit)
      .def_property_readonly(
          "verdict", [](const BulletHit& self) { return std::string(name_of(self.verdict)); },
          "'clear': proved to hit nothing; 'contact'; or 'undecided'.")
      .def_readonly("lower", &BulletHit::lower, "Until before this time it is proved to hit nothing.")
      .def_readonly("upper", &BulletHit::upper, "At this time it is on its target; infinite if it hits none.")
      .def_readonly("tolerance", &BulletHit::tolerance, "The distance tolerance that was used.")
      .def_readonly("target", &BulletHit::target, "Which target is hit.")
      .def_readonly("triangle", &BulletHit::triangle, "Which of its triangles.")
      .def_readonly("distance", &BulletHit::distance, "The triangle is no farther from the bullet at `upper`.")
      .def_property_readonly("place", vector(&BulletHit::place), "Where the bullet is at `upper`, in the world.")
      .def_property_readonly("point", vector(&BulletHit::point), "The triangle's point that is closest to it.")
      .def_property_readonly("normal", vector(&BulletHit::normal),
                             "Of the triangle, of length 1, to the side from which the bullet comes.")
      .def("__bool__", &is_hit)
      .def("__repr__", &describe_hit);
}

/// Targets as Python lists them. Models are shared, so that a refit meanwhile does not matter.
struct Targets {
  explicit Targets(py::handle listed) {
    if (!py::isinstance<py::sequence>(listed))
      throw py::type_error("targets must be a list of models, or of tuples (model, motion).");
    models.reserve(py::len(listed));
    for (const py::handle row : listed) {
      const bool is_tuple = py::isinstance<py::tuple>(row) && py::len(row) == 2;
      const py::object model = is_tuple ? py::object(row[py::int_(0)]) : py::reinterpret_borrow<py::object>(row);
      if (!py::isinstance<Model>(model))
        throw py::type_error("targets[" + std::to_string(all.size()) +
                             "] must be an abut.Model, or a tuple of one and its motion.");
      const Model& kept = models.emplace_back(model.cast<const Model&>());
      all.push_back({&kept, is_tuple ? motion_from(row[py::int_(1)], "a target's motion") : Motion()});
    }
  }
  std::vector<Model> models;
  std::vector<BulletTarget> all;
};

std::vector<Bullet> bullets_from(py::handle starts, py::handle ends) {
  const Points from = points_from(starts, "starts"), to = points_from(ends, "ends");
  if (from.points().size() != to.points().size())
    throw Error("there must be as many starts as ends; there are " + std::to_string(from.points().size()) + " and " +
                std::to_string(to.points().size()) + ".");
  std::vector<Bullet> bullets;
  bullets.reserve(from.points().size());
  for (std::size_t i = 0; i < from.points().size(); ++i) bullets.push_back({from.points()[i], to.points()[i]});
  return bullets;
}

}  // namespace

void add_bullets(py::module_& module) {
  add_bullet_hit_type(module);
  module.def(
      "shoot",
      [](py::handle object, py::handle start, py::handle end, py::handle moved, const py::kwargs& given) {
        const Model model = model_from(object);
        const Bullet bullet{point_from(start, "start"), point_from(end, "end")};
        const Motion motion = motion_from(moved, "motion");
        Keywords options("shoot", given);
        const TimeSpan during = take_during(options, {});
        const BulletOptions taken = take_bullet_options(options);
        options.finish();
        const py::gil_scoped_release unlocked;
        return shoot(model, motion, bullet, during, taken);
      },
      py::arg("model"), py::arg("start"), py::arg("end"), py::arg("motion") = py::none(), about_shoot);
  module.def(
      "shoot_batch",
      [](py::handle listed, py::handle starts, py::handle ends, const py::kwargs& given) {
        const Targets targets(listed);
        const std::vector<Bullet> bullets = bullets_from(starts, ends);
        Keywords options("shoot_batch", given);
        const TimeSpan during = take_during(options, {});
        BulletOptions taken = take_bullet_options(options);
        taken.threads = take_threads(options);
        options.finish();
        return records_of(run_interruptibly(bullets.size(),
                                            [&](const std::atomic<bool>& stop) {
                                              taken.stop = &stop;
                                              return shoot(targets.all, bullets, during, taken);
                                            }),
                          hit_record());
      },
      py::arg("targets"), py::arg("starts"), py::arg("ends"), about_shoot_batch);
}

}  // namespace abut::python
