#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "generated_graphs.h"

// Points are inserted along a snake over a raster, so that the walk from the last triangle is short; each insertion
// splits a triangle in three and flips edges until every circle is empty again (Lawson). Doubles do: a slip would cost
// a triangle that is not quite Delaunay, which a benchmark of partitioners does not mind.
namespace warpwright::test {
namespace {

struct Point {
  double x, y;
};
double turn(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
bool inCircle(const Point& a, const Point& b, const Point& c, const Point& p) {
  const double ax = a.x - p.x, ay = a.y - p.y, bx = b.x - p.x, by = b.y - p.y, cx = c.x - p.x, cy = c.y - p.y;
  const double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
  return ax * (by * c2 - b2 * cy) - ay * (bx * c2 - b2 * cx) + a2 * (bx * cy - by * cx) > 1e-18;
}

class Triangulation {
 public:
  explicit Triangulation(std::vector<Point> points) : points_(std::move(points)) {
    const uint32_t n = static_cast<uint32_t>(points_.size());
    points_.insert(points_.end(), {{-50, -50}, {50, -50}, {0, 80}});
    triangles_.push_back({{n, n + 1, n + 2}, {none, none, none}});
    for (uint32_t p = 0; p < n; ++p) insert(p);
  }
  std::vector<uint32_t> edges() const {
    const uint32_t n = static_cast<uint32_t>(points_.size()) - 3;
    std::vector<uint32_t> pairs;
    for (const Triangle& triangle : triangles_) {
      for (int i = 0; i < 3; ++i) {
        const uint32_t a = triangle.corner[i], b = triangle.corner[(i + 1) % 3];
        if (a < b && b < n) pairs.insert(pairs.end(), {a, b});
      }
    }
    return pairs;
  }

 private:
  static constexpr uint32_t none = UINT32_MAX;
  struct Triangle {
    std::array<uint32_t, 3> corner;  // counter-clockwise
    std::array<uint32_t, 3> across;  // the triangle beyond the side from corner i to corner i + 1
  };

  uint32_t locate(const Point& p) const {
    uint32_t at = last_;
    for (;;) {
      uint32_t next = none;
      for (int i = 0; i < 3 && next == none; ++i) {
        const Triangle& t = triangles_[at];
        if (turn(points_[t.corner[i]], points_[t.corner[(i + 1) % 3]], p) < 0) next = t.across[i];
      }
      if (next == none) return at;
      at = next;
    }
  }
  void relink(uint32_t triangle, uint32_t before, uint32_t after) {
    if (triangle == none) return;
    for (uint32_t& t : triangles_[triangle].across) {
      if (t == before) {
        t = after;
        return;
      }
    }
  }
  void insert(uint32_t p) {
    const uint32_t at = locate(points_[p]);
    const Triangle old = triangles_[at];
    const uint32_t second = static_cast<uint32_t>(triangles_.size()), third = second + 1;
    triangles_[at] = {{old.corner[0], old.corner[1], p}, {old.across[0], second, third}};
    triangles_.push_back({{old.corner[1], old.corner[2], p}, {old.across[1], third, at}});
    triangles_.push_back({{old.corner[2], old.corner[0], p}, {old.across[2], at, second}});
    relink(old.across[1], at, second);
    relink(old.across[2], at, third);
    last_ = at;
    for (const uint32_t triangle : {at, second, third}) open_.push_back(triangle);
    while (!open_.empty()) {
      const uint32_t triangle = open_.back();
      open_.pop_back();
      flip(triangle, p);
    }
  }
  /// Flips the side of `at` that faces p if the point beyond it lies in the circle.
  void flip(uint32_t at, uint32_t p) {
    Triangle& a = triangles_[at];
    const auto place = std::find(a.corner.begin(), a.corner.end(), p);
    if (place == a.corner.end()) return;
    const size_t i = static_cast<size_t>(place - a.corner.begin()), j = (i + 1) % 3, k = (i + 2) % 3;
    const uint32_t beyond = a.across[j];
    if (beyond == none) return;
    Triangle& b = triangles_[beyond];
    size_t m = 0;
    while (b.across[m] != at) ++m;
    const uint32_t far = b.corner[(m + 2) % 3];
    if (!inCircle(points_[a.corner[0]], points_[a.corner[1]], points_[a.corner[2]], points_[far])) return;
    const uint32_t left = a.corner[j], right = a.corner[k];
    const uint32_t outLeft = b.across[(m + 1) % 3], outRight = b.across[(m + 2) % 3];
    // b runs right -> left -> far; sides: right-left (a), left-far, far-right.
    const uint32_t pLeft = a.across[i], pRight = a.across[k];
    a = {{p, left, far}, {pLeft, outLeft, beyond}};
    b = {{p, far, right}, {at, outRight, pRight}};
    relink(outLeft, beyond, at);
    relink(pRight, at, beyond);
    open_.push_back(at);
    open_.push_back(beyond);
  }

  std::vector<Point> points_;
  std::vector<Triangle> triangles_;
  std::vector<uint32_t> open_;
  uint32_t last_ = 0;
};

}  // namespace

std::vector<uint32_t> delaunayEdges(uint32_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<Point> points(count);
  for (Point& point : points) point = {random() / 4294967296.0, random() / 4294967296.0};
  const double cells = std::max(1.0, std::sqrt(count / 4.0));
  const auto place = [cells](const Point& p) {
    const int row = static_cast<int>(p.y * cells);
    return std::pair{row, row % 2 == 0 ? p.x : -p.x};
  };
  std::sort(points.begin(), points.end(), [&](const Point& a, const Point& b) { return place(a) < place(b); });
  return Triangulation(std::move(points)).edges();
}

}  // namespace warpwright::test
