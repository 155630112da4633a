#include "core/model/cache_policy/integer_program.h"

#include <glpk.h>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <memory>
#include <utility>

namespace warpwright {
namespace {

using Problem = std::unique_ptr<glp_prob, decltype([](glp_prob* problem) { glp_delete_prob(problem); })>;

/// Maximises the traffic saved: a 0-1 column a load, then a column a pair.
Problem makeProblem(const TrafficGraph& graph) {
  Problem problem(glp_create_prob());
  glp_set_obj_dir(problem.get(), GLP_MAX);
  const int loads = static_cast<int>(graph.loads.size()), pairs = static_cast<int>(graph.pairs.size());
  glp_add_cols(problem.get(), loads + pairs);
  for (int i = 0; i < loads; ++i) {
    glp_set_col_kind(problem.get(), i + 1, GLP_BV);
    glp_set_obj_coef(problem.get(), i + 1, graph.loads[static_cast<size_t>(i)].weight);
  }
  const auto addRow = [&](std::initializer_list<std::pair<int, double>> terms, double most) {
    std::vector<int> columns{0};
    std::vector<double> factors{0};
    for (const auto& [column, factor] : terms) {
      columns.push_back(column);
      factors.push_back(factor);
    }
    const int row = glp_add_rows(problem.get(), 1);
    glp_set_row_bnds(problem.get(), row, GLP_UP, 0, most);
    glp_set_mat_row(problem.get(), row, static_cast<int>(terms.size()), columns.data(), factors.data());
  };
  for (int i = 0; i < pairs; ++i) {
    const auto& pair = graph.pairs[static_cast<size_t>(i)];
    const int product = loads + i + 1, a = static_cast<int>(pair.a) + 1, b = static_cast<int>(pair.b) + 1;
    glp_set_col_bnds(problem.get(), product, GLP_DB, 0, 1);
    glp_set_obj_coef(problem.get(), product, pair.weight);
    // Of the three inequalities only those can bind that stand against the sign of the weight.
    if (pair.weight > 0) {
      addRow({{product, 1}, {a, -1}}, 0);
      addRow({{product, 1}, {b, -1}}, 0);
    } else {
      addRow({{a, 1}, {b, 1}, {product, -1}}, 1);
    }
  }
  return problem;
}

/// What the search is told while it runs.
struct Search {
  const TrafficGraph& graph;
  const std::vector<bool>& start;
  std::stop_token stop;
  std::chrono::steady_clock::time_point deadline;
  double bound = 0;      ///< no choice is better; valid once a node was looked at
  bool isGiven = false;  ///< the search knows `start`
};

std::vector<double> pointOf(const TrafficGraph& graph, const std::vector<bool>& cached) {
  std::vector<double> point{0};
  for (size_t i = 0; i < graph.loads.size(); ++i) point.push_back(cached[i] ? 1 : 0);
  for (const auto& pair : graph.pairs) point.push_back(cached[pair.a] && cached[pair.b] ? 1 : 0);
  return point;
}

void look(glp_tree* tree, void* info) {
  Search& search = *static_cast<Search*>(info);
  if (const int best = glp_ios_best_node(tree); best != 0) search.bound = glp_ios_node_bound(tree, best);
  if (glp_ios_reason(tree) == GLP_IHEUR && !search.isGiven) {
    glp_ios_heur_sol(tree, pointOf(search.graph, search.start).data());
    search.isGiven = true;
  }
  if (search.stop.stop_requested() || std::chrono::steady_clock::now() > search.deadline) glp_ios_terminate(tree);
}

}  // namespace

Result<ProgramSolution> solveIntegerProgram(const TrafficGraph& graph, const std::vector<bool>& start, double seconds,
                                            std::stop_token stop) {
  const auto begin = std::chrono::steady_clock::now();
  glp_term_out(GLP_OFF);
  const Problem problem = makeProblem(graph);
  const double startReduction = trafficReduction(graph, start);
  ProgramSolution solution;
  solution.cached = start;
  solution.upperBound = startReduction;
  for (const auto& load : graph.loads) solution.upperBound += std::max(0.0, load.weight);
  for (const auto& pair : graph.pairs) solution.upperBound += std::max(0.0, pair.weight);

  const auto milliseconds = std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  glp_smcp relaxation;
  glp_init_smcp(&relaxation);
  relaxation.tm_lim = static_cast<int>(milliseconds.count());
  if (glp_simplex(problem.get(), &relaxation) != 0) return solution;
  solution.upperBound = glp_get_obj_val(problem.get());

  Search search{graph, start, stop, begin + milliseconds, solution.upperBound};
  glp_iocp how;
  glp_init_iocp(&how);
  how.mir_cuts = how.gmi_cuts = how.cov_cuts = how.clq_cuts = GLP_ON;
  how.bt_tech = GLP_BT_BPH;
  how.br_tech = GLP_BR_PCH;
  how.cb_func = look;
  how.cb_info = &search;
  const int ended = glp_intopt(problem.get(), &how);
  if (stop.stop_requested()) return cancelledError();

  const int status = glp_mip_status(problem.get());
  if (status == GLP_OPT || status == GLP_FEAS) {
    std::vector<bool> found(graph.loads.size());
    for (size_t i = 0; i < found.size(); ++i) found[i] = glp_mip_col_val(problem.get(), static_cast<int>(i) + 1) > 0.5;
    if (trafficReduction(graph, found) > startReduction) solution.cached = found;
  }
  solution.provedBest = ended == 0 && status == GLP_OPT;
  const double reached = trafficReduction(graph, solution.cached);
  solution.upperBound = solution.provedBest ? reached : std::max(search.bound, reached);
  return solution;
}

}  // namespace warpwright
