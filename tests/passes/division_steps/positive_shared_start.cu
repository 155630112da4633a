// What others may change is read once.
__global__ void from_shared(int *out, int n, int width) {
  __shared__ int begin;
  if (threadIdx.x == 0) begin = n / 2;
  __syncthreads();
  for (int i = begin; i < n; ++i) out[i * 32 + threadIdx.x] += i / width;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 3200 * sizeof(int));
  for (int i = 0; i < 3200; ++i) out[i] = 0;
  for (int width = 1; width < 9; ++width) from_shared<<<1, 32>>>(out, 100, width);
  return cudaDeviceSynchronize();
}
