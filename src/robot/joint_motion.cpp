#include "math/motion_data.h"
#include "robot/even_joints.h"
#include <abut/error.h>
#include <abut/joint_motion.h>

namespace abut {

Motion link_motion(const Figure& figure, std::size_t link, std::span<const double> from, std::span<const double> to,
                   const Placement& base) {
  if (link >= figure.links().size())
    throw Error("the figure has " + std::to_string(figure.links().size()) + " links, and none with index " +
                std::to_string(link) + ".");
  const EvenJoints joints(figure, from, to);
  const EvenJoints::Chain chain = joints.chain(joints_between(figure, figure.root(), link), {});
  return motion_on(std::make_unique<ChainMotion>(base, chain.steps, chain.tail));
}

}  // namespace abut
