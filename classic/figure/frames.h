#pragma once

#include "base/threads.h"
#include <abut/classic_figure.h>
#include <abut/error.h>

#include <string>

namespace abut::classic::figure {

/// answer(hierarchy, links of a frame) for each frame, one after another in `frames`, on threads.
template <class Result, class Answer>
std::vector<Result> answer_frames(const Figures& figures, std::span<const Placement> frames, Way way, int threads,
                                  const Answer& answer) {
  if (threads < 0) throw Error("The number of threads is negative.");
  const std::size_t links = figures.links().size();
  if (links == 0 ? !frames.empty() : frames.size() % links != 0)
    throw Error(std::to_string(frames.size()) + " placements are not a whole number of frames of " +
                std::to_string(links) + " links.");
  std::vector<Result> result(links == 0 ? 0 : frames.size() / links);
  with_threads(threads, [&] {
    for_each_range(threads_meant(threads), result.size(), 64, [&](std::size_t first, std::size_t end) {
      Hierarchy hierarchy(figures, way);
      for (std::size_t i = first; i < end; ++i) result[i] = answer(hierarchy, frames.subspan(i * links, links));
    });
  });
  return result;
}

/// Fits the boxes to where links stand, and what that and queries cost since.
class FrameEffort {
 public:
  FrameEffort(Hierarchy& hierarchy, std::span<const Placement> at)
      : hierarchy_(hierarchy), before_(hierarchy.effort()) {
    hierarchy.place(at);
    hierarchy.update();
  }
  Effort now() const {
    return {hierarchy_.effort().boxes_fitted - before_.boxes_fitted, hierarchy_.effort().box_tests - before_.box_tests};
  }

 private:
  const Hierarchy& hierarchy_;
  Effort before_;
};

}  // namespace abut::classic::figure
