#define BINS 16

__global__ void histogram(const int *in, int *out, int (*bins_scratch)[BINS]) {
  int (&bins)[BINS] = bins_scratch[blockIdx.x];
  if (threadIdx.x < BINS) bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[blockIdx.x * 64 + threadIdx.x] % BINS], 1);
  __syncthreads();
  if (threadIdx.x < BINS) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  int (*bins_scratch)[BINS] = nullptr;
  cudaMallocAsync(&bins_scratch, sizeof(*bins_scratch) * 4, 0);
  histogram<<<4, 64>>>(in, out, bins_scratch);
  cudaFreeAsync(bins_scratch, 0);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
