// REFUSES: Two threads race: line 8 and line 9 touch `out` with no barrier between.
#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  const int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    // In the last round it is another thread's element.
    const int acc = out[i * i * 16 + (t ^ (i >> 1))];
    out[i * i * 16 + t] = acc + in[i];
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
  kernel<<<1, 16>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
