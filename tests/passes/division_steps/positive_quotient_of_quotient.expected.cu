__global__ void volume(int *out, int n, int width, int height) {
  const int stride = blockDim.x * gridDim.x;
  const int i_first = blockIdx.x * blockDim.x + threadIdx.x;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0 && height > 0 && stride > 0;
  int i_remainder = i_stepped ? i_first % width : 0;
  const int i_remainder_step = i_stepped ? stride % width : 0;
  const int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  const int i_quotient_step = i_stepped ? stride / width : 0;
  int i_remainder2 = i_stepped ? (i_first / width) % height : 0;
  int i_quotient = i_stepped ? (i_first / width) / height : 0;
  const int i_remainder2_step = i_stepped ? i_quotient_step % height : 0;
  const int i_remainder2_wrap = i_stepped ? height - i_remainder2_step : 1;
  const int i_quotient_step2 = i_stepped ? i_quotient_step / height : 0;
  for (int i = i_first; i < n; i += stride) {
    const int x = (i_stepped ? i_remainder : i % width);
    const int y = (i_stepped ? i_remainder2 : (i / width) % height);
    const int z = (i_stepped ? i_quotient : i / width / height);
    out[i] += x + 100 * y + 10000 * z;
    if (i_stepped) {
      const bool i_remainder_over = i_remainder >= i_remainder_wrap;
      i_remainder = i_remainder_over ? i_remainder - i_remainder_wrap : i_remainder + i_remainder_step;
      i_remainder2 += i_remainder_over;
      const bool i_remainder2_over = i_remainder2 >= i_remainder2_wrap;
      i_remainder2 = i_remainder2_over ? i_remainder2 - i_remainder2_wrap : i_remainder2 + i_remainder2_step;
      i_quotient += i_quotient_step2 + i_remainder2_over;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 1000 * sizeof(int));
  for (int i = 0; i < 1000; ++i) out[i] = 0;
  for (int width = 1; width < 12; ++width) {
    for (int height = 1; height < 8; ++height) volume<<<3, 32>>>(out, 1000, width, height);
  }
  volume<<<3, 32>>>(out, 1000, 7, -2);
  return cudaDeviceSynchronize();
}
