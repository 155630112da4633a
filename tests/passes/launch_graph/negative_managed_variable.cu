// REFUSES: which kernels may write
__managed__ int size = 64;

__global__ void shrink(float* x, int n) {
  if (threadIdx.x < n) x[threadIdx.x] += 1;
  if (threadIdx.x == 0) --size;
}

void run(float* x, int rounds) {
  for (int i = 0; i < rounds; ++i) {
    shrink<<<1, 64>>>(x, size);
  }
}
