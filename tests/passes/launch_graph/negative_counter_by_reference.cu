// REFUSES: by another name
__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * by + 1;
}

void run(float* x, int rounds) {
  int i = 0;
  const int& size = i;
  for (i = 0; i < rounds; ++i) {
    scale<<<1, 64>>>(x, 0.5f, size);
  }
}
