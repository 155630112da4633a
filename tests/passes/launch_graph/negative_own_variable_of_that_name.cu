// REFUSES: something of its own
__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

int launched = 0;
struct Counts {
  cudaError_t operator()(cudaGraphExec_t, cudaStream_t) const {
    ++launched;
    return cudaSuccess;
  }
};

void run(float* x, int n, int rounds) {
  const Counts cudaGraphLaunch;
  for (int i = 0; i < rounds; ++i) {
    scale<<<1, 64>>>(x, 0.5f, n);
  }
}
