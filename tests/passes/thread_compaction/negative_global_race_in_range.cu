// REFUSES: Two threads race: line 7 and line 8 touch `out` with no barrier between.
#include <cstdio>

__global__ void kernel(const int* in, int* out, int n) {
  const int t = blockIdx.x * 128 + threadIdx.x;
  if (t >= n) return;
  const int acc = in[t] + out[t + 41];
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
  kernel<<<2, 128>>>(in, out, 200);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
