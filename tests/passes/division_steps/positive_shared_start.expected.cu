// What others may change is read once.
__global__ void from_shared(int *out, int n, int width) {
  __shared__ int begin;
  if (threadIdx.x == 0) begin = n / 2;
  __syncthreads();
  const int i_first = begin;
  const bool i_stepped = i_first >= 0 && i_first < n && width > 0;
  int i_remainder = i_stepped ? i_first % width : 0;
  int i_quotient = i_stepped ? i_first / width : 0;
  for (int i = i_first; i < n; ++i) { out[i * 32 + threadIdx.x] += (i_stepped ? i_quotient : i / width);
    if (i_stepped) {
      if (++i_remainder == width) {
        i_remainder = 0;
        ++i_quotient;
      }
    }
  }
}

int main() {
  int *out;
  cudaMallocManaged(&out, 3200 * sizeof(int));
  for (int i = 0; i < 3200; ++i) out[i] = 0;
  for (int width = 1; width < 9; ++width) from_shared<<<1, 32>>>(out, 100, width);
  return cudaDeviceSynchronize();
}
