// UNKNOWN: not seen
__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

__global__ void other(float* x);

void run(float* x, int n, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    scale<<<1, 64>>>(x, 0.5f, n);
    other<<<1, 64>>>(x);
  }
}
