#include <cstdio>
#include <cstdlib>

__global__ void turn(float* x) {
  extern __shared__ float kept[];
  kept[threadIdx.x] = x[threadIdx.x] + threadIdx.x;
  __syncthreads();
  x[threadIdx.x] = kept[63 - threadIdx.x] * 0.5f;
}

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 300;
  float* x;
  cudaMalloc(&x, 64 * sizeof(float));
  cudaMemset(x, 0, 64 * sizeof(float));
  size_t bytes = 64 * sizeof(float);
  int graph_rounds = 0;  // the rounds before it are launched by a graph
  if (rounds >= 128 && cudaPeekAtLastError() == cudaSuccess) {
    cudaStream_t graph_stream = nullptr;
    cudaGraph_t launch_graph = nullptr;
    cudaGraphExec_t graph_launches = nullptr;
    if (cudaStreamCreateWithFlags(&graph_stream, cudaStreamNonBlocking) == cudaSuccess &&
        cudaStreamBeginCapture(graph_stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess) {
      for (int i = 0; i < 32; ++i) {
        turn<<<1, 64, bytes, graph_stream>>>(x);
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
  for (int i = graph_rounds; i < rounds; ++i) turn<<<1, 64, bytes>>>(x);
  float seen[64];
  cudaMemcpy(seen, x, sizeof seen, cudaMemcpyDeviceToHost);
  for (float one : seen) printf("%.9g\n", one);
  return cudaGetLastError();
}
