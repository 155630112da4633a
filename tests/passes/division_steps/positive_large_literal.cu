// The first number is none that the counter's type holds.
__global__ void late(unsigned *out, int n, int width) {
  for (int i = 4294967290u; i < n; ++i) out[i + 6] += i % width + 2000u;
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 128 * sizeof(unsigned));
  for (int i = 0; i < 128; ++i) out[i] = 0;
  for (int width = 1; width < 9; ++width) late<<<1, 1>>>(out, 100, width);
  return cudaDeviceSynchronize();
}
