// In the round, the divisor's name comes to mean something else.
__global__ void hidden(int *out, int n, int width) {
  for (int k = 0; k < n; ++k) {
    const int at = k % width;
    float width = 2.5f;
    out[at] += (int)width + k;
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i) out[i] = 0;
  hidden<<<1, 1>>>(out, 500, 13);
  return cudaDeviceSynchronize();
}
