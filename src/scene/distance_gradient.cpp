#include "scene/distance_gradient.h"

#include "robot/point_speeds.h"

#include <algorithm>

namespace abut {

namespace {

/// Distances of one configuration, of the closest shapes of each pair.
class Measuring {
 public:
  Measuring(const CheckerData& data, const ConfigurationCheck& check, std::span<const double> configuration,
            const CheckDistanceOptions& options)
      : data_(data), check_(check), configuration_(configuration), options_(options) {}

  void measure(const CheckedShape& a, const Placement& at_a, const CheckedShape& b, const Placement& at_b) {
    const ShapeDistance found =
        distance(a.shape, at_a, b.shape, at_b, {.depth = options_.depth, .cut_off = options_.cut_off});
    if (found.lower > options_.cut_off) return;
    CheckedDistance result{.pair = {a.name, b.name},
                           .distance = {found.lower, found.upper},
                           .point_a = found.point_a,
                           .point_b = found.point_b,
                           .normal = found.normal,
                           .has_gradient = found.normal != Vec3{} && (!found.touching || options_.depth)};
    result.gradient.assign(data_.dof, 0);
    if (result.has_gradient) {
      add_speeds(a, result.point_a, -result.normal, result.gradient);
      if (b.name < data_.mover_names) add_speeds(b, result.point_b, result.normal, result.gradient);
    }
    results.push_back(std::move(result));
  }

  std::vector<CheckedDistance> results;

 private:
  void add_speeds(const CheckedShape& mover, const Vec3& point, const Vec3& direction,
                  std::vector<double>& gradient) const {
    const FigurePart& part = data_.figure_of(mover.link);
    const std::size_t first = part.first_number;
    for_each_speed(part.figure, configuration_.subspan(first, part.figure.dof()),
                   check_.links().subspan(part.first_link, part.figure.links().size()), mover.link - part.first_link,
                   point,
                   [&](std::size_t number, const Vec3& speed) { gradient[first + number] += dot(direction, speed); });
  }

  const CheckerData& data_;
  const ConfigurationCheck& check_;
  std::span<const double> configuration_;
  const CheckDistanceOptions& options_;
};

}  // namespace

std::vector<CheckedDistance> distances_with_gradients(const CheckerData& data, ConfigurationCheck& check,
                                                      std::span<const double> configuration,
                                                      const CheckDistanceOptions& options) {
  check.place(configuration);
  Measuring all(data, check, configuration, options);
  check.for_each_mover_pair([&](const MoverPair& pair) {
    all.measure(data.movers[pair.a], check.at(pair.a), data.movers[pair.b], check.at(pair.b));
  });
  for (std::uint32_t mover = 0; mover < data.movers.size(); ++mover)
    check.for_each_near_body(mover, options.cut_off, [&](std::uint32_t body) {
      all.measure(data.movers[mover], check.at(mover), data.bodies[body], data.bodies[body].at);
      return true;
    });
  std::vector<CheckedDistance>& found = all.results;
  std::stable_sort(found.begin(), found.end(), [](const CheckedDistance& a, const CheckedDistance& b) {
    return a.pair != b.pair ? a.pair < b.pair : a.distance.upper < b.distance.upper;
  });
  const auto same_pair = [](const CheckedDistance& a, const CheckedDistance& b) { return a.pair == b.pair; };
  found.erase(std::unique(found.begin(), found.end(), same_pair), found.end());
  return found;
}

}  // namespace abut
