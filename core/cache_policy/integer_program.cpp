#include "core/cache_policy/integer_program.h"

#include <CbcEventHandler.hpp>
#include <CbcModel.hpp>
#include <CbcSolver.hpp>
#include <CoinPackedMatrix.hpp>
#include <CoinPackedVector.hpp>
#include <OsiClpSolverInterface.hpp>
#include <algorithm>
#include <chrono>
#include <string>

namespace warpwright {
namespace {

/// Ends the search when asked to, or when its time is up (Cbc's own limit does not look during cut generation).
class StopHandler : public CbcEventHandler {
 public:
  StopHandler(std::stop_token stop, std::chrono::steady_clock::time_point deadline) : stop_(stop), deadline_(deadline) {}
  CbcAction event(CbcEvent) override {
    return stop_.stop_requested() || std::chrono::steady_clock::now() > deadline_ ? CbcEventHandler::stop
                                                                                  : CbcEventHandler::noAction;
  }
  CbcEventHandler* clone() const override { return new StopHandler(*this); }

 private:
  std::stop_token stop_;
  std::chrono::steady_clock::time_point deadline_;
};

void loadProgram(const TrafficGraph& graph, OsiClpSolverInterface& solver) {
  const int loads = static_cast<int>(graph.loads.size());
  const int variables = loads + static_cast<int>(graph.pairs.size());
  CoinPackedMatrix matrix(/*colordered=*/false, 0, 0);
  matrix.setDimensions(0, variables);
  std::vector<double> rowLow, rowHigh;
  const double infinity = solver.getInfinity();
  const auto addRow = [&](std::initializer_list<std::pair<int, double>> terms, double low, double high) {
    CoinPackedVector row;
    for (const auto& [column, factor] : terms) row.insert(column, factor);
    matrix.appendRow(row);
    rowLow.push_back(low);
    rowHigh.push_back(high);
  };
  std::vector<double> low(static_cast<size_t>(variables), 0), high(static_cast<size_t>(variables), 1), cost;
  for (const auto& load : graph.loads) cost.push_back(-load.weight);
  for (size_t i = 0; i < graph.pairs.size(); ++i) {
    const auto& pair = graph.pairs[i];
    const int product = loads + static_cast<int>(i), a = static_cast<int>(pair.a), b = static_cast<int>(pair.b);
    cost.push_back(-pair.weight);
    // Of the three inequalities only those can bind that stand against the sign of the weight.
    if (pair.weight > 0) {
      addRow({{product, 1}, {a, -1}}, -infinity, 0);
      addRow({{product, 1}, {b, -1}}, -infinity, 0);
    } else {
      addRow({{product, 1}, {a, -1}, {b, -1}}, -1, infinity);
    }
  }
  solver.loadProblem(matrix, low.data(), high.data(), cost.data(), rowLow.data(), rowHigh.data());
  for (int i = 0; i < loads; ++i) solver.setInteger(i);
}

std::vector<double> pointOf(const TrafficGraph& graph, const std::vector<bool>& cached) {
  std::vector<double> point;
  for (size_t i = 0; i < graph.loads.size(); ++i) point.push_back(cached[i] ? 1 : 0);
  for (const auto& pair : graph.pairs) point.push_back(cached[pair.a] && cached[pair.b] ? 1 : 0);
  return point;
}

}  // namespace

Result<ProgramSolution> solveIntegerProgram(const TrafficGraph& graph, const std::vector<bool>& start, double seconds,
                                            std::stop_token stop) {
  OsiClpSolverInterface solver;
  solver.messageHandler()->setLogLevel(0);
  loadProgram(graph, solver);

  CbcModel model(solver);
  CbcSolverUsefulData data;
  data.noPrinting_ = true;
  CbcMain0(model, data);
  model.setLogLevel(0);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  StopHandler handler(stop, deadline);
  model.passInEventHandler(&handler);
  const std::vector<double> point = pointOf(graph, start);
  const double startReduction = trafficReduction(graph, start);
  model.setBestSolution(point.data(), static_cast<int>(point.size()), -startReduction, /*check=*/true);
  const std::string limit = std::to_string(seconds);
  const char* arguments[] = {"cbc", "-seconds", limit.c_str(), "-log", "0", "-solve", "-quit"};
  CbcMain1(7, arguments, model, [](CbcModel*, int) { return 0; }, data);
  if (stop.stop_requested()) return cancelledError();

  ProgramSolution solution;
  solution.cached = start;
  if (const double* best = model.bestSolution()) {
    std::vector<bool> found(graph.loads.size());
    for (size_t i = 0; i < found.size(); ++i) found[i] = best[i] > 0.5;
    if (trafficReduction(graph, found) > startReduction) solution.cached = found;
  }
  solution.provedBest = model.isProvenOptimal();
  solution.upperBound = std::max(-model.getBestPossibleObjValue(), trafficReduction(graph, solution.cached));
  return solution;
}

}  // namespace warpwright
