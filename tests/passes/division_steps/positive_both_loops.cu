__global__ void both(int *out, int n, int m, int width, int height) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    for (int k = 0; k < m; ++k) {
      out[i] += (k % height) * (i / width);
      out[i] += (i + k) % width;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 200 * sizeof(int));
  for (int i = 0; i < 200; ++i) out[i] = 0;
  both<<<1, 32>>>(out, 200, 9, 7, 4);
  both<<<1, 32>>>(out, 200, 9, 1, 1);
  return cudaDeviceSynchronize();
}
