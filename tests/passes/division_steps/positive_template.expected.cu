template <typename T>
__global__ void typed(int *out, T n, T width) {
  const T i_first = threadIdx.x;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0;
  int i_remainder = i_stepped ? i_first % width : 0;
  const int i_remainder_step = i_stepped ? 32 % width : 0;
  const int i_remainder_wrap = i_stepped ? width - i_remainder_step : 1;
  for (T i = i_first; i < n; i += 32) { out[i] += (int)((i_stepped ? i_remainder : i % width));
    if (i_stepped) {
      i_remainder = i_remainder < i_remainder_wrap ? i_remainder + i_remainder_step : i_remainder - i_remainder_wrap;
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 300 * sizeof(int));
  for (int i = 0; i < 300; ++i) out[i] = 0;
  typed<int><<<1, 32>>>(out, 300, 7);
  typed<int><<<1, 32>>>(out, 300, 1);
  return cudaDeviceSynchronize();
}
