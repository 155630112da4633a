#include <algorithm>
#include <cstring>

#include "analysis/engine/cuda/cuda_graphs.h"
#include "analysis/engine/cuda/cuda_runtime.h"

/// Graphs as programs call the CUDA runtime for them.
namespace warpwright::engine {
namespace {

enum NodeType : int {
  kernelNode = 0,
  copyNode = 1,
  fillNode = 2,
  hostNode = 3,
  childNode = 4,
  emptyNode = 5,
  waitNode = 6,
  recordNode = 7,
  allocateNode = 10,
  freeNode = 11
};

template <typename Call>
int enter(Call call) {
  return CudaRuntime::current()->enter(call);
}

/// Adds a node to a graph of the program.
int addNode(CudaRuntime& r, GraphNode** node, void* graph, GraphNode* const* before, size_t count, int type,
            GraphWork work) {
  Graph* found = r.graphs().find(graph);
  if (!node || !found || (count != 0 && !before)) return cuda::invalidValue;
  *node = found->add(type, std::move(work), before, count);
  return cuda::success;
}

int cudaGraphCreate(void** graph, unsigned) {
  return enter([&](CudaRuntime& r) -> int {
    if (!graph) return cuda::invalidValue;
    *graph = r.graphs().make();
    return cuda::success;
  });
}
/// Frees what a graph gave back, with the last that could use it.
void releaseLast(CudaRuntime& r, const std::shared_ptr<std::vector<void*>>& memory) {
  constexpr long onlyHere = 1;
  if (memory.use_count() != onlyHere) return;
  for (void* pointer : *memory) r.release(pointer);
}
int cudaGraphDestroy(void* graph) {
  return enter([&](CudaRuntime& r) -> int {
    const Graph* found = r.graphs().find(graph);
    if (!found) return cuda::invalidValue;
    const auto memory = found->memory;
    r.graphs().remove(graph);
    releaseLast(r, memory);
    return cuda::success;
  });
}

/// Keeps a launch as the parameters of a node describe it.
int launchOf(CudaRuntime& r, const cuda::KernelNode* p, std::shared_ptr<KeptLaunch>& kept) {
  if (!p || p->extra) return p ? cuda::notSupported : cuda::invalidValue;
  kept = std::make_shared<KeptLaunch>();
  return keepLaunch(r, p->function, p->grid, p->block, p->sharedBytes, p->arguments, *kept);
}
GraphWork workOf(std::shared_ptr<KeptLaunch> kept) {
  return [kept = std::move(kept)](CudaRuntime& r) { return kept->launch(r); };
}
int cudaGraphAddKernelNode(GraphNode** node, void* graph, GraphNode* const* before, size_t count,
                           const cuda::KernelNode* p) {
  return enter([&](CudaRuntime& r) -> int {
    std::shared_ptr<KeptLaunch> kept;
    if (const int code = launchOf(r, p, kept); code != cuda::success) return code;
    const int code = addNode(r, node, graph, before, count, kernelNode, workOf(kept));
    if (code == cuda::success) (*node)->kernel = kept;
    return code;
  });
}
int cudaGraphKernelNodeGetParams(GraphNode* node, cuda::KernelNode* p) {
  return enter([&](CudaRuntime& r) -> int {
    if (!p || !r.graphs().graphOf(node) || !node->kernel) return cuda::invalidValue;
    const KeptLaunch& kept = *node->kernel;
    *p = {kept.function,
          kept.grid,
          kept.block,
          static_cast<unsigned>(kept.sharedBytes),
          const_cast<void**>(kept.pointers.data()),
          nullptr};
    return cuda::success;
  });
}
int cudaGraphKernelNodeSetParams(GraphNode* node, const cuda::KernelNode* p) {
  return enter([&](CudaRuntime& r) -> int {
    if (!r.graphs().graphOf(node) || !node->kernel) return cuda::invalidValue;
    std::shared_ptr<KeptLaunch> kept;
    if (const int code = launchOf(r, p, kept); code != cuda::success) return code;
    node->kernel = kept;
    node->work = workOf(std::move(kept));
    return cuda::success;
  });
}
int cudaGraphExecKernelNodeSetParams(void* program, const GraphNode* node, const cuda::KernelNode* p) {
  return enter([&](CudaRuntime& r) -> int {
    GraphProgram* found = r.graphs().findProgram(program);
    if (!found) return cuda::invalidValue;
    for (GraphProgram::Step& step : found->steps) {
      if (step.node != node) continue;
      std::shared_ptr<KeptLaunch> kept;
      if (const int code = launchOf(r, p, kept); code != cuda::success) return code;
      step.work = workOf(std::move(kept));
      return cuda::success;
    }
    return cuda::invalidValue;
  });
}
int cudaGraphAddMemcpyNode(GraphNode** node, void* graph, GraphNode* const* before, size_t count,
                           const cuda::CopyParameters3D* p) {
  return enter([&](CudaRuntime& r) -> int {
    if (!p) return cuda::invalidValue;
    return addNode(r, node, graph, before, count, copyNode,
                   [copy = *p](CudaRuntime& run) { return run.copyVolume(copy); });
  });
}
int cudaGraphAddMemcpyNode1D(GraphNode** node, void* graph, GraphNode* const* before, size_t count, void* target,
                             const void* source, size_t bytes, int kind) {
  return enter([&](CudaRuntime& r) -> int {
    return addNode(r, node, graph, before, count, copyNode,
                   [=](CudaRuntime& run) { return run.copy(target, source, bytes, kind); });
  });
}
int fill(CudaRuntime& r, const cuda::FillNode& p) {
  std::vector<char> row(p.width * p.elementSize);
  for (size_t i = 0; i < row.size(); i += p.elementSize) std::memcpy(&row[i], &p.value, p.elementSize);
  const size_t rows = std::max<size_t>(p.height, 1);
  const size_t pitch = rows == 1 ? row.size() : p.pitch;
  for (size_t y = 0; y < rows; ++y) {
    const int code = r.copy(static_cast<char*>(p.target) + y * pitch, row.data(), row.size(), cuda::hostToDevice);
    if (code != cuda::success) return code;
  }
  return cuda::success;
}
int cudaGraphAddMemsetNode(GraphNode** node, void* graph, GraphNode* const* before, size_t count,
                           const cuda::FillNode* p) {
  return enter([&](CudaRuntime& r) -> int {
    if (!p || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4)) return cuda::invalidValue;
    return addNode(r, node, graph, before, count, fillNode, [p = *p](CudaRuntime& run) { return fill(run, p); });
  });
}
int cudaGraphAddHostNode(GraphNode** node, void* graph, GraphNode* const* before, size_t count,
                         const cuda::HostNode* p) {
  return enter([&](CudaRuntime& r) -> int {
    if (!p || !p->function) return cuda::invalidValue;
    return addNode(r, node, graph, before, count, hostNode, [p = *p](CudaRuntime& run) -> int {
      run.showPrinted();
      p.function(p.data);
      return cuda::success;
    });
  });
}
int cudaGraphAddEmptyNode(GraphNode** node, void* graph, GraphNode* const* before, size_t count) {
  return enter([&](CudaRuntime& r) -> int { return addNode(r, node, graph, before, count, emptyNode, {}); });
}
int cudaGraphAddEventRecordNode(GraphNode** node, void* graph, GraphNode* const* before, size_t count, void* event) {
  return enter([&](CudaRuntime& r) -> int {
    return addNode(r, node, graph, before, count, recordNode, [event](CudaRuntime& run) -> int {
      run.events()[event] = std::chrono::steady_clock::now();
      run.order().record(event);
      return cuda::success;
    });
  });
}
int cudaGraphAddEventWaitNode(GraphNode** node, void* graph, GraphNode* const* before, size_t count, void*) {
  return enter([&](CudaRuntime& r) -> int { return addNode(r, node, graph, before, count, waitNode, {}); });
}
/// As messages call a node that is no kernel.
const char* nameOf(int type) {
  switch (type) {
    case copyNode:
      return "a copy node";
    case fillNode:
      return "a memset node";
    case childNode:
      return "a child graph";
    default:
      return "a node";
  }
}

int runAll(CudaRuntime& r, const std::vector<GraphProgram::Step>& steps) {
  const bool compares = r.order().footprint() != nullptr && hasBranches(steps);
  if (compares) r.order().beginParts();
  int code = cuda::success;
  for (const GraphProgram::Step& step : steps) {
    if (compares) r.order().beginPart({nameOf(step.type), "", step.at}, step.behind);
    if (step.work) code = step.work(r);
    if (compares) r.order().endPart();
    if (code != cuda::success) break;
  }
  if (compares) r.order().endParts();
  return code;
}
int cudaGraphAddChildGraphNode(GraphNode** node, void* graph, GraphNode* const* before, size_t count, void* child) {
  return enter([&](CudaRuntime& r) -> int {
    const Graph* inner = r.graphs().find(child);
    if (!inner) return cuda::invalidValue;
    std::vector<GraphProgram::Step> steps = stepsOf(*inner);
    return addNode(r, node, graph, before, count, childNode,
                   [steps = std::move(steps), memory = inner->memory](CudaRuntime& run) { return runAll(run, steps); });
  });
}
int cudaGraphAddDependencies(void* graph, GraphNode* const* from, GraphNode* const* to, size_t count) {
  return enter([&](CudaRuntime& r) -> int {
    const Graph* found = r.graphs().find(graph);
    if (!found) return cuda::invalidValue;
    for (size_t i = 0; i < count; ++i) {
      if (r.graphs().graphOf(from[i]) != found || r.graphs().graphOf(to[i]) != found) return cuda::invalidValue;
      to[i]->before.insert(from[i]);
    }
    return cuda::success;
  });
}
int giveNodes(const Graph* graph, GraphNode** nodes, size_t* count, bool onlyRoots) {
  if (!graph || !count) return cuda::invalidValue;
  size_t found = 0;
  for (const auto& node : graph->nodes) {
    if (onlyRoots && !node->before.empty()) continue;
    if (nodes && found < *count) nodes[found] = node.get();
    ++found;
  }
  *count = nodes ? std::min(*count, found) : found;
  return cuda::success;
}
int cudaGraphGetNodes(void* graph, GraphNode** nodes, size_t* count) {
  return enter([&](CudaRuntime& r) { return giveNodes(r.graphs().find(graph), nodes, count, false); });
}
int cudaGraphGetRootNodes(void* graph, GraphNode** nodes, size_t* count) {
  return enter([&](CudaRuntime& r) { return giveNodes(r.graphs().find(graph), nodes, count, true); });
}
int cudaGraphNodeGetType(const GraphNode* node, int* type) {
  return enter([&](CudaRuntime& r) -> int {
    if (!type || !r.graphs().graphOf(node)) return cuda::invalidValue;
    *type = node->type;
    return cuda::success;
  });
}
int cudaGraphClone(void** clone, void* original) {
  return enter([&](CudaRuntime& r) -> int {
    const Graph* from = r.graphs().find(original);
    if (!clone || !from) return cuda::invalidValue;
    Graph* made = r.graphs().make();
    made->memory = from->memory;
    std::map<const GraphNode*, GraphNode*> copies;
    for (const auto& node : from->nodes) {
      GraphNode* copy = copies[node.get()] = made->add(node->type, node->work, nullptr, 0);
      copy->kernel = node->kernel;
      copy->at = node->at;
    }
    for (const auto& node : from->nodes) {
      for (const GraphNode* before : node->before) copies[node.get()]->before.insert(copies[before]);
    }
    *clone = made;
    return cuda::success;
  });
}
int cudaGraphInstantiate(void** program, void* graph, unsigned long long) {
  return enter([&](CudaRuntime& r) -> int {
    const Graph* found = r.graphs().find(graph);
    if (!program || !found || (found->inOrder().empty() && !found->nodes.empty())) return cuda::invalidValue;
    GraphProgram* made = r.graphs().instantiate(*found);
    if (hasBranches(made->steps)) r.order().watch();
    *program = made;
    return cuda::success;
  });
}
int cudaGraphExecDestroy(void* program) {
  return enter([&](CudaRuntime& r) -> int {
    const GraphProgram* found = r.graphs().findProgram(program);
    if (!found) return cuda::invalidValue;
    const auto memory = found->memory;
    r.graphs().removeProgram(program);
    releaseLast(r, memory);
    return cuda::success;
  });
}
/// What a graph that has been changed does, in place of what it did; `result` 0: done.
int cudaGraphExecUpdate(void* program, void* graph, void* result) {
  return enter([&](CudaRuntime& r) -> int {
    GraphProgram* found = r.graphs().findProgram(program);
    const Graph* from = r.graphs().find(graph);
    if (!found || !from) return cuda::invalidValue;
    const std::vector<GraphNode*> order = from->inOrder();
    constexpr int updateFailure = 910;
    if (order.size() != found->steps.size()) return updateFailure;
    for (size_t i = 0; i < order.size(); ++i) found->steps[i].work = order[i]->work;
    if (result) std::memset(result, 0, sizeof(int));
    return cuda::success;
  });
}
int cudaGraphLaunch(void* program, void* stream) {
  return enter([&](CudaRuntime& r) -> int {
    const GraphProgram* found = r.graphs().findProgram(program);
    if (!found) return cuda::invalidValue;
    return r.onStream(stream, [steps = found->steps](CudaRuntime& run) { return runAll(run, steps); });
  });
}
int cudaGraphUpload(void* program, void*) {
  return enter(
      [&](CudaRuntime& r) -> int { return r.graphs().findProgram(program) ? cuda::success : cuda::invalidValue; });
}

int cudaStreamBeginCapture(void* stream, int) {
  return enter([&](CudaRuntime& r) -> int {
    constexpr int captureUnsupported = 900, illegalState = 401;
    if (!r.knowsStream(stream)) return cuda::invalidResourceHandle;
    if (!stream) return captureUnsupported;
    if (r.graphs().capturing(stream)) return illegalState;
    r.graphs().begin(stream, r.graphs().make());
    return cuda::success;
  });
}
int cudaStreamEndCapture(void* stream, void** graph) {
  return enter([&](CudaRuntime& r) -> int {
    constexpr int illegalState = 401;
    Graph* captured = r.graphs().end(stream);
    if (!captured || !graph) return illegalState;
    *graph = captured;
    return cuda::success;
  });
}
int cudaStreamIsCapturing(void* stream, int* status) {
  return enter([&](CudaRuntime& r) -> int {
    if (!status || !r.knowsStream(stream)) return cuda::invalidValue;
    *status = r.graphs().capturing(stream) ? 1 : 0;
    return cuda::success;
  });
}

/// The parts of cudaMemAllocNodeParams that are used.
struct AllocationNode {
  char pool[88];
  const void* access;
  size_t accessCount, bytes;
  void* pointer;
};
int cudaGraphAddMemAllocNode(GraphNode** node, void* graph, GraphNode* const* before, size_t count, AllocationNode* p) {
  return enter([&](CudaRuntime& r) -> int {
    Graph* found = r.graphs().find(graph);
    if (!p || !found) return cuda::invalidValue;
    // There from now on: nobody may use it before the node has run. Who frees it outside has it again in the next run.
    if (const int code = r.allocate(&p->pointer, p->bytes, CudaRuntime::MemoryKind::device); code != cuda::success)
      return code;
    return addNode(r, node, graph, before, count, allocateNode,
                   [pointer = p->pointer](CudaRuntime& run) { return run.allocateAgain(pointer); });
  });
}
int cudaGraphAddMemFreeNode(GraphNode** node, void* graph, GraphNode* const* before, size_t count, void* pointer) {
  return enter([&](CudaRuntime& r) -> int {
    const int code = addNode(r, node, graph, before, count, freeNode, {});
    if (code == cuda::success) r.graphs().find(graph)->memory->push_back(pointer);
    return code;
  });
}

}  // namespace

void addGraphSymbols(HostProgram::Symbols& symbols) {
#define WARPWRIGHT_SYMBOL(name) symbols[#name] = reinterpret_cast<void*>(&name)
  WARPWRIGHT_SYMBOL(cudaGraphCreate);
  WARPWRIGHT_SYMBOL(cudaGraphDestroy);
  WARPWRIGHT_SYMBOL(cudaGraphAddKernelNode);
  WARPWRIGHT_SYMBOL(cudaGraphKernelNodeGetParams);
  WARPWRIGHT_SYMBOL(cudaGraphKernelNodeSetParams);
  WARPWRIGHT_SYMBOL(cudaGraphExecKernelNodeSetParams);
  WARPWRIGHT_SYMBOL(cudaGraphAddMemcpyNode);
  WARPWRIGHT_SYMBOL(cudaGraphAddMemcpyNode1D);
  WARPWRIGHT_SYMBOL(cudaGraphAddMemsetNode);
  WARPWRIGHT_SYMBOL(cudaGraphAddHostNode);
  WARPWRIGHT_SYMBOL(cudaGraphAddEmptyNode);
  WARPWRIGHT_SYMBOL(cudaGraphAddEventRecordNode);
  WARPWRIGHT_SYMBOL(cudaGraphAddEventWaitNode);
  WARPWRIGHT_SYMBOL(cudaGraphAddChildGraphNode);
  WARPWRIGHT_SYMBOL(cudaGraphAddMemAllocNode);
  WARPWRIGHT_SYMBOL(cudaGraphAddMemFreeNode);
  WARPWRIGHT_SYMBOL(cudaGraphAddDependencies);
  WARPWRIGHT_SYMBOL(cudaGraphGetNodes);
  WARPWRIGHT_SYMBOL(cudaGraphGetRootNodes);
  WARPWRIGHT_SYMBOL(cudaGraphNodeGetType);
  WARPWRIGHT_SYMBOL(cudaGraphClone);
  WARPWRIGHT_SYMBOL(cudaGraphInstantiate);
  WARPWRIGHT_SYMBOL(cudaGraphExecDestroy);
  WARPWRIGHT_SYMBOL(cudaGraphExecUpdate);
  WARPWRIGHT_SYMBOL(cudaGraphLaunch);
  WARPWRIGHT_SYMBOL(cudaGraphUpload);
  WARPWRIGHT_SYMBOL(cudaStreamBeginCapture);
  WARPWRIGHT_SYMBOL(cudaStreamEndCapture);
  WARPWRIGHT_SYMBOL(cudaStreamIsCapturing);
#undef WARPWRIGHT_SYMBOL
  symbols["cudaGraphInstantiateWithFlags"] = symbols["cudaGraphInstantiate"];
}

}  // namespace warpwright::engine
