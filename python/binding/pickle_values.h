#pragma once

// What pickles hold: every value as numbers, strings, arrays and tuples of them, never as memory.

#include "arrays.h"
#include <abut/first_contact.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>

namespace abut::python {

/// Pickled<Value>::out(value) gives what is pickled, Pickled<Value>::in(that) the value; what does not fit throws
/// py::cast_error.
template <class Value>
struct Pickled;

/// Fields<Struct>::all is a tuple of pointers to all members of a struct, in their order.
template <class Struct>
struct Fields;
template <class Struct>
concept HasFields = requires {
  Fields<Struct>::all;
};

/// How many values an enumeration has, counted from 0.
template <class Enum>
inline constexpr int count_of = 0;
template <>
inline constexpr int count_of<MotionVerdict> = 3;

inline void require_fit(bool fits) {
  if (!fits) throw py::cast_error("this does not fit");
}

// --- Numbers, words, choices.

template <class Number>
requires std::is_arithmetic_v<Number>
struct Pickled<Number> {
  static py::object out(Number value) { return py::cast(value); }
  static Number in(py::handle state) { return state.cast<Number>(); }
};

template <>
struct Pickled<std::string> {
  static py::object out(const std::string& value) { return py::str(value); }
  static std::string in(py::handle state) { return state.cast<std::string>(); }
};

template <class Enum>
requires std::is_enum_v<Enum>
struct Pickled<Enum> {
  static_assert(count_of<Enum> > 0, "say how many values it has");
  static py::object out(Enum value) { return py::int_(static_cast<int>(value)); }
  static Enum in(py::handle state) {
    const int number = state.cast<int>();
    require_fit(number >= 0 && number < count_of<Enum>);
    return static_cast<Enum>(number);
  }
};

template <class Value>
struct Pickled<std::optional<Value>> {
  static py::object out(const std::optional<Value>& value) {
    return value ? py::object(Pickled<Value>::out(*value)) : py::object(py::none());
  }
  static std::optional<Value> in(py::handle state) {
    return state.is_none() ? std::nullopt : std::optional<Value>(Pickled<Value>::in(state));
  }
};

// --- Many values.

template <class Value, std::size_t count>
struct Pickled<std::array<Value, count>> {
  static py::object out(const std::array<Value, count>& values) {
    py::tuple state(count);
    for (std::size_t i = 0; i < count; ++i) state[i] = Pickled<Value>::out(values[i]);
    return state;
  }
  static std::array<Value, count> in(py::handle object) {
    const auto state = object.cast<py::tuple>();
    require_fit(state.size() == count);
    std::array<Value, count> values;
    for (std::size_t i = 0; i < count; ++i) values[i] = Pickled<Value>::in(state[i]);
    return values;
  }
};

/// Values that are nothing but so many numbers of one kind.
template <class Value>
struct Flat {
  using Number = void;
};
template <class Value>
requires std::is_arithmetic_v<Value>
struct Flat<Value> {
  using Number = Value;
};
template <>
struct Flat<Vec3> {
  using Number = double;
};
template <>
struct Flat<Contact> {
  using Number = std::uint32_t;
};

/// Numbers as an array with a row for each value, other values as a list.
template <class Value>
struct Pickled<std::vector<Value>> {
  using Number = typename Flat<Value>::Number;
  static constexpr bool is_flat = !std::is_void_v<Number>;

  static py::object out(const std::vector<Value>& values) {
    if constexpr (is_flat) {
      const py::ssize_t rows = static_cast<py::ssize_t>(values.size()), columns = sizeof(Value) / sizeof(Number);
      return py::array_t<Number>({rows, columns}, reinterpret_cast<const Number*>(values.data()));
    } else {
      py::list state;
      for (const Value& value : values) state.append(Pickled<Value>::out(value));
      return state;
    }
  }
  static std::vector<Value> in(py::handle object) {
    std::vector<Value> values;
    if constexpr (is_flat) {
      constexpr py::ssize_t columns = sizeof(Value) / sizeof(Number);
      require_fit(py::isinstance<py::array_t<Number>>(object));
      const auto state = py::array_t<Number, py::array::c_style>::ensure(object);
      require_fit(state && state.ndim() == 2 && state.shape(1) == columns);
      const auto* first = reinterpret_cast<const Value*>(state.data());
      values.assign(first, first + state.shape(0));
    } else {
      for (const py::handle state : object.cast<py::list>()) values.push_back(Pickled<Value>::in(state));
    }
    return values;
  }
};

template <class Value>
struct Pickled<std::map<std::string, Value>> {
  static py::object out(const std::map<std::string, Value>& values) {
    py::dict state;
    for (const auto& [key, value] : values) state[py::str(key)] = Pickled<Value>::out(value);
    return state;
  }
  static std::map<std::string, Value> in(py::handle object) {
    std::map<std::string, Value> values;
    for (const auto& [key, state] : object.cast<py::dict>())
      values[key.template cast<std::string>()] = Pickled<Value>::in(state);
    return values;
  }
};

// --- Structs.

/// The size of a struct that has these members and no others, in this order: a forgotten one shows, unless it fits into
/// a gap.
template <class Struct, class... Members>
constexpr std::size_t size_with(const std::tuple<Members Struct::*...>&) {
  std::size_t end = 0;
  ((end = (end + alignof(Members) - 1) / alignof(Members) * alignof(Members) + sizeof(Members)), ...);
  return (end + alignof(Struct) - 1) / alignof(Struct) * alignof(Struct);
}

/// A tuple of its members.
template <HasFields Struct>
struct Pickled<Struct> {
  static constexpr auto fields = Fields<Struct>::all;
  static constexpr std::size_t count = std::tuple_size_v<decltype(fields)>;
  static_assert(size_with<Struct>(fields) == sizeof(Struct), "a member is missing, or out of order");

  static py::object out(const Struct& value) {
    py::tuple state(count);
    std::size_t next = 0;
    const auto write = [&]<class Member>(Member Struct::*member) {
      state[next++] = Pickled<Member>::out(value.*member);
    };
    std::apply([&](auto... members) { (write(members), ...); }, fields);
    return state;
  }
  static Struct in(py::handle object) {
    const auto state = object.cast<py::tuple>();
    require_fit(state.size() == count);
    Struct value;
    std::size_t next = 0;
    const auto read = [&]<class Member>(Member Struct::*member) { value.*member = Pickled<Member>::in(state[next++]); };
    std::apply([&](auto... members) { (read(members), ...); }, fields);
    return value;
  }
};

/// Names the members of a struct, as Self::name, in their order.
#define ABUT_FIELDS(Type, ...)                           \
  template <>                                            \
  struct Fields<Type> {                                  \
    using Self = Type;                                   \
    static constexpr auto all = std::tuple(__VA_ARGS__); \
  };

ABUT_FIELDS(Vec3, &Self::x, &Self::y, &Self::z)
ABUT_FIELDS(Matrix3, &Self::entries)
ABUT_FIELDS(Bracket, &Self::lower, &Self::upper)
ABUT_FIELDS(Bounds, &Self::low, &Self::high)
ABUT_FIELDS(Counters, &Self::volume_tests, &Self::triangle_tests, &Self::exact_tests)
ABUT_FIELDS(Distance, &Self::lower, &Self::upper, &Self::triangle_a, &Self::triangle_b, &Self::weights_a,
            &Self::weights_b, &Self::point_a, &Self::point_b, &Self::counters, &Self::complete)
ABUT_FIELDS(Reach, &Self::length, &Self::point, &Self::triangle)

/// (4, 4), as everywhere.
template <>
struct Pickled<Placement> {
  static py::object out(const Placement& at) { return array_of(at); }
  static Placement in(py::handle state) { return placement_from(state, "the pickled placement"); }
};

// --- Types.

/// read(state), with an Error in the name of the type when the state is not one of its values.
template <class State, class Read>
auto unpickled(const std::string& type, const State& state, const Read& read) {
  try {
    return read(state);
  } catch (const py::cast_error&) {
    throw Error("this is no pickled " + type + " of this version of abut.");
  }
}

/// The Python class of a type that is there already.
template <class Value>
py::class_<Value> class_of() {
  return py::reinterpret_borrow<py::class_<Value>>(py::type::of<Value>());
}

/// A copy of what never changes is the same object.
template <class Value>
void add_copies_of_constant(py::class_<Value>& type) {
  type.def("__copy__", [](py::object self) { return self; });
  type.def("__deepcopy__", [](py::object self, py::handle) { return self; });
}

/// Pickles and copies of values that never change.
template <class Value>
void add_pickle(const std::string& name) {
  py::class_<Value> type = class_of<Value>();
  type.def(py::pickle([](const Value& self) { return Pickled<Value>::out(self); },
                      [name](const py::object& state) { return unpickled(name, state, &Pickled<Value>::in); }));
  add_copies_of_constant(type);
}

}  // namespace abut::python
