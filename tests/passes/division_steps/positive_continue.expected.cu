__global__ void some(int *out, int n, int width) {
  const int i_first = threadIdx.x;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0 && n <= 2147483647ULL - blockDim.x;
  int i_remainder = i_stepped ? i_first % width : 0;
  int i_quotient = i_stepped ? i_first / width : 0;
  const int i_remainder_step = i_stepped ? blockDim.x % width : 0;
  const int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  const int i_quotient_step = i_stepped ? blockDim.x / width : 0;
  for (int i = i_first; i < n; i += blockDim.x) {
    if (i & 1) {
      if (i_stepped) {
        const bool i_remainder_over = i_remainder >= i_remainder_wrap;
        i_remainder = i_remainder_over ? i_remainder - i_remainder_wrap : i_remainder + i_remainder_step;
        i_quotient += i_quotient_step + i_remainder_over;
      }
      continue;
    }
    for (int k = 0; k < 3; ++k) {
      if (k == 1) continue;
      out[i] += k;
    }
    if (i % 5 == 2) {
      out[i] += 7;
      {
        if (i_stepped) {
          const bool i_remainder_over = i_remainder >= i_remainder_wrap;
          i_remainder = i_remainder_over ? i_remainder - i_remainder_wrap : i_remainder + i_remainder_step;
          i_quotient += i_quotient_step + i_remainder_over;
        }
        continue;
      }
    }
    out[i] += (i_stepped ? i_quotient : i / width);
    if (i_stepped) {
      const bool i_remainder_over = i_remainder >= i_remainder_wrap;
      i_remainder = i_remainder_over ? i_remainder - i_remainder_wrap : i_remainder + i_remainder_step;
      i_quotient += i_quotient_step + i_remainder_over;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 300 * sizeof(int));
  for (int i = 0; i < 300; ++i) out[i] = 0;
  for (int width = 1; width < 9; ++width) some<<<1, 32>>>(out, 300, width);
  return cudaDeviceSynchronize();
}
