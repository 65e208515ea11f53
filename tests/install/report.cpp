#include <abut/report.h>

#include <cstdio>

// One part inside another, written and compared with itself.
int main() {
  const abut::Mesh big{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}, {}};
  abut::Mesh small = big;
  for (abut::Vec3& point : small.points) point = 0.125 * point + abut::Vec3{0.5, 0.5, 0.5};
  abut::ClashRun run;
  run.assembly.add("big", abut::Model(big));
  run.assembly.add("small", abut::Model(small));
  run.motion = abut::at_rest(run.assembly);
  run.report = abut::find_clashes(run.assembly, run.motion);
  abut::Baseline baseline;
  for (const abut::ClashFinding& finding : run.report.findings) baseline.findings[run.id(finding)] = {"touch", "", ""};
  run.comparison = abut::compare(run, baseline);
  const bool is_right = abut::to_json(run).find("\"kind\":\"inside\"") != std::string::npos &&
                        abut::to_csv(run).find(",inside,new,touch,big,small,") != std::string::npos &&
                        abut::to_text(run).find("small is the inner one") != std::string::npos;
  std::puts(is_right ? "the installed reports work" : "the installed reports are wrong");
  return is_right ? 0 : 1;
}
