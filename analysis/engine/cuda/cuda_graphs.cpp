#include "analysis/engine/cuda/cuda_graphs.h"

#include <algorithm>
#include <cstring>

#include "analysis/engine/cuda/cuda_runtime.h"

/// Graphs of the CUDA runtime: what they hold is done in order when they are launched.
namespace warpwright::engine {

GraphNode* Graph::add(int type, GraphWork work, GraphNode* const* before, size_t count) {
  nodes.push_back(std::make_unique<GraphNode>());
  GraphNode* node = nodes.back().get();
  node->type = type;
  node->work = std::move(work);
  node->at = CudaRuntime::current()->here();
  if (before) node->before.insert(before, before + count);
  return node;
}

std::vector<GraphNode*> Graph::inOrder() const {
  std::vector<GraphNode*> order;
  std::set<const GraphNode*> done;
  while (order.size() < nodes.size()) {
    const auto next = std::find_if(nodes.begin(), nodes.end(), [&](const auto& node) {
      return !done.contains(node.get()) &&
             std::all_of(node->before.begin(), node->before.end(), [&](GraphNode* b) { return done.contains(b); });
    });
    if (next == nodes.end()) return {};
    order.push_back(next->get());
    done.insert(next->get());
  }
  return order;
}

std::vector<GraphProgram::Step> stepsOf(const Graph& graph) {
  std::vector<GraphProgram::Step> steps;
  std::map<const GraphNode*, size_t> numbers;
  for (const GraphNode* node : graph.inOrder()) {
    std::vector<bool> behind(steps.size());
    for (const GraphNode* before : node->before) {
      const size_t number = numbers.at(before);
      behind[number] = true;
      for (size_t i = 0; i < number; ++i) behind[i] = behind[i] || steps[number].behind[i];
    }
    numbers[node] = steps.size();
    steps.push_back({node, node->work, node->type, node->at, std::move(behind)});
  }
  return steps;
}

bool hasBranches(const std::vector<GraphProgram::Step>& steps) {
  return std::any_of(steps.begin(), steps.end(), [](const GraphProgram::Step& step) {
    return std::find(step.behind.begin(), step.behind.end(), false) != step.behind.end();
  });
}

Graph* CudaGraphs::make() {
  auto graph = std::make_unique<Graph>();
  Graph* made = graph.get();
  graphs_[made] = std::move(graph);
  return made;
}
Graph* CudaGraphs::find(const void* graph) const {
  const auto found = graphs_.find(graph);
  return found == graphs_.end() ? nullptr : found->second.get();
}
GraphProgram* CudaGraphs::findProgram(const void* program) const {
  const auto found = programs_.find(program);
  return found == programs_.end() ? nullptr : found->second.get();
}
GraphProgram* CudaGraphs::instantiate(const Graph& graph) {
  auto program = std::make_unique<GraphProgram>();
  program->steps = stepsOf(graph);
  program->memory = graph.memory;
  GraphProgram* made = program.get();
  programs_[made] = std::move(program);
  return made;
}
Graph* CudaGraphs::graphOf(const GraphNode* node) const {
  for (const auto& [handle, graph] : graphs_) {
    for (const auto& other : graph->nodes) {
      if (other.get() == node) return graph.get();
    }
  }
  return nullptr;
}

Graph* CudaGraphs::capturing(const void* stream) const {
  const auto found = capturing_.find(stream);
  return found == capturing_.end() ? nullptr : found->second.graph;
}
GraphNode* CudaGraphs::capture(const void* stream, int type, GraphWork work) {
  Capture& at = capturing_.at(stream);
  GraphNode* node = at.graph->add(type, std::move(work), at.last.data(), at.last.size());
  at.last = {node};
  return node;
}
Graph* CudaGraphs::end(const void* stream) {
  Graph* graph = capturing(stream);
  if (graph) {
    std::erase_if(capturing_, [&](const auto& entry) { return entry.second.graph == graph; });
    std::erase_if(events_, [&](const auto& entry) { return entry.second.graph == graph; });
  }
  return graph;
}
void CudaGraphs::noteEvent(const void* event, const void* stream) {
  if (capturing(stream))
    events_[event] = capturing_.at(stream);
  else
    events_.erase(event);
}
void CudaGraphs::joinStream(const void* stream, const void* event) {
  const auto found = events_.find(event);
  if (found == events_.end()) return;
  Capture& joined = capturing_[stream];
  joined.graph = found->second.graph;
  joined.last.insert(joined.last.end(), found->second.last.begin(), found->second.last.end());
}

int keepLaunch(CudaRuntime& runtime, const void* function, cuda::Dim3 grid, cuda::Dim3 block, uint64_t sharedBytes,
               void** arguments, KeptLaunch& kept) {
  KernelAttributes attributes;
  if (const int code = runtime.attributes(function, attributes); code != cuda::success) return code;
  kept.function = function;
  kept.grid = grid;
  kept.block = block;
  kept.sharedBytes = sharedBytes;
  kept.values.clear();
  kept.pointers.clear();
  for (size_t i = 0; i < attributes.parameterSizes.size(); ++i) {
    if (!arguments || !arguments[i]) return cuda::invalidValue;
    const char* value = static_cast<const char*>(arguments[i]);
    kept.values.emplace_back(value, value + attributes.parameterSizes[i]);
  }
  for (std::vector<char>& value : kept.values) kept.pointers.push_back(value.data());
  return cuda::success;
}

int KeptLaunch::launch(CudaRuntime& runtime) const {
  std::vector<void*> arguments;
  for (const std::vector<char>& value : values) arguments.push_back(const_cast<char*>(value.data()));
  return runtime.launch(function, grid, block, arguments.data(), sharedBytes, cooperative);
}

int CudaRuntime::onStream(const void* stream, GraphWork work) {
  if (!knowsStream(stream)) return cuda::invalidResourceHandle;
  if (!graphs_.capturing(stream)) return inOrder(stream, [&] { return work(*this); });
  graphs_.capture(stream, 5, std::move(work));
  return cuda::success;
}

int CudaRuntime::launchOnStream(const void* stream, KeptLaunch kept) {
  if (!knowsStream(stream)) return cuda::invalidResourceHandle;
  if (!graphs_.capturing(stream)) return showPrinted(), inOrder(stream, [&] { return kept.launch(*this); });
  auto launch = std::make_shared<KeptLaunch>(std::move(kept));
  graphs_.capture(stream, 0, [launch](CudaRuntime& r) { return launch->launch(r); })->kernel = launch;
  return cuda::success;
}

}  // namespace warpwright::engine
