__global__ void turned(const int *in, int *out, int (*part_scratch)[64]) {
  int (&part)[64] = part_scratch[blockIdx.x];
  part[threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = part[63 - threadIdx.x];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  int (*part_scratch)[64] = nullptr;
  cudaMallocAsync(&part_scratch, sizeof(*part_scratch) * 2, first);
  turned<<<2, 64, 0, first>>>(in, out, part_scratch);
  cudaFreeAsync(part_scratch, first);
  int (*part_scratch_2)[64] = nullptr;
  cudaMallocAsync(&part_scratch_2, sizeof(*part_scratch_2) * 2, second);
  turned<<<2, 64, 0, second>>>(in + 128, out + 128, part_scratch_2);  // may run beside the first
  cudaFreeAsync(part_scratch_2, second);
  cudaStreamSynchronize(first);
  cudaStreamSynchronize(second);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
