// In the round, the divisor's name comes to mean something else.
__global__ void hidden(int *out, int n, int width) {
  const bool k_stepped = 0 < n && width > 0;
  int k_remainder = 0;
  const int k_remainder_end = k_stepped ? width : 1;
  for (int k = 0; k < n; ++k) {
    const int at = (k_stepped ? k_remainder : k % width);
    float width = 2.5f;
    out[at] += (int)width + k;
    if (k_stepped) {
      if (++k_remainder == k_remainder_end) k_remainder = 0;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) out[i] = 0;
  hidden<<<1, 1>>>(out, 500, 13);
  return cudaDeviceSynchronize();
}
