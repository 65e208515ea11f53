#pragma once

#include "io/xml.h"
#include <abut/robot.h>

namespace abut {

/// The joint of an SRDF file above the root, if there is one: it must be read before the figure is made. Its child is
/// the root; joints that do not move are left out.
std::optional<Joint> read_virtual_joint(const XmlFile& srdf, const std::vector<Link>& links);

/// Fills groups, states, passive joints, allowed pairs and warnings of a robot whose figure is made.
void read_srdf(const XmlFile& srdf, Robot& robot);

}  // namespace abut
