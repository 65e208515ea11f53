// Runs a batch whenever it is told to, and says how long it took: the C++ side of scripts/python_rate.
//
//   python_rate A B POSES       POSES: doubles, 24 per pose, A's 3x4 matrix and B's
//
// Each line of the standard input is a query (touches, collide, distance or within) and a number of threads; each line
// of the standard output is a time in seconds and a number that tells answers apart.

#include <abut/abut.h>

#include <chrono>
#include <fstream>
#include <iostream>

namespace {

using namespace abut;

std::vector<PlacementPair> read_poses(const char* file) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<PlacementPair> poses;
  double numbers[24];
  while (stream.read(reinterpret_cast<char*>(numbers), sizeof numbers))
    poses.push_back({Placement::from_rows(std::span<const double, 12>(numbers, 12)),
                     Placement::from_rows(std::span<const double, 12>(numbers + 12, 12))});
  return poses;
}

struct Batch {
  Model a, b;
  std::vector<PlacementPair> poses;

  double checksum(const std::string& query, int threads) const {
    double sum = 0;
    if (query == "touches") {
      CollideOptions first;
      first.max_contacts = 1;
      for (const Contacts& contacts : collide(a, b, poses, first, threads)) sum += !contacts.pairs.empty();
    } else if (query == "collide") {
      for (const Contacts& contacts : collide(a, b, poses, {}, threads))
        sum += static_cast<double>(contacts.pairs.size());
    } else if (query == "distance") {
      for (const Distance& gap : distance(a, b, poses, {}, threads)) sum += gap.upper;
    } else if (query == "within") {
      for (const Nearness& nearness : within(a, b, poses, 0.1, {}, threads)) sum += nearness.is_within;
    } else {
      throw Error("there is no query '" + query + "'.");
    }
    return sum;
  }
};

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::cerr << "usage: python_rate A B POSES\n";
    return 2;
  }
  try {
    const Batch batch{Model(load(arguments[1])), Model(load(arguments[2])), read_poses(arguments[3])};
    std::cout.precision(17);
    std::string query;
    int threads = 1;
    while (std::cin >> query >> threads) {
      const auto start = std::chrono::steady_clock::now();
      const double sum = batch.checksum(query, threads);
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      std::cout << seconds.count() << ' ' << sum << std::endl;
    }
  } catch (const std::exception& problem) {
    std::cerr << "python_rate: " << problem.what() << "\n";
    return 2;
  }
}
