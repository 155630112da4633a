#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}
__global__ void smooth(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 0.5f * from[i] + 0.5f * from[(i + 1) % n];
}

constexpr int blockSize = 16;
inline int blocks(int n) { return (n + blockSize - 1) / blockSize; }

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 300;
  float* a;
  cudaMalloc(&a, 64 * sizeof(float));
  cudaMemset(a, 0, 64 * sizeof(float));
  float* b;
  cudaMalloc(&b, 64 * sizeof(float));
  cudaMemset(b, 0, 64 * sizeof(float));
  float first[64];
  for (int i = 0; i < 64; ++i) first[i] = i % 7;
  cudaMemcpy(a, first, sizeof first, cudaMemcpyHostToDevice);
  const bool smooths = argc < 3;
  const int n = 64;
  int graph_rounds = 0;  // the rounds before it are launched by a graph
  if (rounds >= 32 && cudaPeekAtLastError() == cudaSuccess) {
    cudaStream_t graph_stream = nullptr;
    cudaGraph_t launch_graph = nullptr;
    cudaGraphExec_t graph_launches = nullptr;
    if (cudaStreamCreateWithFlags(&graph_stream, cudaStreamNonBlocking) == cudaSuccess &&
        cudaStreamBeginCapture(graph_stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess) {
      for (int i = 0; i < 8; ++i) {
        const int grid = blocks(n);
        if (smooths)
          smooth<<<grid, blockSize, 0, graph_stream>>>(a, b, n);
        else
          scale<<<grid, blockSize, 0, graph_stream>>>(b, 0.5f, n);
        scale<<<blocks(n), blockSize, 0, graph_stream>>>(a, 0.5f, n);
      }
      cudaStreamEndCapture(graph_stream, &launch_graph);
    }
    if (launch_graph && cudaPeekAtLastError() == cudaSuccess &&
        cudaGraphInstantiateWithFlags(&graph_launches, launch_graph, 0) == cudaSuccess) {
      while (rounds - graph_rounds >= 8 && cudaGraphLaunch(graph_launches, 0) == cudaSuccess)
        graph_rounds += 8;
      cudaGraphExecDestroy(graph_launches);
    }
    if (launch_graph) cudaGraphDestroy(launch_graph);
    if (graph_stream) cudaStreamDestroy(graph_stream);
    cudaGetLastError();  // what a graph could not launch is launched as before
  }
  for (int i = graph_rounds; i < rounds; ++i) {
    const int grid = blocks(n);
    if (smooths)
      smooth<<<grid, blockSize>>>(a, b, n);
    else
      scale<<<grid, blockSize>>>(b, 0.5f, n);
    scale<<<blocks(n), blockSize>>>(a, 0.5f, n);
  }
  float seen[64];
  cudaMemcpy(seen, b, sizeof seen, cudaMemcpyDeviceToHost);
  for (float one : seen) printf("%.9g\n", one);
  return cudaGetLastError();
}
