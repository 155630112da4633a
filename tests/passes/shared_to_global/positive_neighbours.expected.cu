__global__ void blur(const int *in, int *out, int n, int (*tile_scratch)[66]) {
  int (&tile)[66] = tile_scratch[blockIdx.x];
  int i = blockIdx.x * 64 + threadIdx.x;
  tile[threadIdx.x + 1] = in[i];
  if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0;
  if (threadIdx.x == 63) tile[65] = i + 1 < n ? in[i + 1] : 0;
  __syncthreads();
  out[i] = tile[threadIdx.x] + 2 * tile[threadIdx.x + 1] + tile[threadIdx.x + 2];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  int (*tile_scratch)[66] = nullptr;
  cudaMallocAsync(&tile_scratch, sizeof(*tile_scratch) * 4, 0);
  blur<<<4, 64>>>(in, out, 256, tile_scratch);
  cudaFreeAsync(tile_scratch, 0);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
