// A counter with a sign is divided by a number without one.
__global__ void mixed(unsigned *out, int n, unsigned width) {
  const int i_first = (int)threadIdx.x - 4;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0;
  unsigned int i_remainder = i_stepped ? i_first % width : 0;
  unsigned int i_quotient = i_stepped ? i_first / width : 0;
  const unsigned int i_remainder_step = i_stepped ? 8 % width : 0;
  const unsigned int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  const unsigned int i_quotient_step = i_stepped ? 8 / width : 0;
  for (int i = i_first; i < n; i += 8) { out[i + 4] += (i_stepped ? i_remainder : i % width) + (i_stepped ? i_quotient : i / width);
    if (i_stepped) {
      const bool i_remainder_over = i_remainder >= i_remainder_wrap;
      i_remainder = i_remainder_over ? i_remainder - i_remainder_wrap : i_remainder + i_remainder_step;
      i_quotient += i_quotient_step + i_remainder_over;
    }
  }
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 128 * sizeof(unsigned));
  for (int i = 0; i < 128; ++i) out[i] = 0;
  for (unsigned width = 1; width < 9; ++width) mixed<<<1, 8>>>(out, 100, width);
  mixed<<<1, 8>>>(out, 100, 4294967295u);
  return cudaDeviceSynchronize();
}
