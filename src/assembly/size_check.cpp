#include "assembly/size_check.h"

#include "assembly/broad_phase.h"
#include "assembly/placed_box.h"
#include <abut/error.h>

#include <cstdio>
#include <limits>

namespace abut {

namespace {

/// Three digits are enough to see which unit a length is in.
std::string roughly(double length) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", length);
  return text;
}

}  // namespace

void require_sane_sizes(const Assembly& assembly, std::span<const Bounds> own_boxes, double clearance) {
  const AssemblyPart *largest = nullptr, *smallest = nullptr;
  double most = 0, least = std::numeric_limits<double>::infinity();
  Bounds all;
  for (std::size_t i = 0; i < own_boxes.size(); ++i) {
    if (!is_there(own_boxes[i])) continue;
    const AssemblyPart& part = assembly.parts()[i];
    const Bounds box = placed_box(own_boxes[i], part.at);
    all = joined(all, box);
    const double size = length(box.high - box.low);
    if (size > most) most = size, largest = &part;
    if (size > 0 && size < least) least = size, smallest = &part;
  }
  if (largest && most > most_different_sizes * least)
    throw Error("'" + largest->name + "' is " + roughly(most) + " large and '" + smallest->name + "' is " +
                roughly(least) + ", which differ by more than a million. Are all parts in the same unit?");
  const double whole = is_there(all) ? length(all.high - all.low) : 0;
  if (clearance > whole)
    throw Error("the clearance of " + roughly(clearance) + " is larger than the whole assembly (" + roughly(whole) +
                " from corner to corner), so every pair would be too close. Is it in the unit of the files?");
}

void require_sane_sizes(const Assembly& assembly, double clearance) {
  std::vector<Bounds> boxes;
  for (const AssemblyPart& part : assembly.parts()) boxes.push_back(bounds_of(part.model.mesh().points));
  require_sane_sizes(assembly, boxes, clearance);
}

}  // namespace abut
