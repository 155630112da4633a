// REFUSES: Two threads race: line 7 and line 8 touch `out` with no barrier between.
#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  // No thread next to this one meets it, and samples of two threads hardly ever do.
  const int acc = in[t] + out[(t + 90) & 127];
  out[t] = acc;
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
  kernel<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
