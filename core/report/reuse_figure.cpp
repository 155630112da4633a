#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/report/reuse_chart.h"

namespace warpwright {
namespace {

using nlohmann::json;

constexpr double grid = 8192;  // positions are kept as whole numbers
constexpr uint32_t reportedEdges = 4'000;

}  // namespace

Result<ReuseFigure> drawFigure(std::string name, const TaskGraph& graph, uint32_t tasksPerBlock, const Partition& found,
                               const std::string& method, double seconds, const Device& device,
                               const ReusePicture* drawn, std::stop_token stop) {
  const bool isSmall = drawn && drawn->edges.size() <= reportedEdges;
  Result<ReusePicture> picture =
      isSmall ? Result<ReusePicture>(*drawn) : drawTasks(graph, reportedEdges, std::move(stop));
  if (!picture.ok()) return picture.error();
  ReuseFigure figure{std::move(name), tasksPerBlock, std::move(*picture), {}, {}};
  figure.orders = {colourOrder(graph, defaultPartition(graph, tasksPerBlock), figure.picture, "default", 0),
                   colourOrder(graph, found, figure.picture, method, seconds)};
  figure.words = breakEven(figure.orders[0], figure.orders[1], device).words;
  return figure;
}

json toJson(const ReuseFigure& figure) {
  json points = json::array(), edges = json::array(), orders = json::array();
  for (const LayoutPoint& point : figure.picture.points) {
    points.push_back(std::lround(point.x * grid));
    points.push_back(std::lround(point.y * grid));
  }
  for (const ReusePicture::Edge& edge : figure.picture.edges) edges.push_back(edge.a), edges.push_back(edge.b);
  for (const ReuseOrder& order : figure.orders) {
    json labels = json::array();
    for (const ReuseOrder::Label& label : order.labels) {
      labels.push_back({label.block, std::lround(label.at.x * grid), std::lround(label.at.y * grid)});
    }
    orders.push_back({{"name", order.name},
                      {"note", order.note},
                      {"cost", order.quality.cost},
                      {"max_tasks", order.quality.maxTasks},
                      {"redundant", order.quality.redundantLoads},
                      {"blocks", order.blocks},
                      {"seconds", order.seconds},
                      {"block_of_edge", order.blockOfEdge},
                      {"hue_of_block", order.hueOfBlock},
                      {"labels", labels}});
  }
  return {{"schema", "warpwright.reuse_figure/1"},
          {"name", figure.name},
          {"tasks_per_block", figure.tasksPerBlock},
          {"tasks", figure.picture.tasks},
          {"data", figure.picture.data},
          {"share", figure.picture.share},
          {"points", points},
          {"edges", edges},
          {"orders", orders},
          {"words", figure.words}};
}

Result<ReuseFigure> reuseFigureFromJson(const json& object) try {
  ReuseFigure figure;
  figure.name = object.at("name").get<std::string>();
  figure.tasksPerBlock = object.at("tasks_per_block").get<uint32_t>();
  figure.words = object.at("words").get<std::string>();
  ReusePicture& picture = figure.picture;
  picture.tasks = object.at("tasks").get<uint64_t>();
  picture.data = object.at("data").get<uint64_t>();
  picture.share = object.at("share").get<std::string>();
  const auto points = object.at("points").get<std::vector<int32_t>>();
  const auto edges = object.at("edges").get<std::vector<uint32_t>>();
  for (size_t i = 0; i + 1 < points.size(); i += 2) picture.points.push_back({points[i] / grid, points[i + 1] / grid});
  for (size_t i = 0; i + 1 < edges.size(); i += 2) picture.edges.push_back({edges[i], edges[i + 1], 0});
  for (const ReusePicture::Edge& edge : picture.edges) {
    if (std::max(edge.a, edge.b) >= picture.points.size())
      return inputError("An edge of the reuse figure ends nowhere.");
  }
  for (const json& one : object.at("orders")) {
    ReuseOrder order;
    order.name = one.at("name").get<std::string>();
    order.note = one.at("note").get<std::string>();
    order.quality.cost = one.at("cost").get<uint64_t>();
    order.quality.maxTasks = one.at("max_tasks").get<uint64_t>();
    order.quality.redundantLoads = one.at("redundant").get<double>();
    order.blocks = one.at("blocks").get<uint32_t>();
    order.seconds = one.at("seconds").get<double>();
    order.blockOfEdge = one.at("block_of_edge").get<std::vector<uint32_t>>();
    order.hueOfBlock = one.at("hue_of_block").get<std::vector<uint8_t>>();
    for (const json& label : one.at("labels")) {
      order.labels.push_back(
          {label.at(0).get<uint32_t>(), {label.at(1).get<int32_t>() / grid, label.at(2).get<int32_t>() / grid}});
    }
    if (order.blockOfEdge.size() != picture.edges.size())
      return inputError("An order of the reuse figure does not fit its edges.");
    for (const uint32_t block : order.blockOfEdge) {
      if (block >= order.hueOfBlock.size()) return inputError("A block of the reuse figure has no hue.");
    }
    figure.orders.push_back(std::move(order));
  }
  return figure;
} catch (const json::exception& failure) {
  return inputError(std::string("The reuse figure cannot be read: ") + failure.what());
}

std::string reuseSvg(const ReusePicture& picture, const ReuseOrder& order, double size,
                     const std::function<std::string(uint8_t)>& inkOfHue, const SvgInk& ink) {
  constexpr double margin = 12;
  const auto at = [&](const LayoutPoint& point) {
    return svgNumber(std::round((margin + point.x * (size - 2 * margin)) * 10) / 10) + " " +
           svgNumber(std::round((margin + point.y * (size - 2 * margin)) * 10) / 10);
  };
  std::vector<std::string> paths(blockHues);
  for (size_t e = 0; e < picture.edges.size(); ++e) {
    paths[order.hueOfBlock[order.blockOfEdge[e]] % blockHues] +=
        "M" + at(picture.points[picture.edges[e].a]) + "L" + at(picture.points[picture.edges[e].b]);
  }
  std::string svg;
  for (uint8_t hue = 0; hue < blockHues; ++hue) {
    if (!paths[hue].empty())
      svg += "<path d=\"" + paths[hue] + "\" fill=\"none\" stroke=\"" + inkOfHue(hue) + "\" stroke-width=\"1.2\"/>";
  }
  if (order.labels.size() > 60) return svg + "\n";
  for (const ReuseOrder::Label& label : order.labels) {
    const double x = margin + label.at.x * (size - 2 * margin), y = margin + label.at.y * (size - 2 * margin);
    const std::string number = std::to_string(label.block);
    const double width = 8 + 7 * static_cast<double>(number.size());
    svg += "<rect x=\"" + svgNumber(x - width / 2) + "\" y=\"" + svgNumber(y - 8) + "\" width=\"" + svgNumber(width) +
           "\" height=\"16\" rx=\"3\" fill=\"" + ink("surface") + "\" stroke=\"" + ink("line") + "\"/><text x=\"" +
           svgNumber(x) + "\" y=\"" + svgNumber(y + 4) + "\" text-anchor=\"middle\" font-size=\"11\" fill=\"" +
           ink("text") + "\">" + number + "</text>";
  }
  return svg + "\n";
}

}  // namespace warpwright
