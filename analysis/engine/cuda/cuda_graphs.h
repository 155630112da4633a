#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analysis/engine/cuda/cuda_types.h"
#include "core/base/source_range.h"

namespace warpwright::engine {

class CudaRuntime;

namespace cuda {

/// cudaKernelNodeParams
struct KernelNode {
  const void* function;
  Dim3 grid, block;
  unsigned sharedBytes;
  void** arguments;
  void** extra;
};
/// cudaMemsetParams
struct FillNode {
  void* target;
  size_t pitch;
  unsigned value, elementSize;
  size_t width, height;
};
/// cudaHostNodeParams
struct HostNode {
  void (*function)(void*);
  void* data;
};

}  // namespace cuda

/// Something a graph does when it is launched; the runtime's error code comes back.
using GraphWork = std::function<int(CudaRuntime&)>;

/// A launch with the values that its arguments had when it was put down.
struct KeptLaunch {
  const void* function = nullptr;
  cuda::Dim3 grid, block;
  uint64_t sharedBytes = 0;
  bool cooperative = false;
  std::vector<std::vector<char>> values;
  std::vector<void*> pointers;  ///< to `values`, for those who ask what the arguments are

  int launch(CudaRuntime& runtime) const;
};
/// Errors: not a kernel of the program, no arguments where it takes some.
int keepLaunch(CudaRuntime& runtime, const void* function, cuda::Dim3 grid, cuda::Dim3 block, uint64_t sharedBytes,
               void** arguments, KeptLaunch& kept);

struct GraphNode {
  int type = 5;                        ///< cudaGraphNodeType
  GraphWork work;                      ///< empty: nothing to do
  std::shared_ptr<KeptLaunch> kernel;  ///< of kernel nodes, what `work` does
  std::set<GraphNode*> before;
  SourcePosition at;  ///< where the program added it
};

struct Graph {
  std::vector<std::unique_ptr<GraphNode>> nodes;  ///< in the order they were added
  /// What its nodes give back: it is there until the graph and all programs made of it are gone.
  std::shared_ptr<std::vector<void*>> memory = std::make_shared<std::vector<void*>>();

  GraphNode* add(int type, GraphWork work, GraphNode* const* before, size_t count);
  /// Each node behind those that it waits for, otherwise in the order of adding. Empty: they wait for each other.
  std::vector<GraphNode*> inOrder() const;
};

/// A graph made ready: what it does, one after another.
struct GraphProgram {
  struct Step {
    const GraphNode* node = nullptr;
    GraphWork work;
    int type = 5;
    SourcePosition at;
    std::vector<bool> behind;  ///< of the steps before it: whether it waits for them
  };
  std::vector<Step> steps;
  std::shared_ptr<std::vector<void*>> memory;  ///< of the graph
};

/// What the nodes of a graph do. Empty: they wait for each other.
std::vector<GraphProgram::Step> stepsOf(const Graph& graph);
/// Do any two of the steps not wait for each other?
bool hasBranches(const std::vector<GraphProgram::Step>& steps);

/// Graphs of the CUDA runtime, and streams whose work goes into one.
class CudaGraphs {
 public:
  Graph* make();
  Graph* find(const void* graph) const;
  void remove(const void* graph) { graphs_.erase(graph); }
  GraphProgram* findProgram(const void* program) const;
  GraphProgram* instantiate(const Graph& graph);
  void removeProgram(const void* program) { programs_.erase(program); }
  Graph* graphOf(const GraphNode* node) const;

  void begin(const void* stream, Graph* into) { capturing_[stream] = {into, {}}; }
  /// Null: the stream's work is done at once.
  Graph* capturing(const void* stream) const;
  /// A node behind what the stream has done and waited for so far. Requires: it is captured.
  GraphNode* capture(const void* stream, int type, GraphWork work);
  /// Ends the capture with all streams that joined it.
  Graph* end(const void* stream);
  void noteEvent(const void* event, const void* stream);
  void joinStream(const void* stream, const void* event);

 private:
  std::map<const void*, std::unique_ptr<Graph>> graphs_;
  std::map<const void*, std::unique_ptr<GraphProgram>> programs_;
  /// Where a stream stands that is captured, or stood when an event was recorded.
  struct Capture {
    Graph* graph = nullptr;
    std::vector<GraphNode*> last;  ///< that its next node waits for
  };
  std::map<const void*, Capture> capturing_, events_;
};

}  // namespace warpwright::engine
