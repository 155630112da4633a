// The round gives names to what it divides.
__global__ void named(int *out, unsigned n, unsigned width, unsigned height) {
  const unsigned int i_first = threadIdx.x;
  const bool i_stepped = i_first < n && width > 0 && height > 0 && n <= 4294967295ULL - blockDim.x;
  unsigned int i_remainder = i_stepped ? i_first % width : 0;
  unsigned int i_quotient = i_stepped ? i_first / width : 0;
  const unsigned int i_remainder_step = i_stepped ? blockDim.x % width : 0;
  const unsigned int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  const unsigned int i_quotient_step = i_stepped ? blockDim.x / width : 0;
  unsigned int i_remainder2 = i_stepped ? i_quotient % height : 0;
  unsigned int i_quotient2 = i_stepped ? i_quotient / height : 0;
  const unsigned int i_remainder2_step = i_stepped ? i_quotient_step % height : 0;
  const unsigned int i_remainder2_wrap = i_stepped ? height - i_remainder2_step : 1;
  const unsigned int i_quotient_step2 = i_stepped ? i_quotient_step / height : 0;
  for (unsigned i = i_first; i < n; i += blockDim.x) {
    const unsigned index = i;
    unsigned rest = (i_stepped ? i_quotient : index / width);
    const unsigned y = (i_stepped ? i_remainder2 : rest % height);
    out[i] += (int)((i_stepped ? i_remainder : index % width) + 100 * y + 10000 * ((i_stepped ? i_quotient2 : rest / height)));
    if (i_stepped) {
      const bool i_remainder_over = i_remainder >= i_remainder_wrap;
      i_remainder = i_remainder_over ? i_remainder - i_remainder_wrap : i_remainder + i_remainder_step;
      i_quotient += i_quotient_step + i_remainder_over;
      i_remainder2 += i_remainder_over;
      const bool i_remainder2_over = i_remainder2 >= i_remainder2_wrap;
      i_remainder2 = i_remainder2_over ? i_remainder2 - i_remainder2_wrap : i_remainder2 + i_remainder2_step;
      i_quotient2 += i_quotient_step2 + i_remainder2_over;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 600 * sizeof(int));
  for (int i = 0; i < 600; ++i) out[i] = 0;
  for (unsigned width = 1; width < 9; ++width) named<<<1, 64>>>(out, 600, width, 3);
  return cudaDeviceSynchronize();
}
