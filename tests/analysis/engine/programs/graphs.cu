#include "check.h"

__global__ void add(int* data, int value) { data[threadIdx.x] += value; }
__global__ void scale(int* data, int value) { data[threadIdx.x] *= value; }

static void captured() {
  int* data = onDevice(std::vector<int>(32, 1));
  std::vector<int> host(32);
  cudaStream_t stream, side;
  cudaEvent_t fork, join;
  CUDA(cudaStreamCreate(&stream));
  CUDA(cudaStreamCreate(&side));
  CUDA(cudaEventCreate(&fork));
  CUDA(cudaEventCreate(&join));
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  int value = 3;
  add<<<1, 32, 0, stream>>>(data, value);
  value = 100;  // the launch keeps what it was given
  CUDA(cudaEventRecord(fork, stream));
  CUDA(cudaStreamWaitEvent(side, fork, 0));
  scale<<<1, 32, 0, side>>>(data, 2);
  CUDA(cudaEventRecord(join, side));
  CUDA(cudaStreamWaitEvent(stream, join, 0));
  CUDA(cudaMemcpyAsync(host.data(), data, 128, cudaMemcpyDeviceToHost, stream));
  cudaStreamCaptureStatus status;
  CUDA(cudaStreamIsCapturing(stream, &status));
  CHECK(status == cudaStreamCaptureStatusActive);
  cudaGraph_t graph;
  CUDA(cudaStreamEndCapture(stream, &graph));
  CHECK(fromDevice(data, 1)[0] == 1);  // nothing has run yet
  size_t nodes = 0;
  CUDA(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(nodes >= 3);
  cudaGraphExec_t exec;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphLaunch(exec, stream));
  CHECK(host[5] == 8);
  CUDA(cudaGraphLaunch(exec, stream));
  CHECK(host[31] == 22);
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
  add<<<1, 32, 0, side>>>(data, 1);  // streams work at once again
  CHECK(fromDevice(data, 1)[0] == 23);
}

static void bump(void* counter) { ++*static_cast<int*>(counter); }

static void built() {
  int* data = nullptr;
  CUDA(cudaMalloc(&data, 128));
  cudaGraph_t graph;
  CUDA(cudaGraphCreate(&graph, 0));
  cudaMemsetParams fill = {};
  fill.dst = data;
  fill.elementSize = 4;
  fill.value = 7;
  fill.width = 32;
  fill.height = 1;
  cudaGraphNode_t filled, added, counted;
  CUDA(cudaGraphAddMemsetNode(&filled, graph, nullptr, 0, &fill));
  int value = 5, calls = 0;
  void* arguments[] = {&data, &value};
  cudaKernelNodeParams kernel = {};
  kernel.func = (void*)add;
  kernel.gridDim = dim3(1);
  kernel.blockDim = dim3(32);
  kernel.kernelParams = arguments;
  CUDA(cudaGraphAddKernelNode(&added, graph, &filled, 1, &kernel));
  cudaHostNodeParams host = {bump, &calls};
  CUDA(cudaGraphAddHostNode(&counted, graph, &added, 1, &host));
  cudaGraph_t clone;
  CUDA(cudaGraphClone(&clone, graph));
  cudaGraphExec_t exec, cloned;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphInstantiate(&cloned, clone, 0));
  value = 1000;
  CUDA(cudaGraphLaunch(exec, 0));
  CUDA(cudaGraphLaunch(cloned, 0));
  CHECK(fromDevice(data, 32)[31] == 12 && calls == 2);
  value = 6;
  CUDA(cudaGraphExecKernelNodeSetParams(exec, added, &kernel));
  CUDA(cudaGraphLaunch(exec, 0));
  CHECK(fromDevice(data, 32)[0] == 13 && calls == 3);
}

/// Memory that a captured stream takes and gives back is there each time the graph runs.
static void memoryInAStream() {
  std::vector<int> host(32);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  int* data = nullptr;
  CUDA(cudaMallocAsync(&data, 128, stream));
  CUDA(cudaMemsetAsync(data, 0, 128, stream));
  add<<<1, 32, 0, stream>>>(data, 9);
  CUDA(cudaMemcpyAsync(host.data(), data, 128, cudaMemcpyDeviceToHost, stream));
  CUDA(cudaFreeAsync(data, stream));
  cudaGraph_t graph;
  CUDA(cudaStreamEndCapture(stream, &graph));
  cudaGraphExec_t exec;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphDestroy(graph));  // what was made of it still has its memory
  for (int i = 0; i < 2; ++i) {
    CUDA(cudaGraphLaunch(exec, stream));
    CHECK(host[31] == 9);
    host[31] = 0;
  }
  CUDA(cudaGraphExecDestroy(exec));
}

/// What a graph takes and leaves to the program, which frees it each time before the graph runs again.
static void memoryFreedOutside() {
  cudaGraph_t graph;
  CUDA(cudaGraphCreate(&graph, 0));
  cudaMemAllocNodeParams memory = {};
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  memory.bytesize = 128;
  cudaGraphNode_t taken, filled;
  CUDA(cudaGraphAddMemAllocNode(&taken, graph, nullptr, 0, &memory));
  cudaMemsetParams fill = {};
  fill.dst = memory.dptr;
  fill.value = 3;
  fill.elementSize = 4;
  fill.width = 32;
  fill.height = 1;
  CUDA(cudaGraphAddMemsetNode(&filled, graph, &taken, 1, &fill));
  cudaGraphExec_t exec;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  int* data = static_cast<int*>(memory.dptr);
  for (int i = 0; i < 3; ++i) {
    CUDA(cudaGraphLaunch(exec, 0));
    add<<<1, 32>>>(data, i);
    CHECK(fromDevice(data, 32)[31] == 3 + i);
    if (i == 1) CUDA(cudaFreeAsync(data, 0));
    else CUDA(cudaFree(data));
  }
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
}

int main() {
  captured();
  memoryInAStream();
  memoryFreedOutside();
  built();
  std::printf("ok\n");
}
