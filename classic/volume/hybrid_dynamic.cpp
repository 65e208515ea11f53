#include "classic/volume/hybrid_dynamic.h"

#include "classic/kind_tree.h"

ABUT_CLASSIC_KIND(hybrid_dynamic, HybridDynamic)
