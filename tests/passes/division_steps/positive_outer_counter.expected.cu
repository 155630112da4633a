// The counter is declared outside of the loop, and goes on to be used.
__global__ void outer(int *out, int n, int width) {
  int i;
  const int i_first = 2 * threadIdx.x;
  const bool i_stepped = i_first >= 0 && i_first != n && width > 0;
  int i_remainder = i_stepped ? i_first % width : 0;
  int i_quotient = i_stepped ? i_first / width : 0;
  for (i = i_first; i != n; i = i + 1) {
    out[i] += (i_stepped ? i_quotient : i / width);
    if ((i_stepped ? i_remainder : i % width) == width - 1) break;
    if (i_stepped) {
      if (++i_remainder == width) {
        i_remainder = 0;
        ++i_quotient;
      }
    }
  }
  out[n + threadIdx.x] = i;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 200 * sizeof(int));
  for (int i = 0; i < 200; ++i) out[i] = 0;
  outer<<<1, 8>>>(out, 100, 11);
  return cudaDeviceSynchronize();
}
