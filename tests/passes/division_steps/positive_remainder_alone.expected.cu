__global__ void wrap(unsigned *out, unsigned n, unsigned width, unsigned stride) {
  const unsigned int i_first = threadIdx.x;
  const bool i_stepped = i_first < n && width > 0 && stride <= 4294967295ULL && n <= 4294967295ULL - stride;
  unsigned int i_remainder = i_stepped ? i_first % width : 0;
  const unsigned int i_remainder_step = i_stepped ? stride % width : 0;
  const unsigned int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  for (unsigned i = i_first; i < n; i += stride) { out[i] += (i_stepped ? i_remainder : i % width);
    if (i_stepped) {
      i_remainder = i_remainder < i_remainder_wrap ? i_remainder + i_remainder_step : i_remainder - i_remainder_wrap;
    }
  }
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
