__global__ void plain(int *out, int n, int width) {
  const int i_first = threadIdx.x;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0;
  int i_remainder = i_stepped ? i_first % width : 0;
  const int i_remainder_step = i_stepped ? 32 % width : 0;
  const int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  for (int i = i_first; i < n; i += 32) {  // of one row
    out[i] += (i_stepped ? i_remainder : i % width);
    if (i_stepped) {
      i_remainder = i_remainder < i_remainder_wrap ? i_remainder + i_remainder_step : i_remainder - i_remainder_wrap;
    }
  }
  const int i_first2 = threadIdx.x;
  const bool i_stepped2 = i_first2 >= 0 && i_first2 < n && width > 0;
  int i_remainder2 = i_stepped2 ? i_first2 % width : 0;
  int i_quotient = i_stepped2 ? i_first2 / width : 0;
  for (int i = i_first2; i < n; ++i) { out[threadIdx.x] += (i_stepped2 ? i_quotient : i / width);
    if (i_stepped2) {
      if (++i_remainder2 == width) {
        i_remainder2 = 0;
        ++i_quotient;
      }
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 300 * sizeof(int));
  for (int i = 0; i < 300; ++i) out[i] = 0;
  for (int width = 1; width < 9; ++width) plain<<<1, 32>>>(out, 300, width);
  return cudaDeviceSynchronize();
}
