// A counter with a sign is divided by a number without one.
__global__ void mixed(unsigned *out, int n, unsigned width) {
  for (int i = (int)threadIdx.x - 4; i < n; i += 8) out[i + 4] += i % width + i / width;
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 128 * sizeof(unsigned));
  for (int i = 0; i < 128; ++i) out[i] = 0;
  for (unsigned width = 1; width < 9; ++width) mixed<<<1, 8>>>(out, 100, width);
  mixed<<<1, 8>>>(out, 100, 4294967295u);
  return cudaDeviceSynchronize();
}
