#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.h"
#include "core/device/device.h"
#include "core/model/reuse/partition.h"
#include "core/model/reuse/task_graph.h"
#include "core/report/graph_layout.h"
#include "core/report/svg_ink.h"

namespace warpwright {

/// A task–data graph as it is drawn: data objects are points, tasks the lines between them. Large graphs show a
/// connected piece.
struct ReusePicture {
  struct Edge {
    uint32_t a = 0, b = 0;  ///< of `points`
    uint64_t task = 0;
  };
  std::vector<LayoutPoint> points;  ///< in the unit square
  std::vector<Edge> edges;
  uint64_t tasks = 0, data = 0;  ///< of the whole graph
  std::string share;             ///< "all 1,200 tasks" or "4.8 % of the tasks, a connected piece: 100,000 of 2,100,225"
};

/// Takes at most `limit` lines, from the middle of the tasks outwards along shared data, and places them.
/// Errors: cancelled.
Result<ReusePicture> drawTasks(const TaskGraph& graph, uint32_t limit, std::stop_token stop);

/// How many hues blocks cycle through.
inline constexpr uint8_t blockHues = 8;
/// The colour of a hue on `surface`, 0xRRGGBB.
uint32_t blockColor(uint8_t hue, Theme theme);

/// One order of the tasks: which block each line belongs to, and what the order costs.
struct ReuseOrder {
  std::string name, note;  ///< "default", "consecutive tasks"
  PartitionQuality quality;
  uint32_t blocks = 0;
  double seconds = 0;  ///< to find it; 0: nothing to find
  std::vector<uint32_t> blockOfEdge;
  std::vector<uint8_t> hueOfBlock;  ///< blocks that share data in the picture differ, as far as eight hues go
  struct Label {
    uint32_t block = 0;
    LayoutPoint at;
  };
  std::vector<Label> labels;      ///< where the number of a block stands, of blocks in the picture
  std::vector<bool> sharedPoint;  ///< by point: several blocks load it
};
ReuseOrder colourOrder(const TaskGraph& graph, const Partition& partition, const ReusePicture& picture,
                       std::string name, double seconds);

/// One row of the table of orders, in words.
struct ReuseRow {
  std::string order, note, cost, redundant, largest, time;
};
ReuseRow reuseRow(const ReuseOrder& order);

/// Whether and when the order pays: launches until the time to find it has come back. An estimate, and said to be one:
/// loads saved times a sector at the DRAM rate of the device.
struct BreakEven {
  bool pays = false;
  double launches = 0;
  std::string words;
};
BreakEven breakEven(const ReuseOrder& before, const ReuseOrder& after, const Device& device);

/// What a session keeps of it for the report: a small picture with both orders.
struct ReuseFigure {
  std::string name;  ///< of the graph: "mc2depi.mtx"
  uint32_t tasksPerBlock = 0;
  ReusePicture picture;
  std::vector<ReuseOrder> orders;  ///< the first is the one before, the last the one after
  std::string words;               ///< of the break-even
};
/// The name under which a session keeps it.
inline constexpr const char* reuseFigureKey = "reuse figure";
/// Draws it: the default order beside one that took `seconds` to find. `drawn`: a picture of the graph, which is taken
/// if it is small enough; null: there is none. Errors: cancelled.
Result<ReuseFigure> drawFigure(std::string name, const TaskGraph& graph, uint32_t tasksPerBlock, const Partition& found,
                               const std::string& method, double seconds, const Device& device,
                               const ReusePicture* drawn, std::stop_token stop);
nlohmann::json toJson(const ReuseFigure& figure);
Result<ReuseFigure> reuseFigureFromJson(const nlohmann::json& json);

/// One order as SVG elements in a square of `size`. `inkOfHue`: the colour of each hue.
std::string reuseSvg(const ReusePicture& picture, const ReuseOrder& order, double size,
                     const std::function<std::string(uint8_t)>& inkOfHue, const SvgInk& ink);

}  // namespace warpwright
