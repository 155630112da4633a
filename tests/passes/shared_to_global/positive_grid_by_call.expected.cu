__global__ void turned(const int *in, int *out, int (*s_scratch)[64]) {
  int (&s)[64] = s_scratch[blockIdx.x];
  s[threadIdx.x] = in[64 * blockIdx.x + threadIdx.x];
  __syncthreads();
  out[64 * blockIdx.x + threadIdx.x] = s[63 - threadIdx.x];
}

static int asked = 0;

int blocks(int n) {
  ++asked;
  return n / 64;
}

int main() {
  static int host[5 * 64];
  for (int i = 0; i < 5 * 64; ++i) host[i] = i * 7 % 311;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  const dim3 s_grid = blocks(5 * 64);
  int (*s_scratch)[64] = nullptr;
  cudaMallocAsync(&s_scratch, sizeof(*s_scratch) * s_grid.x, 0);
  turned<<<s_grid, 64>>>(in, out, s_scratch);
  cudaFreeAsync(s_scratch, 0);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return asked == 1 ? 0 : 1;
}
