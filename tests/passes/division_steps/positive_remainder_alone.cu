__global__ void wrap(unsigned *out, unsigned n, unsigned width, unsigned stride) {
  for (unsigned i = threadIdx.x; i < n; i += stride) out[i] += i % width;
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 512 * sizeof(unsigned));
  for (int i = 0; i < 512; ++i) out[i] = 0;
  for (unsigned width = 1; width < 20; ++width) wrap<<<1, 16>>>(out, 512, width, 16);
  wrap<<<1, 16>>>(out, 512, 4000000000u, 16);
  wrap<<<1, 16>>>(out, 512, 5, 4294967290u - 511);
  return cudaDeviceSynchronize();
}
