__global__ void pairs(const int *in, int *out, int (*left_scratch)[32], int (*right_scratch)[32]) {
  int (&right)[32] = right_scratch[blockIdx.x];
  int (&left)[32] = left_scratch[blockIdx.x];
  left[threadIdx.x] = in[threadIdx.x];
  right[threadIdx.x] = in[threadIdx.x + 32];
  __syncthreads();
  out[threadIdx.x] = left[31 - threadIdx.x] * right[(threadIdx.x + 1) % 32];
}

int main() {
  static int host[256];
  for (int i = 0; i < 256; ++i) host[i] = (int)(i * 37 % 101);
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemcpy(in, host, 256 * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 256 * sizeof(int));
  int (*left_scratch)[32] = nullptr;
  cudaMallocAsync(&left_scratch, sizeof(*left_scratch) * 1, 0);
  int (*right_scratch)[32] = nullptr;
  cudaMallocAsync(&right_scratch, sizeof(*right_scratch) * 1, 0);
  pairs<<<1, 32>>>(in, out, left_scratch, right_scratch);
  cudaFreeAsync(right_scratch, 0);
  cudaFreeAsync(left_scratch, 0);
  cudaMemcpy(host, out, 256 * sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
}
