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
  for (const GraphNode* node : graph.inOrder()) program->steps.push_back({node, node->work});
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
  return found == capturing_.end() ? nullptr : found->second;
}
Graph* CudaGraphs::end(const void* stream) {
  Graph* graph = capturing(stream);
  if (graph) {
    std::erase_if(capturing_, [&](const auto& entry) { return entry.second == graph; });
    std::erase_if(events_, [&](const auto& entry) { return entry.second == graph; });
  }
  return graph;
}
void CudaGraphs::noteEvent(const void* event, const void* stream) {
  if (Graph* graph = capturing(stream))
    events_[event] = graph;
  else
    events_.erase(event);
}
void CudaGraphs::joinStream(const void* stream, const void* event) {
  const auto found = events_.find(event);
  if (found != events_.end()) capturing_[stream] = found->second;
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
  Graph* graph = graphs_.capturing(stream);
  if (!graph) return inOrder(stream, [&] { return work(*this); });
  // One behind another: what runs side by side on a GPU may run in any order.
  GraphNode* last = graph->nodes.empty() ? nullptr : graph->nodes.back().get();
  graph->add(5, std::move(work), &last, last ? 1 : 0);
  return cuda::success;
}

int CudaRuntime::launchOnStream(const void* stream, KeptLaunch kept) {
  if (!knowsStream(stream)) return cuda::invalidResourceHandle;
  Graph* graph = graphs_.capturing(stream);
  if (!graph) return inOrder(stream, [&] { return kept.launch(*this); });
  auto launch = std::make_shared<KeptLaunch>(std::move(kept));
  GraphNode* last = graph->nodes.empty() ? nullptr : graph->nodes.back().get();
  GraphNode* node = graph->add(0, [launch](CudaRuntime& r) { return launch->launch(r); }, &last, last ? 1 : 0);
  node->kernel = launch;
  return cuda::success;
}

}  // namespace warpwright::engine
