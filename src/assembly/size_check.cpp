#include <abut/clash.h>
#include <abut/error.h>

#include <cstdio>

namespace abut {

namespace {

/// Three digits are enough to see which unit a length is in.
std::string roughly(double length) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", length);
  return text;
}

}  // namespace

void require_sane_sizes(const Assembly& assembly, double clearance) {
  const AssemblyPart *largest = nullptr, *smallest = nullptr;
  double most = 0, least = std::numeric_limits<double>::infinity();
  for (const AssemblyPart& part : assembly.parts()) {
    const double size = size_of(part);
    if (size > most) most = size, largest = &part;
    if (size > 0 && size < least) least = size, smallest = &part;
  }
  if (largest && most > most_different_sizes * least)
    throw Error("'" + largest->name + "' is " + roughly(most) + " large and '" + smallest->name + "' is " +
                roughly(least) + ", which differ by more than a million. Are all parts in the same unit?");
  const double whole = size_of(assembly);
  if (clearance > whole)
    throw Error("the clearance of " + roughly(clearance) + " is larger than the whole assembly (" + roughly(whole) +
                " from corner to corner), so every pair would be too close. Is it in the unit of the files?");
}

}  // namespace abut
