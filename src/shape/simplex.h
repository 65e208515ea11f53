#pragma once

#include <abut/vec3.h>

#include <array>

namespace abut {

/// Up to four points, and the point of their hull that is closest to the origin: the inner step of E. G. Gilbert,
/// D. W. Johnson and S. S. Keerthi, "A fast procedure for computing the distance between complex objects in
/// three-dimensional space" (1988). Rounded: whoever asks bounds the error of what comes out.
class Simplex {
 public:
  /// Nothing is known of more than this.
  static constexpr int most = 4;

  int size() const { return size_; }
  const Vec3& point(int i) const { return points_[i]; }
  double weight(int i) const { return weights_[i]; }
  bool holds(const Vec3& point) const;

  /// A corner of A and one of B, each in its own frame, whose difference a point is.
  struct Origin {
    Vec3 of_a, of_b;
  };
  const Origin& origin(int i) const { return origins_[i]; }

  /// Adds a point, then leaves out all that do not take part in the closest point.
  void add(const Vec3& point, const Origin& origin);
  /// Of four points: their volumes, times six, with the origin in the place of each. All of one sign if it is inside.
  std::array<double, most> volumes() const;
  /// The closest point: the sum of points times weights, which are not negative and sum to 1 but for rounding.
  Vec3 closest() const;

 private:
  struct Part {
    std::array<int, 3> corners{};
    std::array<double, 3> weights{};
    int size = 0;
  };
  Part on_segment(int i, int j) const;
  Part on_triangle(int i, int j, int k) const;
  Vec3 at(const Part& part) const;
  void reduce_tetrahedron();
  void keep(const Part& part);

  std::array<Vec3, most> points_;
  std::array<Origin, most> origins_;
  std::array<double, most> weights_{};
  int size_ = 0;
};

}  // namespace abut
