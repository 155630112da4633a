// warpwright cache-policy --graph TRG.json: which loads to cache in L1 and which to send past it.

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/cache_policy/solve.h"

namespace warpwright::cli {
namespace {

struct Options {
  OutputOptions output;
  std::string graph, method = "both";
  std::string file, kernel, device;
  double timeLimit = 30;
};

std::vector<std::string> namesOf(const TrafficGraph& graph, const CachePolicy& policy, bool cached) {
  std::vector<std::string> names;
  for (size_t i = 0; i < graph.loads.size(); ++i) {
    if (policy.cached[i] == cached) names.push_back(graph.loads[i].id);
  }
  return names;
}

nlohmann::json toJson(const TrafficGraph& graph, const CachePolicy& policy) {
  return {{"cached", namesOf(graph, policy, true)}, {"bypassed", namesOf(graph, policy, false)},
          {"reduction", policy.reduction},          {"proved_best", policy.provedBest},
          {"solver", policy.method},                {"seconds", policy.seconds}};
}

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

void print(const char* method, const TrafficGraph& graph, const CachePolicy& policy) {
  std::printf("%s: traffic to L2 falls by %.6g bytes%s\n  cached    %s\n  bypassed  %s\n", method, policy.reduction,
              policy.provedBest ? ", proved best" : "", joined(namesOf(graph, policy, true)).c_str(),
              joined(namesOf(graph, policy, false)).c_str());
}

int cachePolicyCommand(const Options& options, const Invocation& invocation) {
  if (options.graph.empty()) {
    const std::string message = options.file.empty() ? "Say what to solve: --graph TRG.json."
                                                     : "Loads of a program cannot be weighed yet. Write their graph by hand "
                                                       "and give it with --graph TRG.json.";
    return fail({ErrorKind::usage, message, {}});
  }
  Result<TrafficGraph> graph = readTrafficGraph(options.graph);
  if (!graph.ok()) return fail(graph.error());
  nlohmann::json answer{{"schema", "warpwright.cache-policy/1"}};
  std::vector<std::pair<const char*, CachePolicy>> solved;
  if (options.method != "heuristic") {
    Result<CachePolicy> exact = solveExactly(*graph, {.seconds = options.timeLimit}, invocation.stop);
    if (!exact.ok()) return fail(exact.error());
    solved.emplace_back("exact", *std::move(exact));
  }
  if (options.method != "exact") solved.emplace_back("heuristic", solveHeuristically(*graph));

  for (const auto& [method, policy] : solved) {
    answer[method] = toJson(*graph, policy);
    if (!options.output.isJson()) print(method, *graph, policy);
  }
  if (solved.size() == 2) {
    const double gap = solved[0].second.reduction - solved[1].second.reduction;
    answer["gap"] = gap;
    if (!options.output.isJson()) std::printf("The heuristic leaves %.6g bytes.\n", gap);
  }
  if (options.output.isJson()) std::cout << answer.dump(2) << '\n';
  return exitDone;
}

}  // namespace

Action addCachePolicyCommand(CLI::App& app) {
  auto options = std::make_shared<Options>();
  addOutputOptions(app, options->output);
  app.add_option("FILE", options->file, "A CUDA file whose loads to weigh (not there yet)");
  app.add_option("--kernel", options->kernel, "Its kernel");
  app.add_option("--device", options->device, "The GPU whose L1 cache it is");
  app.add_option("--graph", options->graph, "Traffic-reduction graph: {\"loads\": […], \"pairs\": […]}");
  app.add_option("--method", options->method, "exact, heuristic or both")
      ->check(CLI::IsMember({"exact", "heuristic", "both"}));
  app.add_option("--time-limit", options->timeLimit, "Seconds the exact solver may take");
  return [options](const Invocation& invocation) { return cachePolicyCommand(*options, invocation); };
}

}  // namespace warpwright::cli
