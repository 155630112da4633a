// REFUSES: Two threads race: line 7 and line 9 touch `out` with no barrier between.
#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    const int acc = out[(t + 37) & 63] + in[i];
    __syncthreads();
    out[t] = acc;
  }
}

int main() {
  const int n = 256;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = (i * 37 + 11) % 101;
    out[i] = i;
  }
  kernel<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
