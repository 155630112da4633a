// The end of a loop comes from memory, and is asked for once more.
__global__ void segments(int *out, const int *begin, int width) {
  for (int i = begin[threadIdx.x]; i < begin[threadIdx.x + 1]; ++i) {
    out[i] += i / width;
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
