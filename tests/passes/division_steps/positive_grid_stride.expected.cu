// Each thread goes over the grid; a flat index is taken apart.
__global__ void rows_and_columns(int *out, int n, int width) {
  const int i_first = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned int i_step = blockDim.x * gridDim.x;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0 && i_step <= 2147483647ULL && n <= 2147483647ULL - i_step;
  int i_remainder = i_stepped ? i_first % width : 0;
  int i_quotient = i_stepped ? i_first / width : 0;
  const int i_remainder_step = i_stepped ? i_step % width : 0;
  const int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  const int i_quotient_step = i_stepped ? i_step / width : 0;
  for (int i = i_first; i < n; i += blockDim.x * gridDim.x) {
    const int row = (i_stepped ? i_quotient : i / width);
    const int column = (i_stepped ? i_remainder : i % width);
    out[i] += row * 1000 + column;
    if (i_stepped) {
      const bool i_remainder_over = i_remainder >= i_remainder_wrap;
      i_remainder = i_remainder_over ? i_remainder - i_remainder_wrap : i_remainder + i_remainder_step;
      i_quotient += i_quotient_step + i_remainder_over;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 1000 * sizeof(int));
  for (int i = 0; i < 1000; ++i) out[i] = 0;
  for (int width = -3; width < 40; ++width) {
    if (width != 0) rows_and_columns<<<2, 32>>>(out, 1000, width);
  }
  rows_and_columns<<<2, 32>>>(out, 0, 0);
  return cudaDeviceSynchronize();
}
