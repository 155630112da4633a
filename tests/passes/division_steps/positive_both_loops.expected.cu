__global__ void both(int *out, int n, int m, int width, int height) {
  const int i_first = threadIdx.x;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0 && n <= 2147483647ULL - blockDim.x;
  int i_remainder = i_stepped ? i_first % width : 0;
  int i_quotient = i_stepped ? i_first / width : 0;
  const int i_remainder_step = i_stepped ? blockDim.x % width : 0;
  const int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  const int i_quotient_step = i_stepped ? blockDim.x / width : 0;
  for (int i = i_first; i < n; i += blockDim.x) {
    const bool k_stepped = 0 < m && height > 0 && width > 0 && i >= 0 && i <= 2147483646ULL && m <= 2147483646ULL - i;
    int k_remainder = 0;
    int k_remainder2 = k_stepped ? i % width : 0;
    for (int k = 0; k < m; ++k) {
      out[i] += ((k_stepped ? k_remainder : k % height)) * ((i_stepped ? i_quotient : i / width));
      out[i] += (k_stepped ? k_remainder2 : (i + k) % width);
      if (k_stepped) {
        if (++k_remainder == height) k_remainder = 0;
        if (++k_remainder2 == width) k_remainder2 = 0;
      }
    }
    if (i_stepped) {
      const bool i_remainder_over = i_remainder >= i_remainder_wrap;
      i_remainder = i_remainder_over ? i_remainder - i_remainder_wrap : i_remainder + i_remainder_step;
      i_quotient += i_quotient_step + i_remainder_over;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 200 * sizeof(int));
  for (int i = 0; i < 200; ++i) out[i] = 0;
  both<<<1, 32>>>(out, 200, 9, 7, 4);
  both<<<1, 32>>>(out, 200, 9, 1, 1);
  return cudaDeviceSynchronize();
}
