#include <cstdio>

__global__ void step(float* a, int n) {
  int i = threadIdx.x;
  if (i < n) a[i] = a[i] + n;
}

int main() {
  float* d;
  cudaMalloc(&d, 1024);
  cudaMemset(d, 0, 1024);
  int graph_rounds = 0;  // the rounds before it are launched by a graph
  if (cudaPeekAtLastError() == cudaSuccess) {
    cudaStream_t graph_stream = nullptr;
    cudaGraph_t launch_graph = nullptr;
    cudaGraphExec_t graph_launches = nullptr;
    if (cudaStreamCreateWithFlags(&graph_stream, cudaStreamNonBlocking) == cudaSuccess &&
        cudaStreamBeginCapture(graph_stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess) {
      for (int i = 0; i < 16; ++i) {
        // the line behind is a part of this \
        
        step<<<1, 256, 0, graph_stream>>>(d, 256);
        step<<<1, 256, 0, graph_stream>>>(d, 100);
      }
      cudaStreamEndCapture(graph_stream, &launch_graph);
    }
    if (launch_graph && cudaPeekAtLastError() == cudaSuccess &&
        cudaGraphInstantiateWithFlags(&graph_launches, launch_graph, 0) == cudaSuccess) {
      while (200 - graph_rounds >= 16 && cudaGraphLaunch(graph_launches, 0) == cudaSuccess)
        graph_rounds += 16;
      cudaGraphExecDestroy(graph_launches);
    }
    if (launch_graph) cudaGraphDestroy(launch_graph);
    if (graph_stream) cudaStreamDestroy(graph_stream);
    cudaGetLastError();  // what a graph could not launch is launched as before
  }
  for (int i = graph_rounds; i < 200; ++i) {
    // the line behind is a part of this \

    step<<<1, 256>>>(d, 256);

    step<<<1, 256>>>(d, 100);
  }
  float h[256];
  cudaMemcpy(h, d, 1024, cudaMemcpyDeviceToHost);
  double s = 0;
  for (int i = 0; i < 256; ++i) s += h[i] * i;
  printf("%.9g\n", s);
}
