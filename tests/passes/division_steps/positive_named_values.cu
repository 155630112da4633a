// The round gives names to what it divides.
__global__ void named(int *out, unsigned n, unsigned width, unsigned height) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x) {
    const unsigned index = i;
    unsigned rest = index / width;
    const unsigned y = rest % height;
    out[i] += (int)(index % width + 100 * y + 10000 * (rest / height));
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 600 * sizeof(int));
  for (int i = 0; i < 600; ++i) out[i] = 0;
  for (unsigned width = 1; width < 9; ++width) named<<<1, 64>>>(out, 600, width, 3);
  return cudaDeviceSynchronize();
}
