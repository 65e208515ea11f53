#include "math/power_of_two.h"
#include "math/random.h"
#include "math/rounding.h"
#include "scene/configuration_check.h"
#include "scene/quick_look.h"
#include "scene/rough_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace abut {

namespace {

/// What a map does to lengths at the most and at the least (Gershgorin's circles of M'M).
struct Stretch {
  double most = 1, least = 1;

  static Stretch of(const Matrix3& m) {
    const Matrix3 square = transposed(m) * m;
    double high = 0, low = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 3; ++i) {
      const Vec3 row = abs(square.row(i));
      const double others = row.x + row.y + row.z - row[i];
      high = std::max(high, row[i] + others);
      low = std::min(low, row[i] - others);
    }
    // The rounding of what comes of it is far below 2^-40.
    return {std::sqrt(high) * (1 + 0x1p-40), std::sqrt(std::max(low * (1 - 0x1p-40), 0.0))};
  }
  Stretch operator*(const Stretch& other) const { return {most * other.most, least * other.least}; }
};

/// Of the way from the root to each link of a figure, whatever its joints do.
std::vector<Stretch> stretches_of(const FigurePart& part) {
  const Figure& figure = part.figure;
  std::vector<Stretch> all(figure.links().size(), Stretch::of(part.base.linear));
  for (const std::size_t joint : figure.order()) {
    const JointPlace& place = figure.joint_places()[joint];
    // A joint turns, up to rounding.
    const Stretch turn{1 + 0x1p-40, 1 - 0x1p-40};
    all[place.child] = all[place.parent] * Stretch::of(figure.joints()[joint].origin.linear) * turn;
  }
  return all;
}

/// A configuration within the limits. Where a position has none, it stays 0, and `is_bounded` becomes false.
std::vector<double> any_configuration(const CheckerData& data, Random& random, bool& is_bounded) {
  std::vector<double> all;
  for (const FigurePart& part : data.figures) {
    std::vector<double> one = part.figure.neutral();
    for (std::size_t i = 0; i < one.size(); ++i) {
      const JointNumber& number = part.figure.numbers()[i];
      const JointKind kind = part.figure.joints()[number.joint].kind;
      const bool is_angle = number.wraps || kind == JointKind::revolute;
      const double most = is_angle ? std::numbers::pi : largest_input;
      const double low = std::max(number.limits.lower, -most), high = std::min(number.limits.upper, most);
      const bool has_limits = high - low < largest_input && kind != JointKind::floating;
      if (has_limits && low < high) one[i] = random.between(low, high);
      is_bounded &= has_limits;
    }
    all.insert(all.end(), one.begin(), one.end());
  }
  return all;
}

float up(double x) { return next_up(static_cast<float>(x)); }
float down(double x) { return -up(-x); }

/// Fills a quick look.
class Builder {
 public:
  Builder(const CheckerData& data, QuickLook& look, bool is_rough) : data_(data), look_(look), is_rough_(is_rough) {
    for (const FigurePart& part : data.figures) {
      const std::vector<Stretch> links = stretches_of(part);
      stretches_.insert(stretches_.end(), links.begin(), links.end());
    }
    for (const CheckedShape& mover : data.movers) covers_.push_back(cover_of(mover.shape, !is_rough));
  }

  void build(int threads) {
    const Bounds box = reached();
    const Vec3 sizes = box.high - box.low;
    const double size = largest(sizes);
    if (!(size < 0x1p200)) return;
    look_.frame.middle = box.low * 0.5 + box.high * 0.5;
    if (size > 0x1p-200) look_.frame.scale = 1 / power_of_two_at_least(size);
    for (std::size_t i = 0; i < data_.movers.size(); ++i) add_mover(i);
    for (const MoverPair& pair : data_.mover_pairs) add_pair(pair);
    if (!data_.bodies.empty()) add_map(box, threads);
    look_.largest_shift = up(4 * size * look_.frame.scale);
    look_.slack = up((0x1p-17 * (4 * size + extent_ + far_) + stray_) * look_.frame.scale);
  }

 private:
  Stretch stretch_of(std::size_t mover) const {
    return stretches_[data_.movers[mover].link] * Stretch::of(data_.movers[mover].at.linear);
  }

  /// Where the middles of balls come in some configurations, and a little more; also where bodies are, if movers may
  /// go anywhere.
  Bounds reached() const {
    Random random(18);
    bool is_bounded = true;
    ConfigurationCheck check(data_, 0);
    Bounds box;
    const auto add = [&](const Vec3& low, const Vec3& high) { box = {min(box.low, low), max(box.high, high)}; };
    for (int sample = 0; sample < 200; ++sample) {
      check.place(any_configuration(data_, random, is_bounded));
      for (std::uint32_t i = 0; i < covers_.size(); ++i)
        for (int j = 0; covers_[i] && j < BallCover::most; ++j) {
          const CoverBall& ball = covers_[i]->balls[static_cast<std::size_t>(j)];
          if (ball.outer >= 0) add(check.at(i) * ball.centre, check.at(i) * ball.centre);
        }
    }
    for (std::uint32_t i = 0; !is_bounded && i < data_.in_tree.size(); ++i) {
      const CheckedShape& body = data_.bodies[data_.in_tree[i]];
      const Bounds around = body.shape.bounds_at(body.at);
      add(around.low, around.high);
    }
    if (!(box.low.x <= box.high.x)) return {{}, {}};
    const Vec3 more = (box.high - box.low) * 0.02;
    return {box.low - more, box.high + more};
  }

  void add_mover(std::size_t place) {
    const CheckedShape& mover = data_.movers[place];
    const Stretch stretch = stretch_of(place);
    const double scale = look_.frame.scale, radius = mover.shape.radius();
    QuickLook::Mover balls{};
    const BallCover unknown{{CoverBall{{}, std::numeric_limits<double>::infinity(), CoverBall::none}}};
    const BallCover& cover = covers_[place] ? *covers_[place] : unknown;
    const Vec3 whole = cover.balls[BallCover::most / 2].centre;
    double whole_radius = CoverBall::none, farthest = 0;
    for (std::size_t j = 0; j < BallCover::most; ++j) {
      const CoverBall& ball = cover.balls[j];
      for (int k = 0; k < 3; ++k) balls.centre[k][j] = static_cast<float>(ball.centre[k] * scale);
      farthest = std::max(farthest, length(ball.centre) * (1 + 0x1p-20));
      const double outer = ball.outer * stretch.most + radius,
                   inner = ball.inner * (ball.inner > 0 ? stretch.least : stretch.most) + radius;
      balls.outer[j] = up(outer * scale);
      balls.inner[j] = ball.inner > CoverBall::none ? down(inner * scale) : -FloatBox::infinity;
      balls.has_inner |= balls.inner[j] > 0;
      whole_radius = std::max(whole_radius, length(ball.centre - whole) * stretch.most + outer);
      if (!(outer < std::numeric_limits<double>::infinity())) continue;
      extent_ = std::max(extent_, largest(abs(ball.centre)) * stretch.most + std::max(outer, 0.0));
      far_ = std::max(far_, outer + mover.padding);
      if (ball.outer >= 0) least_outer_ = std::min(least_outer_, outer + mover.padding);
      if (ball.inner > CoverBall::none) most_inner_ = std::max(most_inner_, inner + mover.padding);
    }
    for (int k = 0; k < 3; ++k) balls.whole[k] = static_cast<float>(whole[k] * scale);
    balls.whole_radius = up(whole_radius * (1 + 0x1p-40) * scale);
    balls.is_solid = mover.shape.is_solid();
    balls.padding = up(mover.padding * scale);
    // The map does not say of which body it is.
    balls.may_prove = balls.has_inner && std::none_of(data_.bodies.begin(), data_.bodies.end(), [&](const auto& body) {
                        const Solid* solid = body.shape.solid_core();
                        // Whether a point is in an open solid may be unknown, which the map takes for in it.
                        return data_.may_touch(mover.name, body.name) || (solid && !solid->closedness().is_closed());
                      });
    look_.movers.push_back(balls);
    look_.farthest.push_back(farthest);
  }

  /// Pairs of one mover follow each other.
  void add_pair(const MoverPair& pair) {
    using Row = QuickLook::PairRow;
    std::vector<Row>& rows = look_.pair_rows;
    const auto is_in_last = [&] { return rows.back().a == pair.a && pair.b - rows.back().first < Row::most; };
    if (rows.empty() || !is_in_last()) {
      rows.push_back({{}, {}, pair.a, pair.b});
      std::fill(std::begin(rows.back().apart), std::end(rows.back().apart), -FloatBox::infinity);
    }
    const std::uint32_t place = pair.b - rows.back().first;
    const float reach = up(pair.reach * look_.frame.scale);
    rows.back().apart[place] = look_.movers[pair.a].whole_radius + look_.movers[pair.b].whole_radius + reach;
    rows.back().pairs[place] = static_cast<std::uint32_t>(look_.pairs.size());
    look_.pairs.push_back({pair.a, pair.b, reach});
  }

  void add_map(const Bounds& box, int threads) {
    const Vec3 sizes = box.high - box.low;
    // Beyond this the map need not tell clearances apart: balls with some margin fit in.
    far_ = std::min(1.25 * far_, 0.25 * length(sizes)) + largest(sizes) / 64;
    if (!(far_ > 0)) return;
    if (!is_rough_)
      take(ClearanceMap(data_, box, {far_, least_outer_, most_inner_}, most_cells, threads));
    else if (std::optional<ClearanceMap> map = rough_map(data_, box, far_, most_cells))
      take(std::move(*map));
  }

  void take(ClearanceMap map) {
    const double scale = look_.frame.scale;
    QuickLook::Grid& grid = look_.grid;
    for (int k = 0; k < 3; ++k) {
      grid.low[k] = static_cast<float>((map.low[k] - look_.frame.middle[k]) * scale);
      grid.last[k] = static_cast<float>(map.cells[static_cast<std::size_t>(k)] - 1);
    }
    grid.side = static_cast<float>(map.side * scale);
    grid.cells_per_unit = 1 / grid.side;
    grid.row = static_cast<float>(map.cells[0]);
    grid.layer = static_cast<float>(map.cells[0] * map.cells[1]);
    grid.step = static_cast<float>(map.step * scale);
    stray_ = map.stray;
    look_.numbers = std::move(map.numbers);
    look_.piece_of = std::move(map.piece_of);
    for (const WorldPiece& piece : map.pieces) {
      QuickLook::Piece rounded{};
      for (int end = 0; end < 2; ++end)
        for (int k = 0; k < 3; ++k)
          rounded.ends[end][k] = static_cast<float>((piece.ends[end][k] - look_.frame.middle[k]) * scale);
      rounded.less = up(piece.less * scale);
      rounded.body = piece.body;
      look_.pieces.push_back(rounded);
    }
    look_.has_map = true;
  }

  static constexpr std::size_t most_cells = std::size_t{1} << 18;

  const CheckerData& data_;
  QuickLook& look_;
  bool is_rough_;
  std::vector<Stretch> stretches_;  ///< of all links
  std::vector<std::optional<BallCover>> covers_;
  double extent_ = 0, far_ = 0, stray_ = 0;
  double least_outer_ = std::numeric_limits<double>::infinity(), most_inner_ = CoverBall::none;
};

}  // namespace

QuickLook::QuickLook(const CheckerData& data, int threads) { Builder(data, *this, false).build(threads); }
QuickLook::QuickLook(const CheckerData& data) { Builder(data, *this, true).build(1); }

}  // namespace abut
