// REFUSES: not alike
__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

template <int count>
void run(float* x, int n) {
  for (int i = 0; i < count; ++i) {
    scale<<<1, 64>>>(x, 0.5f, n);
  }
}
void runBoth(float* x, int n) {
  run<1000>(x, n);
  run<2000>(x, n);
}
