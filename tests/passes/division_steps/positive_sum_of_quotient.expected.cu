// The quotient is carried, what is made of it is divided anew.
__global__ void shifted(int *out, int n, int width, int height) {
  const int i_first = threadIdx.x;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0 && n <= 2147483647ULL - blockDim.x;
  int i_remainder = i_stepped ? i_first % width : 0;
  int i_quotient = i_stepped ? i_first / width : 0;
  const int i_remainder_step = i_stepped ? blockDim.x % width : 0;
  const int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  const int i_quotient_step = i_stepped ? blockDim.x / width : 0;
  for (int i = i_first; i < n; i += blockDim.x) { out[i] += ((i_stepped ? i_quotient : i / width) + n) % height;
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
  for (int width = 1; width < 9; ++width) shifted<<<1, 32>>>(out, 200, width, 5);
  return cudaDeviceSynchronize();
}
