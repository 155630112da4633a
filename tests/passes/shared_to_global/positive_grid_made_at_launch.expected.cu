__global__ void turned(const int *in, int *out, int (*s_scratch)[64]) {
  int (&s)[64] = s_scratch[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)];
  const int block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  s[threadIdx.x] = in[64 * block + threadIdx.x];
  __syncthreads();
  out[64 * block + threadIdx.x] = s[63 - threadIdx.x];
}

int main(int argc, char **) {
  static int host[12 * 64];
  for (int i = 0; i < 12 * 64; ++i) host[i] = i * 7 % 311;
  const int x = argc + 2, y = argc;
  int *in, *out;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof host);
  const dim3 s_grid = dim3(x, y + 3);
  int (*s_scratch)[64] = nullptr;
  cudaMallocAsync(&s_scratch, sizeof(*s_scratch) * s_grid.x * s_grid.y, 0);
  turned<<<s_grid, 64>>>(in, out, s_scratch);
  cudaFreeAsync(s_scratch, 0);
  const dim3 s_grid_2 = dim3(x, 1, 2);
  int (*s_scratch_2)[64] = nullptr;
  cudaMallocAsync(&s_scratch_2, sizeof(*s_scratch_2) * s_grid_2.x * s_grid_2.y * s_grid_2.z, 0);
  turned<<<s_grid_2, dim3(64)>>>(out, in, s_scratch_2);
  cudaFreeAsync(s_scratch_2, 0);
  cudaMemcpy(host, in, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
