#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                      \
  do {                                                                                   \
    cudaError_t status = call;                                                           \
    if (status != cudaSuccess) {                                                         \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));    \
      exit(1);                                                                           \
    }                                                                                    \
  } while (0)

inline void look(cudaError_t status, const char* file, int line, bool ends = true) {
  if (status != cudaSuccess) {
    fprintf(stderr, "%s %s %d\n", cudaGetErrorString(status), file, line);
    if (ends) exit(status);
  }
}
#define LOOK(call) { look((call), __FILE__, __LINE__); }

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 300;
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  int graph_rounds = 0;  /* the rounds before it are launched by a graph */ if (rounds >= 64 && cudaPeekAtLastError() == cudaSuccess) { cudaStream_t graph_stream = nullptr; cudaGraph_t launch_graph = nullptr; cudaGraphExec_t graph_launches = nullptr; if (cudaStreamCreateWithFlags(&graph_stream, cudaStreamNonBlocking) == cudaSuccess && cudaStreamBeginCapture(graph_stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess) { for (int i = 0; i < 16; ++i) { scale<<<1, 64, 0, graph_stream>>>(x, 0.5f, 64); scale<<<1, 64, 0, graph_stream>>>(x, 0.25f, 64); } cudaStreamEndCapture(graph_stream, &launch_graph); } if (launch_graph && cudaPeekAtLastError() == cudaSuccess && cudaGraphInstantiateWithFlags(&graph_launches, launch_graph, 0) == cudaSuccess) { while (rounds - graph_rounds >= 16 && cudaGraphLaunch(graph_launches, 0) == cudaSuccess) graph_rounds += 16; cudaGraphExecDestroy(graph_launches); } if (launch_graph) cudaGraphDestroy(launch_graph); if (graph_stream) cudaStreamDestroy(graph_stream); cudaGetLastError();  /* what a graph could not launch is launched as before */ } for (int i = graph_rounds; i < rounds; ++i) {
    scale<<<1, 64>>>(x, 0.5f, 64);
    CHECK(cudaGetLastError());
    scale<<<1, 64>>>(x, 0.25f, 64);
    LOOK(cudaPeekAtLastError());
    cudaGetLastError();
  }
  float seen[64];
  cudaMemcpy(seen, x, sizeof seen, cudaMemcpyDeviceToHost);
  for (float one : seen) printf("%.9g\n", one);
  return cudaGetLastError();
}
