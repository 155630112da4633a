#include <cstdio>
#include <cstdlib>
#include <utility>

__global__ void smooth(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 0.5f * from[i] + 0.5f * from[(i + 1) % n];
}

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
  float* c;
  cudaMalloc(&c, 64 * sizeof(float));
  cudaMemset(c, 0, 64 * sizeof(float));
  float* d;
  cudaMalloc(&d, 64 * sizeof(float));
  cudaMemset(d, 0, 64 * sizeof(float));
  int graph_rounds = 0;  // the rounds before it are launched by a graph
  if (rounds >= 32 && cudaPeekAtLastError() == cudaSuccess) {
    cudaStream_t graph_stream = nullptr;
    cudaGraph_t launch_graph = nullptr;
    cudaGraphExec_t graph_launches = nullptr;
    if (cudaStreamCreateWithFlags(&graph_stream, cudaStreamNonBlocking) == cudaSuccess &&
        cudaStreamBeginCapture(graph_stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess) {
      for (int i = 0; i < 8; ++i) {
        smooth<<<1, 64, 0, graph_stream>>>(a, b, 64);
        smooth<<<1, 64, 0, graph_stream>>>(b, c, 64);
        smooth<<<1, 64, 0, graph_stream>>>(c, d, 64);
        float* kept = a;
        a = b;
        b = c;
        c = d;
        d = kept;
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
    smooth<<<1, 64>>>(a, b, 64);
    smooth<<<1, 64>>>(b, c, 64);
    smooth<<<1, 64>>>(c, d, 64);
    float* kept = a;
    a = b;
    b = c;
    c = d;
    d = kept;
  }
  float seen[64];
  cudaMemcpy(seen, a, sizeof seen, cudaMemcpyDeviceToHost);
  for (float one : seen) printf("%.9g\n", one);
  return cudaGetLastError();
}
