__global__ void line(int *out, int n, int width) {
  const bool k_stepped = 0 < n && width > 0;
  int k_remainder = 0;
  for (int k = 0; k < n; k++) { out[(k_stepped ? k_remainder : k % width)] += k;
    if (k_stepped) {
      if (++k_remainder == width) k_remainder = 0;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) out[i] = 0;
  line<<<1, 1>>>(out, 500, 13);
  return cudaDeviceSynchronize();
}
