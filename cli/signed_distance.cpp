#include "solid_pair.h"

namespace abut::cli {

namespace {

/// How far apart the solids are at each pose, or how deep in each other.
struct PoseGaps {
  using Result = SignedGap;
  const ClosedPair& solids;
  const PenetrationOptions& options;

  std::vector<SignedGap> ask(const any::Model&, const any::Model&, std::span<const PlacementPair> poses,
                             int threads) const {
    PenetrationOptions asked = options;
    asked.threads = threads;
    return signed_distance(solids.a, solids.b, poses, asked);
  }
  std::size_t bytes_of(const SignedGap& result) const { return sizeof(result); }
  Answer answer_of(const SignedGap&) const { return Answer::no; }
  void append_json(std::string& text, std::size_t pose, const SignedGap& gap) const;
  void append_text(std::string& text, std::size_t pose, const SignedGap& gap) const;
};

void PoseGaps::append_json(std::string& text, std::size_t pose, const SignedGap& gap) const {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{{\"pose\":{},\"distance\":", pose);
  append_json_number(text, gap.upper);
  text += ",\"lower\":";
  append_json_number(text, gap.lower);
  fmt::format_to(out, ",\"overlaps\":{}", gap.overlaps);
  if (gap.overlaps) {
    text += ",\"deepest\":";
    append_json_point(text, gap.penetration.deepest);
    text += ",\"way_out\":";
    append_json_point(text, gap.penetration.way_out);
  } else {
    text += ",\"point_a\":";
    append_json_point(text, gap.distance.point_a);
    text += ",\"point_b\":";
    append_json_point(text, gap.distance.point_b);
    fmt::format_to(out, ",\"triangle_a\":{},\"triangle_b\":{}", gap.distance.triangle_a, gap.distance.triangle_b);
  }
  text += gap.complete ? "}\n" : ",\"complete\":false}\n";
}

void PoseGaps::append_text(std::string& text, std::size_t pose, const SignedGap& gap) const {
  auto out = std::back_inserter(text);
  const Penetration& overlap = gap.penetration;
  if (gap.overlaps)
    fmt::format_to(out, "pose {}: {} deep in each other at {}, apart when B moves {} by {}", pose,
                   as_bracket(overlap.depth.lower, overlap.depth.upper), as_point(overlap.deepest),
                   as_bracket(overlap.way_out_length.upper, overlap.way_out_length.upper), as_point(overlap.way_out));
  else if (gap.upper == 0)
    fmt::format_to(out, "pose {}: touching, triangle {} of A and {} of B at {}", pose, gap.distance.triangle_a,
                   gap.distance.triangle_b, as_point(gap.distance.point_a));
  else
    fmt::format_to(out, "pose {}: {} apart, between triangle {} of A at {} and {} of B at {}", pose,
                   as_bracket(gap.lower, gap.upper), gap.distance.triangle_a, as_point(gap.distance.point_a),
                   gap.distance.triangle_b, as_point(gap.distance.point_b));
  text += gap.complete ? "\n" : " (the search ended before it was as narrow as asked for)\n";
}

}  // namespace

ExitStatus run_signed_distance(const PairArguments& arguments, PenetrationOptions options) {
  const PosedModels models = load_posed_models(arguments);
  const ClosedPair solids(models, arguments);
  Interrupt interrupt;
  options.budget.stop = &interrupt.flag();
  options.simd = arguments.simd.value_or(Simd::best);
  const Answered answered = answer_poses(models, arguments, PoseGaps{solids, options}, interrupt);
  if (arguments.stats) print_stats(stats_of(models, answered));
  return done;
}

}  // namespace abut::cli
