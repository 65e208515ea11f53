// Writes the robots that come with abut: make_robots FOLDER [TRIANGLES]. TRIANGLES is for each link of the arm.

#include <abut/robot_models.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

int main(int count, char** arguments) try {
  if (count < 2 || count > 3) {
    std::fprintf(stderr, "usage: make_robots FOLDER [TRIANGLES]\n");
    return 2;
  }
  using namespace abut::shapes;
  write(arm(count > 2 ? std::atoi(arguments[2]) : 300), arguments[1]);
  write(hand(), arguments[1]);
  write(humanoid(), arguments[1]);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "make_robots: %s\n", error.what());
  return 2;
}
