// REFUSES: not alike
__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

template <typename Count>
void run(float* x, int n, Count rounds) {
  for (Count i = 0; i < rounds; ++i) {
    scale<<<1, 64>>>(x, 0.5f, n);
  }
}
void runBoth(float* x, int n) {
  run<long>(x, n, 4000000000);
  run<int>(x, n, 2000);
}
