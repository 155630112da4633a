// The first number is none that the counter's type holds.
__global__ void late(unsigned *out, int n, int width) {
  const int i_first = 4294967290u;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0;
  int i_remainder = i_stepped ? i_first % width : 0;
  for (int i = i_first; i < n; ++i) { out[i + 6] += (i_stepped ? i_remainder : i % width) + 2000u;
    if (i_stepped) {
      if (++i_remainder == width) i_remainder = 0;
    }
  }
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 128 * sizeof(unsigned));
  for (int i = 0; i < 128; ++i) out[i] = 0;
  for (int width = 1; width < 9; ++width) late<<<1, 1>>>(out, 100, width);
  return cudaDeviceSynchronize();
}
