#include "peer.h"

namespace abut::bench::peers {

// Each in libraries/<name>.cpp.
Peer fcl_peer();
Peer bullet_peer();
Peer ode_peer();
Peer cgal_peer();
Peer embree_peer();

std::vector<Peer> other_libraries() {
  return {
#ifdef ABUT_HAS_FCL
      fcl_peer(),
#endif
#ifdef ABUT_HAS_BULLET
      bullet_peer(),
#endif
#ifdef ABUT_HAS_ODE
      ode_peer(),
#endif
#ifdef ABUT_HAS_CGAL
      cgal_peer(),
#endif
#ifdef ABUT_HAS_EMBREE
      embree_peer(),
#endif
  };
}

std::vector<Peer> all_contestants() {
  std::vector<Peer> all = our_models();
  for (Peer& peer : other_libraries()) all.push_back(std::move(peer));
  return all;
}

}  // namespace abut::bench::peers
