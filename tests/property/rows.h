#pragma once

// The rows of the table: each puts a public query to a case and compares with the oracles.

#include "property/property_case.h"
#include <abut/closest_point.h>
#include <abut/distance.h>

#include <functional>

namespace abut::property {

/// What a row says about a case.
struct Outcome {
  enum Kind { right, wrong, not_asked } kind = right;
  std::string text;  ///< what is wrong, or why it was not asked
};
inline Outcome is_right() { return {}; }
template <class... Parts>
Outcome is_wrong(const Parts&... parts) {
  return {Outcome::wrong, text(parts...)};
}
inline Outcome is_not_asked(std::string reason) { return {Outcome::not_asked, std::move(reason)}; }

struct Row {
  std::string name;
  std::string functions;  ///< the public functions that it calls, separated by blanks
  Outcome (*ask)(Context&, Random&);
};

std::vector<Row> collide_rows();
std::vector<Row> distance_rows();
std::vector<Row> point_rows();
std::vector<Row> ray_rows();
std::vector<Row> solid_rows();
std::vector<Row> mesh_rows();
std::vector<Row> clash_rows();
/// All of them, in the order of the page.
std::vector<Row> all_rows();

/// A public function of the headers that has no row, and why.
struct Unasked {
  std::string functions, reason;
};
const std::vector<Unasked>& without_row();

// What several rows need.

/// The width that an exact distance may have: 64 units in the last place of sizes and distance together, and what
/// numbers among the subnormal ones lose.
long double allowed_width(long double sizes, long double distance);
/// x * x <= the square; x is 0 or more.
bool is_at_most(double x, const Ratio& square);
bool is_at_least(double x, const Ratio& square);
/// The placed image of weights in a triangle.
Point point_at(const Corners& t, const std::array<double, 3>& weights);
/// Whether weights are those of a point of a triangle: between 0 and 1, together 1 up to rounding.
bool are_weights(const std::array<double, 3>& weights);
long double length_of(const Point& p);
/// How large the terms of a placed point may be before they cancel.
long double term_size(const Mesh& mesh, const Placement& at);

/// What is wrong with a distance between A and B: "" if nothing. `exact`: the bracket has to be narrow.
std::string problem_of(const Distance& found, Context& context, bool exact);
/// The same of a point and A.
std::string problem_of(const ClosestPoint& found, const Vec3& point, Context& context, bool exact);
/// The same bracket and places, bit for bit; costs are left aside.
bool is_same(const Distance& x, const Distance& y);
bool is_same(const ClosestPoint& x, const ClosestPoint& y);

}  // namespace abut::property
