#include <cstdio>
#include <cstdlib>

#include <chrono>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 300;
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  int graph_rounds = 0;  // the rounds before it are launched by a graph
  if (rounds >= 128 && cudaPeekAtLastError() == cudaSuccess) {
    cudaStream_t graph_stream = nullptr;
    cudaGraph_t launch_graph = nullptr;
    cudaGraphExec_t graph_launches = nullptr;
    if (cudaStreamCreateWithFlags(&graph_stream, cudaStreamNonBlocking) == cudaSuccess &&
        cudaStreamBeginCapture(graph_stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess) {
      for (int i = 0; i < 32; ++i) {
        scale<<<1, 64, 0, graph_stream>>>(x, 0.5f, 64);
      }
      cudaStreamEndCapture(graph_stream, &launch_graph);
    }
    if (launch_graph && cudaPeekAtLastError() == cudaSuccess &&
        cudaGraphInstantiateWithFlags(&graph_launches, launch_graph, 0) == cudaSuccess) {
      while (rounds - graph_rounds >= 32 && cudaGraphLaunch(graph_launches, 0) == cudaSuccess)
        graph_rounds += 32;
      cudaGraphExecDestroy(graph_launches);
    }
    if (launch_graph) cudaGraphDestroy(launch_graph);
    if (graph_stream) cudaStreamDestroy(graph_stream);
    cudaGetLastError();  // what a graph could not launch is launched as before
  }
  for (int i = graph_rounds; i < rounds; ++i) {
    scale<<<1, 64>>>(x, 0.5f, 64);
  }
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float time = 0;
  cudaEventElapsedTime(&time, begin, end);
  fprintf(stderr, "%f\n", time);
  float seen[64];
  cudaMemcpy(seen, x, sizeof seen, cudaMemcpyDeviceToHost);
  for (float one : seen) printf("%.9g\n", one);
  return cudaGetLastError();
}
