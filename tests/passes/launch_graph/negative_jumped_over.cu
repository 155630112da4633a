// UNKNOWN: does not compile
__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

int run(float* x, int n, int rounds) {
  switch (n) {
    case 1:
      n = 2;
      for (int i = 0; i < rounds; ++i) {
        scale<<<1, 64>>>(x, 0.5f, n);
      }
    default:
      return n;
  }
}
