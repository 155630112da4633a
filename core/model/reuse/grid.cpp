#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/model/reuse/levels.h"
#include "core/model/reuse/stages.h"

// The schedule of a rectangular grid whose objects are numbered in any order: found by walking it row by row, verified
// task by task.
namespace warpwright {
namespace {

constexpr uint32_t none = UINT32_MAX;

struct Place {
  uint32_t x, y;
};

/// A grid of width x height objects, and where each object is. At least as wide as high.
struct Grid {
  uint32_t width = 0, height = 0;
  Buffer<Place> at;
};

/// Nothing if the objects are no grid; their tasks are still to be verified.
std::optional<Grid> walkRows(const Level& level, uint32_t objects) {
  Grid grid;
  grid.at = Buffer<Place>(level.size);
  uint32_t corner = none;
  for (uint32_t v = 0; v < level.size; ++v) {
    grid.at[v] = {none, none};
    if (corner == none && level.weight[v] == 2) corner = v;
  }
  // The first row: along objects of degree 3 from one corner to the next.
  std::vector<uint32_t> row{corner};
  grid.at[corner] = {0, 0};
  uint32_t before = corner, v = level.neighbour[level.start[corner]];
  if (const uint32_t w = level.neighbour[level.start[corner] + 1ull]; level.weight[w] == 2) v = w;  // two objects high
  while (true) {
    if (grid.at[v].x != none) return std::nullopt;
    grid.at[v] = {static_cast<uint32_t>(row.size()), 0};
    row.push_back(v);
    if (level.weight[v] == 2) break;
    uint32_t next = none;
    for (uint32_t i = level.start[v]; i < level.start[v + 1ull]; ++i) {
      const uint32_t w = level.neighbour[i];
      if (w != before && level.weight[w] < 4) next = w;
    }
    if (next == none) return std::nullopt;
    before = v;
    v = next;
  }
  grid.width = static_cast<uint32_t>(row.size());
  if (objects % grid.width != 0) return std::nullopt;
  grid.height = objects / grid.width;
  // Each further row: the one neighbour of each object of the last row that has no place yet.
  for (uint32_t y = 1; y < grid.height; ++y) {
    for (uint32_t& member : row) {
      uint32_t below = none;
      for (uint32_t i = level.start[member]; i < level.start[member + 1ull]; ++i) {
        const uint32_t w = level.neighbour[i];
        if (grid.at[w].x != none) continue;
        if (below != none) return std::nullopt;
        below = w;
      }
      if (below == none) return std::nullopt;
      member = below;
      __builtin_prefetch(&level.start[below]);
    }
    for (uint32_t x = 0; x < grid.width; ++x) {
      if (grid.at[row[x]].x != none) return std::nullopt;
      grid.at[row[x]] = {x, y};
      __builtin_prefetch(&level.neighbour[level.start[row[x]]]);
    }
  }
  if (grid.height > grid.width) {
    for (Place& place : grid.at) std::swap(place.x, place.y);
    std::swap(grid.width, grid.height);
  }
  return grid;
}

/// Visits the tasks of a grid as the place they start from and whether they go right (0) or down (1). False, and not
/// all are visited, if they are not the grid's tasks, each once.
template <typename Visit>
bool forTasks(const TaskGraph& graph, const Grid& grid, Visit visit) {
  constexpr uint32_t once = 1;
  const uint32_t* const pins = graph.pins().data();
  const bool large = graph.isLarge();
  std::vector<uint8_t> seen(uint64_t{grid.width} * grid.height, 0);
  for (uint64_t task = 0; task < graph.taskCount(); ++task) {
    if (large && task + 16 < graph.taskCount()) {
      __builtin_prefetch(&grid.at[pins[2 * task + 32]]);
      __builtin_prefetch(&grid.at[pins[2 * task + 33]]);
    }
    const Place a = grid.at[pins[2 * task]], b = grid.at[pins[2 * task + 1]];
    const uint32_t x = std::min(a.x, b.x), y = std::min(a.y, b.y), across = (a.x ^ b.x) ? a.x + b.x - 2 * x : 0,
                   down = a.y + b.y - 2 * y;
    if (across + down != 1) return false;
    uint8_t& bits = seen[uint64_t{y} * grid.width + x];
    if (bits & (once << down)) return false;
    bits = static_cast<uint8_t>(bits | once << down);
    visit(task, x, y, down);
  }
  return true;
}

/// Definition 2, where `blockAt` gives the block of the task that goes from a place right (0) or down (1).
template <typename BlockAt>
uint64_t costOf(const Grid& grid, BlockAt blockAt) {
  uint64_t cost = 0;
  for (uint32_t y = 0; y < grid.height; ++y) {
    for (uint32_t x = 0; x < grid.width; ++x) {
      std::array<uint32_t, 4> blocks;
      uint32_t count = 0;
      const auto add = [&](uint32_t block) {
        for (uint32_t i = 0; i < count; ++i) {
          if (blocks[i] == block) return;
        }
        blocks[count++] = block;
      };
      if (x + 1 < grid.width) add(blockAt(x, y, 0));
      if (y + 1 < grid.height) add(blockAt(x, y, 1));
      if (x > 0) add(blockAt(x - 1, y, 0));
      if (y > 0) add(blockAt(x, y - 1, 1));
      cost += count - 1;
    }
  }
  return cost;
}

/// Square tiles turned by 45 degrees. With u = x + y and v = x - y every task goes from u to u+1, so an a-by-a tile of
/// (u, v) holds a·a tasks and shares only a objects with its neighbours; an upright tile shares 1.4 times as many.
class Tiles {
 public:
  Tiles(const Grid& grid, uint32_t cap)
      : cap_(cap), side_(std::max<uint32_t>(1, static_cast<uint32_t>(std::sqrt(double(cap))))), height_(grid.height) {
    const uint32_t diagonals = grid.width + grid.height;
    across_ = diagonals / side_ + 1;
    row_.resize(diagonals + 1ull);
    for (uint32_t u = 0; u <= diagonals; ++u) row_[u] = u / side_;
    std::vector<uint32_t> load(uint64_t{across_} * across_, 0);
    for (uint32_t y = 0; y < grid.height; ++y) {
      for (uint32_t x = 0; x < grid.width; ++x) {
        if (x + 1 < grid.width) ++load[tile(x, y, 0)];
        if (y + 1 < grid.height) ++load[tile(x, y, 1)];
      }
    }
    fillBlocks(load);
  }
  uint32_t block(uint32_t x, uint32_t y, uint32_t down) const { return block_[tile(x, y, down)]; }
  uint32_t blocks() const { return blocks_; }

 private:
  uint32_t tile(uint32_t x, uint32_t y, uint32_t down) const {
    return row_[x + y] * across_ + row_[x + height_ - y - down];
  }
  /// Whole tiles first; those that the rim cuts share a block with their neighbours along it where they fit.
  void fillBlocks(const std::vector<uint32_t>& load) {
    block_.assign(load.size(), 0);
    uint32_t block = 0, filled = 0;
    for (const bool whole : {true, false}) {
      for (size_t tile = 0; tile < load.size(); ++tile) {
        if (load[tile] == 0 || (load[tile] == uint64_t{side_} * side_) != whole) continue;
        if (filled > 0 && filled + load[tile] > cap_) ++block, filled = 0;
        block_[tile] = block;
        filled += load[tile];
      }
    }
    blocks_ = block + 1;
  }

  const uint32_t cap_, side_, height_;
  uint32_t across_ = 0, blocks_ = 0;
  std::vector<uint32_t> row_;  // of tiles, by diagonal
  std::vector<uint32_t> block_;
};

/// Bands of rows, gone through column by column, to and fro: where blocks are few, upright ones have most of their
/// border on the rim, where it costs nothing.
class Bands {
 public:
  Bands(const Grid& grid, uint32_t cap, uint32_t blocks, uint32_t bands) : width_(grid.width), bandOf_(grid.height) {
    // A block that ends amid a column costs one object more; ending it before takes more blocks the higher columns are.
    const uint64_t rows = grid.height / bands;
    const bool whole = 2 * rows * rows < cap;
    uint64_t next = 0;  // blocks * most + tasks of the last
    for (uint32_t band = 0; band < bands; ++band) {
      const uint32_t first = static_cast<uint32_t>(uint64_t{grid.height} * band / bands);
      const uint32_t end = static_cast<uint32_t>(uint64_t{grid.height} * (band + 1) / bands);
      const uint32_t high = end - first, downs = end == grid.height ? high - 1 : high;
      // Where bands take equally many blocks, each ends with a block if it fits.
      const uint64_t inBand = uint64_t{width_ - 1} * (high + downs) + downs, each = blocks / bands;
      const bool even = bands > 1 && blocks % bands == 0 && inBand <= each * cap;
      const uint32_t most = even ? static_cast<uint32_t>((inBand + each - 1) / each) : cap;
      if (even)
        next = (next + most_ - 1) / most_ * most;
      else
        next = next / most_ * most + next % most_;
      most_ = most;
      for (uint32_t y = first; y < end; ++y) bandOf_[y] = {band, first};
      for (uint32_t x = 0; x < width_; ++x) {
        const uint32_t tasks = x + 1 == width_ ? downs : high + downs;
        if (whole && next % most + tasks > most) next += most - next % most;
        columns_.push_back(
            {static_cast<uint32_t>(next / most), static_cast<uint32_t>(most - next % most), most, x + 1 == width_});
        next += tasks;
      }
    }
    blocks_ = static_cast<uint32_t>((next + most_ - 1) / most_);
  }
  uint32_t block(uint32_t x, uint32_t y, uint32_t down) const {
    const auto [band, first] = bandOf_[y];
    const uint32_t along = band % 2 == 0 ? x : down ? width_ - 1 - x : width_ - 2 - x;
    const Column& column = columns_[uint64_t{band} * width_ + along];
    const uint32_t position = column.last ? y - first : 2 * (y - first) + down;
    return position < column.left ? column.block : column.block + 1 + (position - column.left) / column.most;
  }
  uint32_t blocks() const { return blocks_; }

 private:
  struct Column {
    uint32_t block, left;  // of its first task; how many tasks more go there
    uint32_t most;         // a block takes, here
    bool last;             // without tasks to the right
  };
  struct Row {
    uint32_t band, first;
  };
  const uint32_t width_;
  uint32_t blocks_ = 0, most_ = 1;
  std::vector<Row> bandOf_;
  std::vector<Column> columns_;
};

}  // namespace

std::optional<PricedPartition> gridPreset(const TaskGraph& graph, const Degrees& degrees, uint32_t cap) {
  if (degrees.least != 2 || degrees.most < 3 || degrees.most > 4 || degrees.ofTwo != 4 || graph.pinCount() > UINT32_MAX)
    return std::nullopt;
  const std::optional<Grid> grid = walkRows(finestLevel(graph, degrees.of), degrees.objects);
  if (!grid) return std::nullopt;
  const uint64_t tasks = graph.taskCount(), w = grid->width, h = grid->height;
  if (tasks != w * (h - 1) + h * (w - 1)) return std::nullopt;

  // The borders of upright tiles in bands of rows, about.
  const uint64_t blocks = (tasks + cap - 1) / cap;
  const auto estimate = [&](uint64_t bands) {
    const uint64_t straddling = blocks % bands == 0 ? 0 : 2 * h / (3 * bands);  // where a block lies in two bands
    return (bands - 1) * w + (std::max(blocks, bands) - bands) * h / bands + straddling;
  };
  uint64_t best = 1;
  for (uint64_t bands = 2; bands <= h / 2 && (bands - 1) * w < estimate(best); ++bands) {
    if (estimate(bands) < estimate(best)) best = bands;
  }
  const double ofTiles = static_cast<double>(blocks) * std::sqrt(static_cast<double>(cap));
  const double ofBands = static_cast<double>(estimate(best));

  PricedPartition made{{std::vector<uint32_t>(tasks), 0, PartitionMethod::automatic, {}}, UINT64_MAX};
  Partition& partition = made.partition;
  const auto take = [&](const auto& schedule) {
    const auto blockAt = [&](uint32_t x, uint32_t y, uint32_t down) { return schedule.block(x, y, down); };
    const uint64_t cost = costOf(*grid, blockAt);
    if (cost >= made.cost) return true;
    made.cost = cost;
    partition.blocks = schedule.blocks();
    return forTasks(graph, *grid, [&](uint64_t task, uint32_t x, uint32_t y, uint32_t down) {
      partition.blockOfTask[task] = schedule.block(x, y, down);
    });
  };
  constexpr double muchFewer = 0.75, near = 1.1;
  const double diagonals = static_cast<double>(w + h) / std::sqrt(static_cast<double>(cap));
  const bool mostlyRim =
      diagonals * diagonals > 64 + 16.0 * static_cast<double>(blocks);  // tiles of a narrow grid are outside it
  if (ofBands > muchFewer * ofTiles && !mostlyRim) {
    partition.note = "a two-dimensional grid: square tiles turned by 45 degrees";
    if (!take(Tiles(*grid, cap))) return std::nullopt;
  }
  if (ofBands < near * ofTiles) {
    const uint64_t before = made.cost;
    if (!take(Bands(*grid, cap, static_cast<uint32_t>(blocks), static_cast<uint32_t>(best)))) return std::nullopt;
    if (made.cost < before) partition.note = "a two-dimensional grid: upright tiles, cut from bands of rows";
  }
  if (partition.note.empty()) return std::nullopt;
  return made;
}

}  // namespace warpwright
