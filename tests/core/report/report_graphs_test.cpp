#include <QTest>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/report/graph_layout.h"
#include "core/report/html_page.h"
#include "core/report/reuse_chart.h"
#include "core/report/traffic_chart.h"

using namespace warpwright;

namespace {

/// A mesh of side × side points; tasks are its lines, row by row.
TaskGraph mesh(uint32_t side) {
  std::vector<uint32_t> pairs;
  for (uint32_t y = 0; y < side; ++y) {
    for (uint32_t x = 0; x < side; ++x) {
      const uint32_t v = y * side + x;
      if (x + 1 < side) pairs.insert(pairs.end(), {v, v + 1});
      if (y + 1 < side) pairs.insert(pairs.end(), {v, v + side});
    }
  }
  return TaskGraph::fromPairs(std::move(pairs), side * side);
}

Partition partitioned(const TaskGraph& graph, PartitionMethod method) {
  PartitionOptions options;
  options.tasksPerBlock = 64;
  options.method = method;
  return partitionTasks(graph, options, {}).value();
}

TrafficSolution paperExample() {
  TrafficSolution solution;
  solution.graph.loads = {{"a[i]", 10e6, {"k.cu", 7, 0}}, {"b[j]", 4e6, {}}, {"c<k>", -3e6, {}}};
  solution.graph.pairs = {{0, 1, 2e6}, {0, 2, -5e6}};
  solution.heuristic = solveHeuristically(solution.graph);
  solution.exact = solveExactly(solution.graph, {}, {}).value();
  return solution;
}

}  // namespace

class ReportGraphsTest : public QObject {
  Q_OBJECT
 private slots:
  void smallGraphsKeepTheirDistances() {
    const std::vector<LayoutEdge> path = {{0, 1, 100}, {1, 2, 100}, {2, 3, 100}};
    const auto points = placeSmallGraph(4, path);
    for (const LayoutEdge& edge : path) {
      const double length = std::hypot(points[edge.a].x - points[edge.b].x, points[edge.a].y - points[edge.b].y);
      QVERIFY2(std::abs(length - 100) < 10, qPrintable(QString::number(length)));
    }
    QVERIFY(placeSmallGraph(0, {}).empty());
    for (const LayoutPoint& point : placeSmallGraph(5, {})) QVERIFY(std::isfinite(point.x) && std::isfinite(point.y));
  }

  void meshesComeOutFlat() {
    const TaskGraph graph = mesh(40);
    const auto picture = drawTasks(graph, 100'000, {});
    QVERIFY(picture.ok());
    QCOMPARE(picture->edges.size(), size_t(2 * 40 * 39));
    QCOMPARE(picture->share, std::string("all 3,120 tasks"));
    // No line is much longer than the usual one: nothing is folded over.
    double sum = 0, longest = 0;
    for (const auto& edge : picture->edges) {
      const auto &a = picture->points[edge.a], &b = picture->points[edge.b];
      const double length = std::hypot(a.x - b.x, a.y - b.y);
      sum += length;
      longest = std::max(longest, length);
    }
    const double mean = sum / static_cast<double>(picture->edges.size());
    QVERIFY2(longest < 4 * mean, qPrintable(QString("%1 of %2").arg(longest).arg(mean)));
    QVERIFY(mean > 0.5 / 40 * 0.6);
  }

  void largeGraphsShowAPiece() {
    const auto picture = drawTasks(mesh(200), 5000, {});
    QCOMPARE(picture->edges.size(), size_t(5000));
    QVERIFY2(picture->share.find("a connected piece: 5,000 of 79,600") != std::string::npos, picture->share.c_str());
    for (const auto& point : picture->points)
      QVERIFY(point.x >= -1e-9 && point.x <= 1 + 1e-9 && point.y >= -1e-9 && point.y <= 1 + 1e-9);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!drawTasks(mesh(50), 5000, stop.get_token()).ok());
  }

  void oddGraphsAreDrawnToo() {
    // Loops, parallel tasks, tasks of three objects and of one.
    const TaskGraph graph = TaskGraph::fromLists({0, 2, 4, 7, 8}, {0, 0, 1, 2, 1, 2, 3, 4}, 5);
    const auto picture = drawTasks(graph, 100, {});
    QVERIFY(picture.ok());
    QCOMPARE(picture->edges.size(), size_t(3));
    const ReuseOrder order = colourOrder(graph, defaultPartition(graph, 2), *picture, "default", 0);
    QCOMPARE(order.blockOfEdge.size(), size_t(3));
  }

  void neighboursDifferInHue() {
    const TaskGraph graph = mesh(30);
    const auto picture = drawTasks(graph, 100'000, {});
    const ReuseOrder order =
        colourOrder(graph, partitioned(graph, PartitionMethod::expansion), *picture, "expansion", 0.1);
    std::vector<std::set<uint32_t>> blocks(picture->points.size());
    for (size_t e = 0; e < picture->edges.size(); ++e) {
      blocks[picture->edges[e].a].insert(order.blockOfEdge[e]);
      blocks[picture->edges[e].b].insert(order.blockOfEdge[e]);
    }
    size_t meetings = 0, alike = 0;
    for (const auto& at : blocks) {
      for (const uint32_t a : at) {
        for (const uint32_t b : at) {
          if (a < b) ++meetings, alike += order.hueOfBlock[a] == order.hueOfBlock[b];
        }
      }
    }
    QVERIFY(meetings > 50);
    QCOMPARE(alike, size_t(0));
    QCOMPARE(order.labels.size(), size_t(order.blocks));
  }

  void huesCanBeSeen() {
    for (const Theme theme : {Theme::light, Theme::dark, Theme::highContrast}) {
      for (uint8_t hue = 0; hue < blockHues; ++hue) {
        const double contrast = contrastRatio(blockColor(hue, theme), color("surface", theme));
        QVERIFY2(contrast >= 3, qPrintable(QString("hue %1: %2").arg(hue).arg(contrast)));
      }
    }
  }

  void breakEvenIsSaidWithItsReason() {
    const TaskGraph graph = mesh(60);
    const auto picture = drawTasks(graph, 1000, {});
    const Device device = findDevice("H200").value();
    const ReuseOrder before = colourOrder(graph, defaultPartition(graph, 64), *picture, "default", 0);
    const ReuseOrder after =
        colourOrder(graph, partitioned(graph, PartitionMethod::expansion), *picture, "expansion", 0.01);
    QVERIFY(after.quality.cost < before.quality.cost);
    const BreakEven pays = breakEven(before, after, device);
    QVERIFY(pays.pays && pays.launches > 1);
    QVERIFY2(pays.words.find("(estimate: ") != std::string::npos && pays.words.find("H200") != std::string::npos,
             pays.words.c_str());
    QVERIFY(!breakEven(before, before, device).pays);
  }

  void figuresSurviveTheSession() {
    const TaskGraph graph = mesh(20);
    const auto picture = drawTasks(graph, 1000, {});
    ReuseFigure figure{
        "m.mtx", 64, *picture, {colourOrder(graph, defaultPartition(graph, 64), *picture, "default", 0)}, "words"};
    figure.orders.push_back(
        colourOrder(graph, partitioned(graph, PartitionMethod::expansion), *picture, "expansion", 0.5));
    const auto again = reuseFigureFromJson(nlohmann::json::parse(toJson(figure).dump()));
    QVERIFY(again.ok());
    QCOMPARE(again->orders[1].blockOfEdge, figure.orders[1].blockOfEdge);
    QCOMPARE(again->orders[1].quality.cost, figure.orders[1].quality.cost);
    nlohmann::json broken = toJson(figure);
    broken["edges"][0] = 1u << 30;
    QVERIFY(!reuseFigureFromJson(broken).ok());
    broken = toJson(figure);
    broken["orders"][0]["block_of_edge"][0] = 1000;
    QVERIFY(!reuseFigureFromJson(broken).ok());
    // What a session holds comes from a file: the page shows it escaped.
    ReportInput input;
    figure.name = "<script>";
    input.reuseFigure = toJson(figure).dump();
    input.trafficGraph = toJson(paperExample().graph).dump();
    const std::string page = htmlReport(input);
    const size_t ownScript = page.find("<script>");  // sorts and filters the tables
    QVERIFY(page.find("<script", ownScript + 1) == std::string::npos);
    QVERIFY(page.find("&lt;script&gt;") != std::string::npos && page.find("id=reuse") != std::string::npos);
    QVERIFY(page.find("c&lt;k&gt;") != std::string::npos);
    input.reuseFigure = "{}";
    input.trafficGraph = "nonsense";
    QVERIFY(htmlReport(input).find("<svg width=900") == std::string::npos);
  }

  void loadsAreToldInWords() {
    const TrafficSolution solution = paperExample();
    const auto rows = trafficRows(solution);
    QCOMPARE(rows[0].cached, std::string("2 of 3"));
    QCOMPARE(rows[0].reduction, std::string("16.0 M"));
    QCOMPARE(rows[2].reduction, std::string("8.00 M"));
    QVERIFY2(trafficWords(solution).starts_with("Bypass 1 load: saves 8.00 M more than caching all"),
             trafficWords(solution).c_str());
    QCOMPARE(weightText(-2600), std::string("−2,600"));
    TrafficSolution good = solution;
    good.graph.pairs.clear();
    good.graph.loads[2].weight = 1;
    good.heuristic = solveHeuristically(good.graph);
    good.exact = solveExactly(good.graph, {}, {}).value();
    QVERIFY(trafficWords(good).starts_with("Nothing to do"));
  }

  void boxesDoNotOverlap() {
    TrafficSolution solution;
    for (int i = 0; i < 60; ++i) solution.graph.loads.push_back({"load" + std::to_string(i), (i % 7) - 2.0, {}});
    for (uint32_t i = 0; i + 1 < 60; ++i) solution.graph.pairs.push_back({i, i + 1, i % 3 == 0 ? -2.0 : 3.0});
    solution.heuristic = solveHeuristically(solution.graph);
    const TrafficPicture picture = layOutTraffic(solution, 7, 16);
    for (size_t a = 0; a < 60; ++a) {
      for (size_t b = 0; b < a; ++b) {
        const auto &one = picture.boxes[a], &other = picture.boxes[b];
        QVERIFY(std::abs(one.x - other.x) >= (one.width + other.width) / 2 - 1 ||
                std::abs(one.y - other.y) >= (one.height + other.height) / 2 - 1);
      }
    }
    // Cached above, bypassed below.
    const TrafficSolution paper = paperExample();
    const TrafficPicture turned = layOutTraffic(paper, 7, 16);
    QVERIFY(turned.boxes[2].y > turned.boxes[0].y);
    const std::string svg = trafficSvg(paper, turned, pageInk());
    QVERIFY(svg.find("line 7") != std::string::npos && svg.find("c&lt;k&gt;") != std::string::npos);
  }
};

QTEST_APPLESS_MAIN(ReportGraphsTest)
#include "report_graphs_test.moc"
