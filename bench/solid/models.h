#pragma once

#include "least_seconds.h"
#include "workloads.h"
#include <abut/classic.h>

#include <algorithm>
#include <limits>

namespace abut::bench::solid {

// The paper is about classic trees.
using classic::CollideMethod;
using classic::Model;
using classic::ModelOptions;
using classic::Sat;
using classic::Split;
using classic::VolumeKind;

/// One of the paper's three models with placements of two copies of it, of which about 60 % touch.
struct PaperModel {
  std::string name;
  Mesh mesh;
  std::vector<PlacementPair> placements;
};

/// Torus of 5000 triangles, slender space craft of 6084, teapot of 3752 (van den Bergen 1998, section 5).
std::vector<PaperModel> paper_models(int placements);

/// Trees as the paper builds them: axis-aligned ones cut at the middle of the box, oriented ones as RAPID does, at the
/// mean with the axes of the vertices' covariance; one triangle per leaf, boxes in double.
ModelOptions as_in_the_paper(VolumeKind kind);

/// What the paper asks two copies of a model: for the first contact, the node of larger volume being opened.
Contacts first_contact(const Model& model, const PlacementPair& at, Sat sat);
CollideMethod method_of_the_paper(Sat sat);

}  // namespace abut::bench::solid
