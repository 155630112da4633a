__global__ void scatter(int *out, size_t n, size_t rows) {
  for (size_t id = (size_t)blockIdx.x * blockDim.x + threadIdx.x; id < n; id += blockDim.x * gridDim.x) {
    out[id % rows + id / rows * rows] += (int)(id / rows);
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 700 * sizeof(int));
  for (int i = 0; i < 700; ++i) out[i] = 0;
  for (size_t rows = 1; rows < 30; ++rows) scatter<<<2, 32>>>(out, 700, rows);
  scatter<<<2, 32>>>(out, 700, size_t(1) << 40);
  return cudaDeviceSynchronize();
}
