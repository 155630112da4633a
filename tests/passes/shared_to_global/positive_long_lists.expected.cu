__global__ void scaled(
    const int *in,
    int *out,
    int by, int (*s_scratch)[64]) {
  int (&s)[64] = s_scratch[blockIdx.x];  // one for each block
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 1] * by;
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  int blocks = 256 / 64;
  int (*s_scratch)[64] = nullptr;
  cudaMallocAsync(&s_scratch, sizeof(*s_scratch) * blocks, 0);
  scaled<<<blocks, 64>>>(
      in,
      out,
      3, s_scratch);
  cudaFreeAsync(s_scratch, 0);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
