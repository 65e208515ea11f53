#pragma once

#include "classic/any_model.h"

namespace abut::any {

// For tests over all kinds: what of some options a kind has.

inline ModelOptions possible(ModelOptions options) {
  if (options.volume == VolumeKind::automatic) return {.volume = VolumeKind::automatic, .threads = options.threads};
  if (!takes_fit(options.volume)) options.fit.reset();
  options.threads.reset();
  return options;
}
inline std::optional<Sat> possible(VolumeKind kind, Sat sat) {
  return takes_sat(kind) ? std::optional(sat) : std::nullopt;
}
inline std::optional<Descent> possible(VolumeKind kind, Descent descent) {
  return kind != VolumeKind::automatic ? std::optional(descent) : std::nullopt;
}

/// "obb, median, float, leaf 4".
inline std::string describe(const ModelOptions& options) {
  std::string text(name_of(options.volume));
  if (options.split) text += ", " + std::string(name_of(*options.split));
  if (options.fit) text += ", " + std::string(name_of(*options.fit));
  if (options.storage) text += ", " + std::string(name_of(*options.storage));
  if (options.leaf_size) text += ", leaf " + std::to_string(*options.leaf_size);
  return text;
}

}  // namespace abut::any
