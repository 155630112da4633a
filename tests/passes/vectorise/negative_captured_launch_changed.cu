// UNKNOWN: Not every launch is known: line 21 calls `cudaGraphKernelNodeGetParams`: a captured launch may get other numbers
#include <cstdio>

__global__ void k(float* y, const float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, s = 0;
  for (int j = 0; j < n; ++j) s += j;
  y[i] = x[i] + s;
}

void runTwice(float* a, float* b) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  k<<<8, 128, 0, stream>>>(a, b, 3);
  cudaGraph_t graph;
  cudaStreamEndCapture(stream, &graph);
  cudaGraphNode_t node;
  size_t count = 1;
  cudaGraphGetNodes(graph, &node, &count);
  cudaKernelNodeParams params;
  cudaGraphKernelNodeGetParams(node, &params);
  cudaGraphExec_t made;
  cudaGraphInstantiate(&made, graph, 0);
  cudaGraphLaunch(made, stream);
  int n = 5;
  void* arguments[] = {&a, &b, &n};
  params.kernelParams = arguments;
  cudaGraphExecKernelNodeSetParams(made, node, &params);
  cudaGraphLaunch(made, stream);
}

int main() {
  float *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(float));
  cudaMallocManaged(&b, 4096 * sizeof(float));
  cudaMallocManaged(&c, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (float)(i * 37 % 101);
    b[i] = (float)(i * 53 % 97);
    c[i] = (float)(i % 7);
  }
  runTwice(a, b);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
