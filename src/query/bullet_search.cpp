#include "query/bullet_search.h"

#include "leaf/point_triangle.h"
#include "math/scaled_length.h"
#include <abut/error.h>

#include <algorithm>
#include <cmath>

namespace abut {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TimeSpan common(const TimeSpan& a, const TimeSpan& b) { return {std::max(a.begin, b.begin), std::min(a.end, b.end)}; }

/// Where the corners of a placed triangle are, seen from a place, in units of the model.
std::array<Vec3, 3> seen_corners(const ModelData& model, const Placement& at, std::uint32_t triangle,
                                 const Vec3& from) {
  const Triangle& corners = model.mesh.triangles()[triangle];
  const auto points = model.mesh.points();
  const double over_unit = 1 / model.frame.unit;
  return {(at * points[corners[0]] - from) * over_unit, (at * points[corners[1]] - from) * over_unit,
          (at * points[corners[2]] - from) * over_unit};
}

CurvedPath scaled(const CurvedPath& path, double by) { return {path.travel * by, path.bend * by, path.rest * by}; }

}  // namespace

// A motion's placement stretches by less than 1.002.
double top_radius(const Model& model) {
  double square = 0;
  const Vec3 centre = model.data().frame.centre;
  const double unit = model.data().frame.unit, over_unit = 1 / unit;
  for (const Vec3& point : model.data().mesh.points()) {
    const Vec3 way = (point - centre) * over_unit;
    square = std::max(square, dot(way, way));
  }
  return std::sqrt(square) * unit * 1.003;
}

// Within `half` of a slice's middle the centre is no farther from its straight way than half^2 / 2 times its
// acceleration, which keeps its size, and the extent's stray.
PreparedTarget::PreparedTarget(const BulletTarget& target, double radius, const TimeSpan& asked,
                               const BulletOptions& options)
    : body(*target.model, target.motion),
      motion(&target.motion),
      during(common(asked, target.motion.during())),
      given_tolerance(options.distance_tolerance) {
  if (!(during.begin <= during.end)) throw Error("the motion of a target and the bullets have no time in common.");
  if (body.model().tree.nodes.empty()) return;
  std::vector<double> knots{during.begin, during.end};
  for (const MotionPiece& piece : body.motion().pieces)
    if (piece.during().begin > during.begin && piece.during().begin < during.end)
      knots.insert(knots.end() - 1, piece.during().begin);
  const double duration = asked.end - asked.begin;
  for (std::size_t i = 1; i < knots.size(); ++i) {
    const double middle = knots[i - 1] + (knots[i] - knots[i - 1]) / 2;
    const double half = std::max(knots[i] - middle, middle - knots[i - 1]) * (1 + 0x1p-30);
    const MovingExtent extent = body.extent(knots[i - 1], middle, half);
    const Vec3 centre = extent.state.at * extent.centre, velocity = extent.state.velocity_at(centre);
    const MotionState& state = extent.state;
    const Vec3 lift = state.lift + cross(state.spin_change, centre - state.point);
    const double bend = half * half / 2 * (length(state.spin) * length(velocity - state.straight) + length(lift));
    const Vec3 way = velocity * duration, first = centre - velocity * (middle - asked.begin);
    const double sizes = length(first) + length(way) + length(centre);
    slices.push_back({{knots[i - 1], knots[i]},
                      first,
                      way,
                      (radius + bend + extent.stray) * (1 + 0x1p-20) + 0x1p-44 * sizes + lost_lengths});
    if (!body.is_piecewise()) continue;
    // In half of the time between two of them the model turns by no more than 1/64, if that takes no more of them than
    // that many.
    Slice& slice = slices.back();
    const double length_of_time = knots[i] - knots[i - 1];
    slice.count = static_cast<std::size_t>(std::clamp(32 * length(state.spin) * length_of_time, 0.0, 63.0)) + 1;
    slice.spacing = length_of_time / static_cast<double>(slice.count);
    if (!(slice.spacing > 0)) slice.spacing = 0;
  }
}

void PreparedTarget::keep_moments() {
  for (Slice& slice : slices)
    for (std::size_t i = 0; slice.spacing > 0 && i < slice.count; ++i)
      slice.moments.emplace_back(body, slice.during.begin, slice.time_of(i));
  const double latest = std::max(std::abs(during.begin), std::abs(during.end));
  for (Slice& slice : slices)
    for (const FramedMoment& moment : slice.moments) slice.rows.emplace_back(body, moment, slice.spacing, latest);
  for (Slice& slice : slices)
    if (!slice.moments.empty() && body.motion().piece_at(slice.during.begin).is_on_chord())
      slice.chord.emplace(body, slice.during);
}

// From one double to the next, times of this size are less than 2^-52 of it apart; what the bullet flies by, seen from
// the model, lies between two of them. One of the two is as close as half of that.
double PreparedTarget::tolerance(const BulletPath& path) const {
  if (given_tolerance != BulletOptions::automatic) return given_tolerance;
  const double latest = std::max(std::abs(during.begin), std::abs(during.end));
  const double step = 0x1p-52 * latest * (body.speed() + length(path.velocity()));
  return std::max(0x1p-40 * body.radius(), 4 * (body.error() + path.error() + lost_lengths) + step);
}

Flight BulletSearch::flight_in(const Window& window, const BulletPath& path, const Cell& cell) {
  const PreparedTarget& target = targets_[window.target];
  const PreparedTarget::Slice& slice = target.slices[window.slice];
  const FramedMoment* from = nullptr;
  if (slice.spacing > 0) {
    const std::size_t i = slice.nearest_moment(cell.begin + (cell.end - cell.begin) / 2);
    from = !slice.moments.empty() ? &slice.moments[i]
                                  : &own_moment_.emplace(target.body, slice.during.begin, slice.time_of(i));
  }
  Flight flight =
      from ? Flight(from->moment, path, cell.begin, cell.end) : Flight(target.body, path, cell.begin, cell.end);
  if (from && cell.end - cell.begin < slice.spacing && !(flight.path.rest <= 0x1p-9 * target.body.model().frame.unit)) {
    from = nullptr;
    flight = Flight(target.body, path, cell.begin, cell.end);
  }
  frame_ = from ? &from->frame : &own_frame_.emplace(target.body.model().frame, flight.at);
  return flight;
}

const MomentRow* BulletSearch::row_for(const Window& window, const Cell& cell) const {
  const PreparedTarget::Slice& slice = targets_[window.target].slices[window.slice];
  if (slice.rows.empty()) return nullptr;
  return &slice.rows[slice.nearest_moment(cell.begin + (cell.end - cell.begin) / 2)];
}

void BulletSearch::look_at(std::span<const Shot> shots) {
  ApproachJob jobs[most_shots];
  Approach approaches[most_shots];
  std::size_t ready[most_shots], count = 0;
  for (std::size_t i = 0; i < shots.size(); ++i) {
    const Window& window = shots[i].window;
    const Cell cell{window.begin, std::min(window.end, shots[i].hit->upper)};
    if (const MomentRow* row = row_for(window, cell)) {
      ready[count] = i;
      jobs[count++] = {row, shots[i].bullet, cell.begin, cell.end};
    } else {
      look_at(shots[i]);
    }
  }
  if (count == 0) return;
  approach(std::span(jobs, count), during_, targets_[0].given_tolerance, simd_, approaches);
  CellJob cells[most_shots];
  CellLook looks[most_shots];
  const CellLook* known[most_shots];
  NearJob near_jobs[most_shots];
  std::size_t cell_count = 0, near_count = 0;
  for (std::size_t i = 0; i < count; ++i) {
    near_of_[i].clear();
    if (approaches[i].is_ready)
      near_jobs[near_count++] = {&targets_[shots[ready[i]].window.target].body.model(), &approaches[i], &near_of_[i]};
  }
  list_near(std::span(near_jobs, near_count));
  for (std::size_t i = 0; i < count; ++i) {
    if (!approaches[i].is_ready) continue;
    const Shot& shot = shots[ready[i]];
    std::vector<Near>& near = near_of_[i];
    order_near({jobs[i].begin, jobs[i].end}, near);
    known[i] = nullptr;
    if (!near.empty() && set_job(shot, near[0], cells[cell_count])) known[i] = &looks[cell_count++];
  }
  if (cell_count > 0) look_at_cells(std::span(cells, cell_count), during_, simd_, looks);
  for (std::size_t i = 0; i < count; ++i) {
    const Shot& shot = shots[ready[i]];
    if (!approaches[i].is_ready) {
      look_at(shot);
    } else if (!near_of_[i].empty()) {
      hit_ = shot.hit, tolerance_ = approaches[i].tolerance;
      look_at_near(shot.window, BulletPath(*shot.bullet, during_), near_of_[i], known[i]);
    }
  }
}

bool BulletSearch::set_job(const Shot& shot, const Near& near, CellJob& job) const {
  const PreparedTarget& target = targets_[shot.window.target];
  const PreparedTarget::Slice& slice = target.slices[shot.window.slice];
  const ModelData& model = target.body.model();
  if (!slice.chord || !(near.begin < slice.during.end) || !(near.begin <= shot.hit->upper)) return false;
  if (model.forms[near.triangle] != TriangleForm::triangle) return false;
  const Triangle& corners = model.mesh.triangles()[near.triangle];
  const auto points = model.mesh.points();
  job = {&*slice.chord,
         shot.bullet,
         near.begin,
         std::min(near.end, shot.hit->upper),
         {&points[corners[0]], &points[corners[1]], &points[corners[2]]}};
  return true;
}

void BulletSearch::look_at(const Shot& shot) {
  const Window& window = shot.window;
  const PreparedTarget& target = targets_[window.target];
  const BulletPath path(*shot.bullet, during_);
  hit_ = shot.hit;
  tolerance_ = target.tolerance(path);
  cells_.assign(1, {window.begin, std::min(window.end, hit_->upper)});
  while (!cells_.empty()) {
    const Cell cell = cells_.back();
    cells_.pop_back();
    if (cell.begin > hit_->upper) return;
    const Flight flight = flight_in(window, path, cell);
    const bool can_divide = cell.begin < flight.time && flight.time < cell.end;
    if (list_near(target, flight, 2 * path.error(), can_divide)) {
      order_near(cell, near_);
      look_at_near(window, path, near_, nullptr);
    } else {
      cells_.push_back({flight.time, cell.end});
      cells_.push_back({cell.begin, flight.time});
    }
  }
}

void BulletSearch::order_near(const Cell& cell, std::vector<Near>& near) const {
  for (Near& each : near) each.begin = std::max(each.begin, cell.begin), each.end = std::min(each.end, cell.end);
  if (near.size() > 1)
    std::sort(near.begin(), near.end(), [](const Near& a, const Near& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.triangle < b.triangle;
    });
}

void BulletSearch::look_at_near(const Window& window, const BulletPath& path, std::span<const Near> near,
                                const CellLook* first) {
  for (const Near& each : near)
    if (each.begin <= hit_->upper) look_at_triangle(window, path, each, &each == near.data() ? first : nullptr);
}

namespace {

/// From a place to a model's placed centre, in doubles: where that is too far away, with more digits.
BoundedVec3 way_to_centre(const InnerFrame& frame, const Placement& at, const Vec3& from) {
  const double sizes = largest(abs(at.shift)) + 4 * largest(abs(frame.centre)) + largest(abs(from));
  if (0x1p-49 * sizes > 0x1p-26 * frame.unit) return placed_difference(at, frame.centre, Placement::identity(), from);
  return {at * frame.centre - from, 0x1p-49 * sizes};
}

}  // namespace

// In the inner frame, whose unit is about the model's size. As for InnerRay, a coordinate that is carried has three
// terms with the errors of both factors, and five roundings. A placement of a motion stretches by less than 1.002.
bool BulletSearch::list_near(const PreparedTarget& target, const Flight& flight, double unsure, bool can_divide) {
  near_.clear();
  const ModelData& model = target.body.model();
  const RayFrame& frame = *frame_;
  const BoundedVec3 way = way_to_centre(model.frame, flight.at, flight.place);
  const double entry = frame.entry() * (1 + 4 * unit_roundoff), entry_error = frame.back_error();
  const double far = largest(abs(way.value)) + largest(abs(flight.path.travel)) + largest(abs(flight.path.bend));
  const double error = 3 * ((entry + entry_error) * way.error + (entry_error + 5 * unit_roundoff * entry) * far);
  const Vec3 origin = -frame.carried(way.value);
  CurvedPath inner{frame.carried(flight.path.travel), frame.carried(flight.path.bend),
                   flight.path.rest * 1.002 / model.frame.unit};
  // As s^2 is within 1/2 of 1/2, the way is within half its bend of a segment.
  const double reach = 0.5 * length(inner.bend) + inner.rest;
  const Vec3 middle = origin + inner.bend * 0.5;
  // Boxes beyond the tolerance hold no hit: where rounding decides about them, answers do not depend on it.
  const double within = reach + tolerance_ * 1.01 / model.frame.unit;
  const bool is_usable = error <= 0x1p-22 && within <= 4 && largest(abs(middle)) + largest(abs(inner.travel)) <= 8;
  // What is left of the reach in a short time cannot be helped.
  const double moves = length(inner.travel) + reach - (target.body.error() + unsure) * 1.01 / model.frame.unit;
  if (can_divide && moves > short_path && !(is_usable && reach <= thin_path)) return false;
  if (!is_usable) {
    for (std::uint32_t i = 0; i < model.mesh.triangles().size(); ++i)
      near_.push_back({i, flight.times().before(-1), flight.times().after(1)});
    return true;
  }
  // Corners are rounded to float: each coordinate by 2^-25.
  inner.rest += 2 * error + 0x1p-23;
  const double size = largest(abs(origin)) + 1 + largest(abs(inner.travel)) + largest(abs(inner.bend));
  const Approach approach{
      true,       flight.time,           flight.half,
      tolerance_, {inner, origin, size}, RoughSegment(InnerSegment(middle, inner.travel, error + 0x1p-40, within))};
  const NearJob job{&model, &approach, &near_};
  list_near(std::span(&job, 1));
  return true;
}

void BulletSearch::list_near(std::span<const NearJob> jobs) {
  StabJob stabs[most_shots];
  for (std::size_t i = 0; i < jobs.size(); ++i) stabs[i] = {&jobs[i].model->tree, &jobs[i].approach->segment};
  stabbed_.list(std::span(stabs, jobs.size()), simd_);
  path_jobs_.clear(), near_job_of_.clear();
  for (std::size_t i = 0; i < stabbed_.count(); ++i) {
    const NearJob& job = jobs[stabbed_.job(i)];
    const WideChild leaf = stabbed_.leaf(i);
    for (std::uint32_t k = 0; k < leaf.count(); ++k) {
      path_jobs_.push_back({&job.approach->placed, job.model->tree.leaf_triangles(), leaf.first() + k});
      near_job_of_.push_back(stabbed_.job(i));
    }
  }
  meetings_.clear();
  list_meetings(path_jobs_, simd_, meetings_);
  for (const auto& [number, range] : meetings_) {
    const NearJob& job = jobs[near_job_of_[number]];
    const FlightTimes times{job.approach->time, job.approach->half};
    job.near->push_back(
        {job.model->tree.order[path_jobs_[number].place], times.before(range.low), times.after(range.high)});
  }
}

// Corners that are placed in doubles are off by less than 2^-49 of the sizes, and so are their ways from the bullet.
bool BulletSearch::touches(const PreparedTarget& target, const BulletPath& path, std::uint32_t triangle, double time,
                           const Placement& at, const Vec3& way) {
  const ModelData& model = target.body.model();
  const Vec3 place = path.at(time);
  const Triangle& t = model.mesh.triangles()[triangle];
  const auto points = model.mesh.points();
  const Vec3 nearest =
      nearest_on_triangle({}, {at * points[t[0]] - place, at * points[t[1]] - place, at * points[t[2]] - place});
  const double sizes = length(at.shift) + 2 * (length(model.frame.centre) + target.body.radius()) + length(place);
  const double upper = (scaled_length(nearest) + 0x1p-47 * sizes) * (1 + 0x1p-40);
  if (upper <= tolerance_) {
    touch_ = {time, upper, place + nearest, at, way};
    return true;
  }
  if (length(nearest) - 0x1p-46 * sizes > tolerance_ * (1 + 0x1p-40)) return false;
  PointDistanceTest test(model.leaf_geometry(), at);
  test.set_point(place);
  const PointDistance distance = test.measure(triangle);
  if (!(distance.upper <= tolerance_)) return false;
  touch_ = {time, distance.upper, point_on(model.mesh, at, triangle, distance.weights), at, way};
  return true;
}

bool BulletSearch::touches_at(const PreparedTarget& target, const BulletPath& path, std::uint32_t triangle,
                              double time) {
  const MotionState state = target.body.extent(time, time, 0).state;
  return touches(target, path, triangle, time, target.motion->at(time),
                 path.velocity() - state.velocity_at(path.at(time)));
}

CellLook BulletSearch::look_in(const PreparedTarget& target, const BulletPath& path, const Cell& cell,
                               std::uint32_t triangle) const {
  const ModelData& model = target.body.model();
  const Flight flight(target.body, path, cell.begin, cell.end);
  const std::array<Vec3, 3> corners = seen_corners(model, flight.at, triangle, flight.place);
  const CurvedPath seen = scaled(flight.path, 1 / model.frame.unit);
  const double size = largest(abs(corners[0])) + 4 + largest(abs(seen.travel)) + largest(abs(seen.bend));
  const bool is_degenerate = model.forms[triangle] != TriangleForm::triangle;
  return {flight, corners, is_degenerate ? may_meet_degenerate(seen, size, corners) : may_meet(seen, size, corners)};
}

// Cells of time from left to right. Each is narrowed down to where the triangle may be hit, or else halved, until the
// bullet is on the triangle in the middle of one that is short.
void BulletSearch::look_at_triangle(const Window& window, const BulletPath& path, Near near, const CellLook* first) {
  const PreparedTarget& target = targets_[window.target];
  const double over_unit = 1 / target.body.model().frame.unit;
  if (near.begin == target.during.begin && touches_at(target, path, near.triangle, near.begin))
    return tell(window, path, near.triangle, near.begin);
  touch_.time = infinity;
  triangle_cells_ = {{near.begin, std::min(near.end, hit_->upper)}};
  CellLook own;
  while (!triangle_cells_.empty()) {
    const Cell cell = triangle_cells_.back();
    triangle_cells_.pop_back();
    if (cell.end == touch_.time && cell.end - cell.begin <= time_tolerance_)
      return tell(window, path, near.triangle, cell.begin);
    if (!first) own = look_in(target, path, cell, near.triangle);
    const CellLook& look = first ? *first : own;
    first = nullptr;
    const Flight& flight = look.flight;
    const PathRange& range = look.range;
    const bool can_divide = cell.begin < flight.time && flight.time < cell.end;
    if (range.is_empty()) continue;
    const double begin = std::max(cell.begin, flight.times().before(range.low)),
                 end = std::min(cell.end, flight.times().after(range.high));
    const double close = 2 * tolerance_ * over_unit + 0x1p-40;
    // Where the bullet is not on the triangle in the middle, that is proved by now.
    const bool may_touch = begin <= flight.time && flight.time <= end;
    if (can_divide && may_touch && distance_to_triangle({}, look.corners) <= close &&
        touches(target, path, near.triangle, flight.time, flight.at, flight.path.travel)) {
      triangle_cells_ = {{std::min(begin, flight.time), flight.time}};
      if (begin >= flight.time) return tell(window, path, near.triangle, std::min(begin, flight.time));
      continue;
    }
    if (!can_divide) {
      const bool is_hit = touches_at(target, path, near.triangle, cell.begin) ||
                          touches_at(target, path, near.triangle, cell.end) || touch_.time < infinity;
      if (is_hit) return tell(window, path, near.triangle, cell.begin);
      return tell_undecided(cell.begin);
    }
    const double middle = begin + (end - begin) / 2;
    if (end - begin <= time_tolerance_ &&
        touches(target, path, near.triangle, middle, target.motion->at(middle), flight.path.travel))
      return tell(window, path, near.triangle, begin);
    if (end - begin <= 0.5 * (cell.end - cell.begin) || !(begin < middle && middle < end)) {
      triangle_cells_.push_back({begin, end});
    } else {
      triangle_cells_.push_back({middle, end});
      triangle_cells_.push_back({begin, middle});
    }
  }
  if (touch_.time < infinity) tell(window, path, near.triangle, touch_.time);
}

void BulletSearch::tell(const Window& window, const BulletPath& path, std::uint32_t triangle, double lower) {
  hit_->lower = std::min(hit_->lower, lower);
  if (hit_->verdict == MotionVerdict::contact && hit_->upper <= touch_.time) return;
  const PreparedTarget& target = targets_[window.target];
  const ModelData& model = target.body.model();
  hit_->verdict = MotionVerdict::contact;
  hit_->upper = touch_.time, hit_->distance = touch_.distance, hit_->tolerance = tolerance_;
  hit_->target = window.target, hit_->triangle = triangle;
  hit_->place = path.at(touch_.time);
  hit_->point = touch_.point;
  const Triangle& t = model.mesh.triangles()[triangle];
  const auto points = model.mesh.points();
  const double over_unit = 1 / model.frame.unit;
  const auto side = [&](int i) { return touch_.at.linear * ((points[t[i]] - points[t[0]]) * over_unit); };
  const Vec3 normal = cross(side(1), side(2));
  const double size = length(normal);
  hit_->normal = {};
  if (model.forms[triangle] != TriangleForm::triangle || !(size > 0)) return;
  hit_->normal = normal * ((dot(normal, touch_.way) > 0 ? -1 : 1) / size);
}

}  // namespace abut
