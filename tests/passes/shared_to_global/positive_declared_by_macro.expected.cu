#define SHARED(type, name, n) __shared__ type name[n]

__global__ void swapped(const int *in, int *out, int (*s_scratch)[64]) {
  int t = threadIdx.x;
  int (&s)[64] = s_scratch[blockIdx.x];
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t ^ 1];
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  int (*s_scratch)[64] = nullptr;
  cudaMallocAsync(&s_scratch, sizeof(*s_scratch) * 1, 0);
  swapped<<<1, 64>>>(in, out, s_scratch);
  cudaFreeAsync(s_scratch, 0);
  return 0;
}
