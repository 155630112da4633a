__global__ void scale(const float* a, const float4* b, float* c, int n) {
  {  // L2: what the block 1056 further on reads
    const dim3 coming(blockIdx.x + 1056u, blockIdx.y, blockIdx.z);
    if (coming.x < gridDim.x && blockDim.x == 256u && blockDim.y == 1u && blockDim.z == 1u) {
      if (int(coming.x * 256u + threadIdx.x) < int(unsigned(n))) {
        asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)a + (unsigned long long)((long long)(int(coming.x * 256u + threadIdx.x))) * 4ull));
        asm volatile("prefetch.global.L2 [%0];" :: "l"((unsigned long long)b + (unsigned long long)((long long)(int(coming.x * 256u + threadIdx.x))) * 16ull));
      }
    }
  }
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  c[i] = 2 * a[i] + b[i].x + b[i].w;
}
int main() {
  const int n = 300000;
  float *a, *c;
  float4* b;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float4));
  cudaMalloc(&c, n * sizeof(float));
  cudaMemset(a, 1, n * sizeof(float));
  cudaMemset(b, 2, n * sizeof(float4));
  scale<<<1200, 256>>>(a, b, c, n);
  cudaDeviceSynchronize();
}
