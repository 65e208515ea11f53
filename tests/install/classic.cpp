#include <abut/abut.h>
#include <abut/classic.h>
#include <abut/shapes.h>

#include <cstdio>

// The classic trees, Qhull's part included, answer as the engine does.
int main() {
  const abut::Mesh ball = abut::shapes::sphere(1, 8);
  const auto here = abut::Placement::identity();
  const auto there = abut::Placement::translation({1.5, 0.25, 0});
  const abut::classic::Model tree(ball, {.fit = abut::classic::Fit::hull_surface});
  const abut::Model model(ball);
  const auto pairs = abut::collide(model, here, model, there).pairs;
  if (pairs.empty() || abut::classic::collide(tree, here, tree, there).pairs != pairs) {
    std::fprintf(stderr, "the installed classic trees are wrong\n");
    return 1;
  }
  std::puts("the installed classic trees work");
}
