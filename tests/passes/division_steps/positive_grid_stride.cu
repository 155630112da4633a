// Each thread goes over the grid; a flat index is taken apart.
__global__ void rows_and_columns(int *out, int n, int width) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const int row = i / width;
    const int column = i % width;
    out[i] += row * 1000 + column;
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 1000 * sizeof(int));
  for (int i = 0; i < 1000; ++i) out[i] = 0;
  for (int width = -3; width < 40; ++width) {
    if (width != 0) rows_and_columns<<<2, 32>>>(out, 1000, width);
  }
  rows_and_columns<<<2, 32>>>(out, 0, 0);
  return cudaDeviceSynchronize();
}
