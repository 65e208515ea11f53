#include "items.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace abut::python {

namespace {

py::array array_from(py::handle object, const char* name, const char* kinds, const char* wanted) {
  const py::array array = py::array::ensure(object);
  if (!array) {
    PyErr_Clear();
    throw py::type_error(std::string(name) + " must be an array of " + wanted + "; it is " +
                         std::string(py::str(py::type::of(object).attr("__name__"))) + ".");
  }
  // An empty list has no numbers that could be of the wrong kind.
  if (array.size() > 0 && !std::strchr(kinds, array.dtype().kind()))
    throw py::type_error(std::string(name) + " must be an array of " + wanted + "; its dtype is " +
                         std::string(py::str(array.dtype())) + ".");
  return array;
}

Error wrong_shape(const char* name, const py::array& array, const std::string& wanted) {
  return Error(std::string(name) + " must have the shape " + wanted + "; it has " + shape_of(array) + ".");
}

void require_triples(const py::array& array, const char* name, const char* wanted) {
  const bool is_empty = array.size() == 0 && array.ndim() == 1;
  if (!is_empty && (array.ndim() != 2 || array.shape(1) != 3)) throw wrong_shape(name, array, wanted);
}

/// Is the last row 0 0 0 1, but for the rounding of products and inverses of matrices?
bool is_last_row(const double* row) {
  constexpr double rounding = 1e-9;
  return std::abs(row[0]) <= rounding && std::abs(row[1]) <= rounding && std::abs(row[2]) <= rounding &&
         std::abs(row[3] - 1) <= rounding;
}

Placement placement_at(const double* rows, py::ssize_t count, const char* name, py::ssize_t index = -1) {
  if (count == 4 && !is_last_row(rows + 12)) {
    const std::string which = index < 0 ? name : std::string(name) + "[" + std::to_string(index) + "]";
    const py::array last(py::dtype::of<double>(), {4}, rows + 12);
    throw Error(which + ": the last row must be 0 0 0 1; it is " + std::string(py::str(py::handle(last))) +
                ". Is the matrix transposed?");
  }
  return Placement::from_rows(std::span<const double, 12>(rows, 12));
}

/// What the array most likely is instead of a placement, and what to do with it.
const char* advice_about(const py::array& array) {
  const std::string shape = shape_of(array);
  if (shape == "(3, 3)") return " A rotation needs its shift as a fourth column.";
  if (shape == "(3,)") return " A shift is the fourth column of a matrix.";
  if (shape == "(7,)") return " Make a matrix of the position and the quaternion first.";
  if (shape == "(16,)") return " Reshape it to (4, 4), row by row.";
  if (shape == "(12,)") return " Reshape it to (3, 4), row by row.";
  return "";
}

bool is_placement(const py::array& array) {
  const py::ssize_t n = array.ndim();
  return n >= 2 && array.shape(n - 1) == 4 && (array.shape(n - 2) == 3 || array.shape(n - 2) == 4);
}

/// One side of a batch.
struct Placements {
  Placements(py::handle object, const char* argument) : name(argument) {
    if (object.is_none()) return;
    array = doubles_from(object, name);
    if (!is_placement(array) || array.ndim() > 3)
      throw wrong_shape(name, array, "(N, 4, 4) or (N, 3, 4), or (4, 4) or (3, 4) for all poses");
    rows = array.shape(array.ndim() - 2);
    if (array.ndim() == 3) count = array.shape(0);
    if (!is_many()) single = placement_at(array.data(), rows, name);
  }

  bool is_many() const { return count >= 0; }
  Placement operator[](py::ssize_t index) const {
    return is_many() ? placement_at(array.data() + 4 * rows * index, rows, name, index) : single;
  }

  const char* name;
  Doubles array;
  py::ssize_t rows = 0, count = -1;
  Placement single;
};

/// Both sides of a batch, checked against each other.
struct PlacementsOfBoth {
  PlacementsOfBoth(py::handle a, py::handle b) : of_a(a, "pose_a"), of_b(b, "pose_b") {
    if (!of_a.is_many() && !of_b.is_many())
      throw Error("a batch needs an array of the shape (N, 4, 4) or (N, 3, 4) as pose_a, pose_b or both.");
    if (of_a.is_many() && of_b.is_many() && of_a.count != of_b.count)
      throw Error("pose_a holds " + std::to_string(of_a.count) + " placements and pose_b " +
                  std::to_string(of_b.count) + "; there must be as many, or a single one of either.");
  }

  py::ssize_t count() const { return of_a.is_many() ? of_a.count : of_b.count; }
  PlacementPair operator[](py::ssize_t index) const { return {of_a[index], of_b[index]}; }

  Placements of_a, of_b;
};

void require_valid(const PlacementPair& at, std::size_t pose) {
  const std::string of_pose = " in pose " + std::to_string(pose);
  abut::require_valid(at.a, ("the placement of A" + of_pose).c_str());
  abut::require_valid(at.b, ("the placement of B" + of_pose).c_str());
}

}  // namespace

Doubles doubles_from(py::handle object, const char* name) {
  const Doubles doubles = Doubles::ensure(array_from(object, name, "fiu", "numbers"));
  if (!doubles) throw py::error_already_set();
  return doubles;
}

std::string shape_of(const py::array& array) { return std::string(py::str(array.attr("shape"))); }

std::span<const Vec3> Points::points() const {
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  return {reinterpret_cast<const Vec3*>(array.data()), static_cast<std::size_t>(array.size() / 3)};
}

Points points_from(py::handle object, const char* name) {
  Points result{doubles_from(object, name)};
  require_triples(result.array, name, "(N, 3)");
  return result;
}

Vec3 point_from(py::handle object, const char* name) {
  const Doubles array = doubles_from(object, name);
  if (array.ndim() != 1 || array.shape(0) != 3)
    throw wrong_shape(name, array, array.ndim() == 2 ? "(3,); the batch forms take many" : "(3,)");
  return {array.data()[0], array.data()[1], array.data()[2]};
}

std::vector<std::uint32_t> ids_from(py::handle object, const char* name) {
  const py::array array = array_from(object, name, "iu", "integers");
  if (array.ndim() > 1) throw wrong_shape(name, array, "(N,), or be one number");
  const auto wide = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
  if (!wide) throw py::error_already_set();
  std::vector<std::uint32_t> ids;
  ids.reserve(static_cast<std::size_t>(wide.size()));
  for (py::ssize_t i = 0; i < wide.size(); ++i) {
    const std::int64_t id = wide.data()[i];
    if (id < 0 || id > std::numeric_limits<std::uint32_t>::max())
      throw Error(std::string(name) + " must count from 0; " + std::to_string(id) + " does not.");
    ids.push_back(static_cast<std::uint32_t>(id));
  }
  return ids;
}

std::vector<Triangle> triangles_from(py::handle object, const char* name) {
  const py::array array = array_from(object, name, "iu", "integers");
  require_triples(array, name, "(M, 3): triangles");
  std::vector<Triangle> triangles(static_cast<std::size_t>(array.size() / 3));
  if (triangles.empty()) return triangles;
  static_assert(sizeof(Triangle) == 3 * sizeof(std::uint32_t));
  if (py::isinstance<py::array_t<std::uint32_t>>(array)) {
    const auto same = py::array_t<std::uint32_t, py::array::c_style>::ensure(array);
    std::memcpy(triangles.data(), same.data(), triangles.size() * sizeof(Triangle));
    return triangles;
  }
  const auto wide = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
  if (!wide) throw py::error_already_set();
  const std::int64_t* next = wide.data();
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (std::uint32_t& corner : triangles[i]) {
      const std::int64_t index = *next++;
      if (index < 0 || index > std::numeric_limits<std::uint32_t>::max())
        throw Error("triangle " + std::to_string(i) + " names point " + std::to_string(index) +
                    "; points count from 0 to 2^32 - 1.");
      corner = static_cast<std::uint32_t>(index);
    }
  return triangles;
}

Placement placement_from(py::handle object, const char* name) {
  if (object.is_none()) return {};
  const Doubles array = doubles_from(object, name);
  if (!is_placement(array) || array.ndim() != 2)
    throw Error(
        wrong_shape(name, array, array.ndim() == 3 ? "(4, 4) or (3, 4); the batch forms take many" : "(4, 4) or (3, 4)")
            .what() +
        std::string(advice_about(array)));
  return placement_at(array.data(), array.shape(0), name);
}

std::vector<Placement> placements_from(py::handle object, const char* name) {
  const Placements given(object, name);
  if (!given.is_many()) throw Error(std::string(name) + " must have the shape (N, 4, 4) or (N, 3, 4).");
  std::vector<Placement> placements;
  placements.reserve(static_cast<std::size_t>(given.count));
  for (py::ssize_t i = 0; i < given.count; ++i) placements.push_back(given[i]);
  return placements;
}

std::vector<PlacementPair> placement_pairs_from(py::handle a, py::handle b) {
  const PlacementsOfBoth placements(a, b);
  std::vector<PlacementPair> pairs;
  pairs.reserve(static_cast<std::size_t>(placements.count()));
  for (py::ssize_t i = 0; i < placements.count(); ++i) pairs.push_back(placements[i]);
  return pairs;
}

std::vector<PlacedPair> items_from(const Model& a, const Model& b, py::handle pose_a, py::handle pose_b) {
  const PlacementsOfBoth placements(pose_a, pose_b);
  std::vector<PlacedPair> items;
  items.reserve(static_cast<std::size_t>(placements.count()));
  for (py::ssize_t i = 0; i < placements.count(); ++i) items.push_back({&a, &b, placements[i]});
  return items;
}

ModelPairs::ModelPairs(py::handle tuples) {
  if (!py::isinstance<py::sequence>(tuples))
    throw py::type_error("pairs must be a list of tuples (a, b, pose_a, pose_b).");
  std::vector<py::tuple> rows;
  for (const py::handle row : tuples.cast<py::sequence>()) {
    const bool is_tuple = py::isinstance<py::tuple>(row) && py::len(row) >= 2 && py::len(row) <= 4;
    if (!is_tuple || !py::isinstance<Model>(row[py::int_(0)]) || !py::isinstance<Model>(row[py::int_(1)]))
      throw py::type_error("pairs[" + std::to_string(rows.size()) +
                           "] must be a tuple of two abut.Models and up to two placements.");
    rows.push_back(row.cast<py::tuple>());
  }
  models_.reserve(2 * rows.size());
  items_.reserve(rows.size());
  for (const py::tuple& row : rows) {
    const auto pose = [&](std::size_t index, const char* name) {
      return row.size() > index ? placement_from(row[index], name) : Placement{};
    };
    const Model& a = models_.emplace_back(row[0].cast<const Model&>());
    const Model& b = models_.emplace_back(row[1].cast<const Model&>());
    items_.push_back({&a, &b, {pose(2, "pose_a"), pose(3, "pose_b")}});
  }
}

void require_valid(std::span<const PlacementPair> placements) {
  for (std::size_t i = 0; i < placements.size(); ++i) require_valid(placements[i], i);
}

void require_valid(std::span<const PlacedPair> items) {
  for (std::size_t i = 0; i < items.size(); ++i) require_valid(items[i].at, i);
}

py::array view_of(const py::dtype& type, std::vector<py::ssize_t> shape, std::vector<py::ssize_t> strides,
                  const void* data, py::handle owner) {
  py::array view(type, std::move(shape), std::move(strides), data, owner);
  view.attr("setflags")(py::arg("write") = false);
  return view;
}

py::array array_of(std::vector<Contact> pairs) {
  static_assert(sizeof(Contact) == 2 * sizeof(std::uint32_t));
  const auto count = static_cast<py::ssize_t>(pairs.size());
  if (count == 0) return py::array_t<std::uint32_t>(std::vector<py::ssize_t>{0, 2});
  const Contact* const data = pairs.data();
  // Moving a vector does not move what it holds.
  return py::array_t<std::uint32_t>({count, py::ssize_t{2}}, &data->a, owner_of(std::move(pairs)));
}

py::array array_of(std::vector<std::uint32_t> ids) {
  const auto count = static_cast<py::ssize_t>(ids.size());
  const std::uint32_t* const data = ids.data();
  return py::array_t<std::uint32_t>({count}, data, owner_of(std::move(ids)));
}

py::array array_of(const Vec3& point) { return py::array_t<double>({3}, &point.x); }
py::array array_of(const std::array<double, 3>& coordinates) { return py::array_t<double>({3}, coordinates.data()); }

py::array array_of(const Placement& at) {
  const auto& m = at.linear;
  const double rows[] = {m(0, 0), m(0, 1), m(0, 2), at.shift.x, m(1, 0), m(1, 1), m(1, 2), at.shift.y,
                         m(2, 0), m(2, 1), m(2, 2), at.shift.z, 0,       0,       0,       1};
  return py::array_t<double>({4, 4}, rows);
}

py::array array_of(const Bounds& bounds) {
  const double corners[] = {bounds.low.x, bounds.low.y, bounds.low.z, bounds.high.x, bounds.high.y, bounds.high.z};
  return py::array_t<double>({2, 3}, corners);
}

}  // namespace abut::python
