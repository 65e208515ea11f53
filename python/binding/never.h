#pragma once

#include "arrays.h"
#include <abut/never.h>

namespace abut::python {

/// Proofs that links never touch, and the figure that they are about.
struct BoundProofs {
  Figure figure;
  NeverProofs proofs;

  py::tuple names(const LinkPairProof& pair) const {
    return py::make_tuple(figure.links()[pair.a].name, figure.links()[pair.b].name);
  }
  py::list with(NeverVerdict verdict) const {
    py::list list;
    for (const LinkPairProof& pair : proofs.pairs)
      if (pair.verdict == verdict) list.append(names(pair));
    return list;
  }
};

}  // namespace abut::python
