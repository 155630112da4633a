// What is added is negative, and the sum is divided without a sign.
__global__ void back(size_t *out, size_t n, int less, int width) {
  for (size_t i = 0; i < n; ++i) out[i] += (i + less) % width;
}

int main() {
  size_t *out;
  cudaMallocManaged(&out, 64 * sizeof(size_t));
  for (int i = 0; i < 64; ++i) out[i] = 0;
  for (int less = -9; less < 9; ++less) back<<<1, 1>>>(out, 1, less, 5);
  for (int less = -9; less < 9; ++less) back<<<1, 1>>>(out, 50, less, 5);
  return cudaDeviceSynchronize();
}
