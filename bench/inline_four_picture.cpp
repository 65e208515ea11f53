// Renders the inline-four, cut open: inline_four_picture FILE.png [CRANK_ANGLE [CAM_ADVANCE]]

#include "engine_picture.h"
#include <abut/error.h>

#include <iostream>

int main(int argc, char** argv) {
  using namespace abut;
  try {
    if (argc < 2 || argc > 4) throw Error("usage: inline_four_picture FILE.png [CRANK_ANGLE [CAM_ADVANCE]]");
    InlineFourDesign design;
    const double crank_angle = argc > 2 ? std::stod(argv[2]) : 30;
    if (argc > 3) design.cam_advance = std::stod(argv[3]);
    std::vector<std::string> clashing;
    for (const ClashSpan& span : valve_piston_clash_spans(design))
      for (const double angle : {crank_angle, crank_angle + 720})
        if (span.from <= angle && angle <= span.to) clashing.insert(clashing.end(), {span.valve, span.piston});
    save_png(engine_picture(make_inline_four(design), crank_angle, 1200, 900, clashing), argv[1]);
  } catch (const std::exception& error) {
    std::cerr << "inline_four_picture: " << error.what() << "\n";
    return 2;
  }
}
