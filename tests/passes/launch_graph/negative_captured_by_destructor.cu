// REFUSES: captured
__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

struct Rounds {
  cudaStream_t stream;
  float* x;
  int n, rounds;
  ~Rounds() {
    for (int i = 0; i < rounds; ++i) {
      scale<<<1, 64, 0, stream>>>(x, 0.5f, n);
    }
  }
};

void run(float* x, int n, int rounds) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t launches;
  cudaStreamCreate(&stream);
  if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) == cudaSuccess) {
    { Rounds all{stream, x, n, rounds}; }
    cudaStreamEndCapture(stream, &graph);
  }
  cudaGraphInstantiateWithFlags(&launches, graph, 0);
  cudaGraphLaunch(launches, 0);
}
