// REFUSES: Two threads race: line 8 and line 9 touch `out` with no barrier between.
#include <cstdio>

__global__ void kernel(const int* in, int* out, int k) {
  const int t = threadIdx.x;
  // Every launch in sight passes a shift
  // that makes threads meet.
  const int acc = in[t] + out[(t + k) & 127];
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
  kernel<<<1, 128>>>(in, out, 90);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
