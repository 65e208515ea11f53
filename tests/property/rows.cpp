#include "property/rows.h"

#include <cmath>

namespace abut::property {

std::vector<Row> all_rows() {
  std::vector<Row> rows;
  for (const auto& some :
       {collide_rows(), distance_rows(), point_rows(), ray_rows(), solid_rows(), mesh_rows(), clash_rows()})
    rows.insert(rows.end(), some.begin(), some.end());
  return rows;
}

const std::vector<Unasked>& without_row() {
  static const std::vector<Unasked> list{
      {"load save saved_bytes open_model map_model open_bytes is_tree_file load_assembly read_pairs read_allowed "
       "read_clearances read_motion read_robot read_world srdf_lines",
       "read and write files; tests/io, tests/store, tests/robot and tests/attack are about files"},
      {"split_into_parts size_of at_rest motion_from", "put assemblies and their steps together; tests/assembly"},
      {"measure_cost", "gives times and counts of tests, which no oracle knows; its contacts are those of collide"},
      {"node_quality tree_quality",
       "measure how well volumes fit, not an answer about the models; tests/classic/quality_test.cpp"},
      {"first_contact_vertex_face first_contact_edge_edge first_contacts_vertex_face first_contacts_edge_edge "
       "first_contact_deforming first_self_contact_deforming",
       "are about motion, with an oracle of their own; tests/query and tests/campaign/deforming.cpp"},
      {"first_contact contact_intervals least_clearance shoot",
       "are about motion, with oracles of their own; tests/query and tests/campaign/motion.cpp"},
      {"link_motion prove_never",
       "are about joints in motion, held against sampled and exact kinematics; tests/robot and tests/scene"},
      {"checker_setup numbers_of", "put robots together; tests/scene/robot_scene_test.cpp, tests/robot"},
      {"estimated_stray", "a guess at a surface that nobody knows; tests/mesh/stray_test.cpp has closed forms"},
      {"clash_id", "a name made from two names"},
      {"compare read_baseline write_json to_json write_csv to_csv to_text write_page write_robot_page has_page "
       "doubts_of "
       "notes_of",
       "files about an answer, not an answer; tests/report, tests/cli and tests/web"},
      {"name_of", "names of kinds, for people"},
      {"cull may_be_seen", "what tests of single solids leave; tests/query/cull_test.cpp holds them against rationals"},
      {"triangles_in plane slab segment ray line beam fat_ray",
       "regions without thickness or end, held against linear inequalities in rational numbers; "
       "tests/classic/region_test.cpp"},
      {"overlap", "a volume, held against rational numbers in tests/query/overlap_test.cpp"},
      {"patch_depths", "lengths, held against closed forms and penetration in tests/query/patch_depths_test.cpp"},
      {"penetration", "lengths, held against samples and closed forms in tests/query/penetration_test.cpp"},
      {"is_yes", "an answer as true or false, or an Error"},
      {"count_degenerate", "counts what exact orientation decides; tests/leaf/degenerate_test.cpp"},
      {"validate validate_points require_valid require_fitting require_sane_sizes",
       "refuse bad input, asked by every query; tests/mesh, tests/math, tests/assembly"},
      {"transformed joined point_on", "make data, rounded as they say; tests/mesh"},
      {"inverse is_rigid rigidity_defect", "parts of placements; tests/math"},
  };
  return list;
}

namespace {

constexpr long double unit = 0x1p-53L;
constexpr long double smallest = 0x1p-1074L;

}  // namespace

long double allowed_width(long double sizes, long double distance) {
  return 64 * unit * (sizes + distance) + 0x1p-1065L;
}
bool is_at_most(double x, const Ratio& square) { return Dyadic(x) * Dyadic(x) * square.under <= square.over; }
bool is_at_least(double x, const Ratio& square) { return Dyadic(x) * Dyadic(x) * square.under >= square.over; }

Point point_at(const Corners& t, const std::array<double, 3>& weights) {
  return t[0] + (t[1] - t[0]) * weights[1] + (t[2] - t[0]) * weights[2];
}
bool are_weights(const std::array<double, 3>& weights) {
  for (double w : weights)
    if (!(w >= 0 && w <= 1)) return false;
  return std::abs(weights[0] + weights[1] + weights[2] - 1) <= 8 * 0x1p-53;
}
long double length_of(const Point& p) { return std::sqrt(dot(p, p).rounded()); }

long double term_size(const Mesh& mesh, const Placement& at) {
  long double most = 0;
  for (const Vec3& p : mesh.points)
    for (int i = 0; i < 3; ++i) {
      long double sum = std::abs(at.shift[i]);
      for (int j = 0; j < 3; ++j) sum += std::abs(static_cast<long double>(at.linear(i, j)) * p[j]);
      most = std::max(most, sum);
    }
  return most;
}

namespace {

/// A bracket around the root of a square; `touching` when that is 0.
std::string problem_of_bracket(double lower, double upper, bool complete, const Ratio& square) {
  const bool touching = square.over.sign() == 0;
  if (!(lower >= 0 && lower <= upper)) return text("[", lower, ", ", upper, "] is no bracket");
  const long double truth = std::sqrt(square.rounded());
  if (!is_at_most(lower, square)) return text("lower ", lower, " is more than the distance ", truth);
  if (!std::isinf(upper) && !is_at_least(upper, square))
    return text("upper ", upper, " is less than the distance ", truth);
  if (upper == 0 && !touching) return text("upper is 0 at a distance of ", truth);
  if (complete && touching && upper != 0) return text("upper is ", upper, " though they touch");
  return "";
}

/// The rounded point beside the exact one that the weights say.
bool is_near(const Vec3& rounded, const Point& truth, long double allowed) {
  const Point off = exact(rounded) - truth;
  return length_of(off) <= allowed;
}

}  // namespace

std::string problem_of(const Distance& found, Context& context, bool exact_query) {
  const Ratio least = context.pairs.least();
  if (std::string problem = problem_of_bracket(found.lower, found.upper, found.complete, least); !problem.empty())
    return problem;
  if (std::isinf(found.upper)) return exact_query ? "upper is infinite" : "";
  const std::uint32_t a = found.triangle_a, b = found.triangle_b;
  if (a >= context.placed_a.size() || b >= context.placed_b.size()) return text("there is no pair ", a, " ", b);
  const long double sizes = context.placed_a.diameter(a) + context.placed_b.diameter(b);
  const long double width = allowed_width(sizes, std::sqrt(least.rounded()));
  const long double between = std::sqrt(context.pairs.squared(a, b).rounded());
  if (!is_at_least(found.upper, context.pairs.squared(a, b)))
    return text("the pair named, ", a, " ", b, ", is ", between, " apart, more than upper ", found.upper);
  if (!are_weights(found.weights_a) || !are_weights(found.weights_b)) return "the weights are none";
  const Point at_a = point_at(context.placed_a[a], found.weights_a),
              at_b = point_at(context.placed_b[b], found.weights_b);
  const long double length = length_of(at_a - at_b), pair_width = allowed_width(sizes, between);
  if (std::abs(length - found.upper) > pair_width)
    return text("the points are ", length, " apart, upper is ", found.upper, ", more than ", pair_width, " off");
  const long double terms_a = 64 * unit * term_size(context.given.meshes.a, context.given.at.a) + 64 * smallest;
  const long double terms_b = 64 * unit * term_size(context.given.meshes.b, context.given.at.b) + 64 * smallest;
  if (!is_near(found.point_a, at_a, terms_a) || !is_near(found.point_b, at_b, terms_b))
    return "the points are not where their weights say";
  if (!exact_query) return "";
  if (!found.complete) return "an exact query is not complete";
  if (found.upper - found.lower > width)
    return text("width: [", found.lower, ", ", found.upper, "] around ", std::sqrt(least.rounded()), " is ",
                found.upper - found.lower, " wide, more than ", width);
  if (found.upper == 0 && context.pairs.squared(a, b).over.sign() != 0)
    return text("the pair named, ", a, " ", b, ", does not touch");
  return "";
}

std::string problem_of(const ClosestPoint& found, const Vec3& point, Context& context, bool exact_query) {
  const Point p = exact(point);
  const Ratio least = context.squared_distance(point);
  if (std::string problem = problem_of_bracket(found.lower, found.upper, found.complete, least); !problem.empty())
    return problem;
  if (std::isinf(found.upper)) return exact_query ? "upper is infinite" : "";
  if (found.triangle >= context.placed_a.size()) return text("there is no triangle ", found.triangle);
  const Corners& t = context.placed_a[found.triangle];
  const Ratio named = squared_distance(p, t);
  if (!is_at_least(found.upper, named))
    return text("the triangle named, ", found.triangle, ", is farther than upper ", found.upper);
  if (!are_weights(found.weights)) return "the weights are none";
  const long double size = context.placed_a.diameter(found.triangle), truth = std::sqrt(least.rounded());
  const Point at = point_at(t, found.weights);
  const long double length = length_of(at - p), pair_width = allowed_width(size, std::sqrt(named.rounded()));
  if (std::abs(length - found.upper) > pair_width)
    return text("the point found is ", length, " away, upper is ", found.upper, ", more than ", pair_width, " off");
  const long double terms = 64 * unit * term_size(context.given.meshes.a, context.given.at.a) + 64 * smallest;
  if (!is_near(found.point, at, terms)) return "the point is not where its weights say";
  if (!exact_query) return "";
  if (!found.complete) return "an exact query is not complete";
  const long double width = allowed_width(size, truth);
  if (found.upper - found.lower > width)
    return text("width: [", found.lower, ", ", found.upper, "] around ", truth, " is ", found.upper - found.lower,
                " wide, more than ", width);
  return "";
}

bool is_same(const Distance& x, const Distance& y) {
  return x.lower == y.lower && x.upper == y.upper && x.triangle_a == y.triangle_a && x.triangle_b == y.triangle_b &&
         x.weights_a == y.weights_a && x.weights_b == y.weights_b && x.point_a == y.point_a && x.point_b == y.point_b &&
         x.complete == y.complete;
}
bool is_same(const ClosestPoint& x, const ClosestPoint& y) {
  return x.lower == y.lower && x.upper == y.upper && x.triangle == y.triangle && x.weights == y.weights &&
         x.point == y.point && x.complete == y.complete;
}

}  // namespace abut::property
