__global__ void line(int *out, int n, int width) {
  for (int k = 0; k < n; k++) { out[k % width] += k; }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) out[i] = 0;
  line<<<1, 1>>>(out, 500, 13);
  return cudaDeviceSynchronize();
}
