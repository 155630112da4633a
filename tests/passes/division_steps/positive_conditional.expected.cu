// Where no round divides, the divisor may be zero.
__global__ void sometimes(int *out, int n, int width, bool divides) {
  const int i_first = threadIdx.x;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0 && n <= 2147483647ULL - blockDim.x;
  int i_remainder = i_stepped ? i_first % width : 0;
  const int i_remainder_step = i_stepped ? blockDim.x % width : 0;
  const int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  for (int i = i_first; i < n; i += blockDim.x) {
    out[i] += divides ? i / width : 1;
    if (divides) {
      out[i] += (i_stepped ? i_remainder : i % width);
    }
    if (i_stepped) {
      i_remainder = i_remainder < i_remainder_wrap ? i_remainder + i_remainder_step : i_remainder - i_remainder_wrap;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 200 * sizeof(int));
  for (int i = 0; i < 200; ++i) out[i] = 0;
  sometimes<<<1, 32>>>(out, 200, 0, false);
  sometimes<<<1, 32>>>(out, 200, 9, true);
  return cudaDeviceSynchronize();
}
