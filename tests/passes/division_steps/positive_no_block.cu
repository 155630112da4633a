__global__ void plain(int *out, int n, int width) {
  for (int i = threadIdx.x; i < n; i += 32)  // of one row
    out[i] += i % width;
  for (int i = threadIdx.x; i < n; ++i) out[threadIdx.x] += i / width;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 300 * sizeof(int));
  for (int i = 0; i < 300; ++i) out[i] = 0;
  for (int width = 1; width < 9; ++width) plain<<<1, 32>>>(out, 300, width);
  return cudaDeviceSynchronize();
}
