// REFUSES: do not come back
__global__ void smooth(const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = 0.5f * from[i] + 0.5f * from[(i + 1) % n];
}

void run(float* a, float* b, int n, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    smooth<<<1, 64>>>(a, b, n);
    a = b;
  }
}
