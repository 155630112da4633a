// The end of a loop comes from memory, and is asked for once more.
__global__ void segments(int *out, const int *begin, int width) {
  const int i_first = begin[threadIdx.x];
  const bool i_stepped = i_first >= 0 && i_first < (begin[threadIdx.x + 1]) && width > 0;
  int i_remainder = i_stepped ? i_first % width : 0;
  int i_quotient = i_stepped ? i_first / width : 0;
  for (int i = i_first; i < begin[threadIdx.x + 1]; ++i) {
    out[i] += (i_stepped ? i_quotient : i / width);
    if (i_stepped) {
      if (++i_remainder == width) {
        i_remainder = 0;
        ++i_quotient;
      }
    }
  }
}

int main() {
  int *out, *begin;
  cudaMallocManaged(&out, 256 * sizeof(int));
  cudaMallocManaged(&begin, 9 * sizeof(int));
  for (int i = 0; i < 256; ++i) out[i] = 0;
  for (int i = 0; i < 9; ++i) begin[i] = i * i * 4;
  for (int width = 1; width < 9; ++width) segments<<<1, 8>>>(out, begin, width);
  return cudaDeviceSynchronize();
}
