#include "math/motion_curve.h"

namespace abut {

MotionCurve::~MotionCurve() = default;

}  // namespace abut
