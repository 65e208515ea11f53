#include "export.h"

namespace abut::bench {

namespace obbtree {
void export_table2(Exporter&), export_fig5(Exporter&), export_fig6(Exporter&), export_table3(Exporter&),
    export_fig7(Exporter&), export_tightness(Exporter&), export_fig9(Exporter&), export_storage(Exporter&),
    export_build_time(Exporter&), export_quaternion(Exporter&);
}
namespace solid {
void export_placements(Exporter&), export_models(Exporter&), export_refit(Exporter&);
}
namespace pqp {
void export_rectangles(Exporter&), export_fig4(Exporter&), export_fig5(Exporter&), export_fig6(Exporter&),
    export_applications(Exporter&);
}
namespace game {
void export_submarine(Exporter&), export_switch(Exporter&), export_growth(Exporter&), export_pairs(Exporter&);
}
namespace cab {
void export_recordings(Exporter&);
}

namespace {

constexpr ExperimentExport exports[] = {
    {"obbtree", "table1", nullptr, "it counts operations of one pair of boxes"},
    {"obbtree", "table2", obbtree::export_table2},
    {"obbtree", "fig5", obbtree::export_fig5},
    {"obbtree", "fig6", obbtree::export_fig6},
    {"obbtree", "table3", obbtree::export_table3},
    {"obbtree", "fig7", obbtree::export_fig7},
    {"obbtree", "tightness", obbtree::export_tightness},
    {"obbtree", "fig9", obbtree::export_fig9},
    {"obbtree", "build", obbtree::export_build_time},
    {"obbtree", "quaternion", obbtree::export_quaternion},
    {"obbtree", "storage", obbtree::export_storage},
    {"solid", "table1_2", solid::export_placements},
    {"solid", "table3", solid::export_placements},
    {"solid", "fig2", solid::export_placements},
    {"solid", "splits", solid::export_placements},
    {"solid", "storage", solid::export_models},
    {"solid", "refit", solid::export_refit},
    {"pqp", "table1", pqp::export_applications},
    {"pqp", "rectangles", pqp::export_rectangles},
    {"pqp", "fig4", pqp::export_fig4},
    {"pqp", "fig5", pqp::export_fig5},
    {"pqp", "fig6", pqp::export_fig6},
    {"pqp", "tolerance", nullptr, "its meshes and placements are some of those of pqp/fig5 and pqp/scenarios"},
    {"pqp", "scenarios", pqp::export_applications},
    {"pqp", "table2_4", pqp::export_applications},
    {"pqp", "table5", pqp::export_applications},
    {"pqp", "tiles", pqp::export_applications},
    {"game", "operations", nullptr, "it counts operations of pairs of volumes"},
    {"game", "volumes", nullptr, "it is about five boxes, whose sides its table names"},
    {"game", "memory", game::export_submarine},
    {"game", "shape", game::export_pairs},
    {"game", "switch", game::export_switch},
    {"game", "growth", game::export_growth},
    {"game", "quadratic", nullptr, "its bullets are aimed at spheres of the tree of game/memory"},
    {"game", "pairs", game::export_pairs},
    {"cab", "tables", cab::export_recordings},
    {"cab", "angles", nullptr, "it is about two boxes in a joint, whose ratios and angles its table names"},
    {"cab", "partial", cab::export_recordings},
};

}  // namespace

std::span<const ExperimentExport> all_exports() { return exports; }

}  // namespace abut::bench
