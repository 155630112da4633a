// REFUSES: leaves its round
__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

void run(float* x, int n, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    scale<<<1, 64>>>(x, 0.5f, n);
    if (n > 5) break;
  }
}
