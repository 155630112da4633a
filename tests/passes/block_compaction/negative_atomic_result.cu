// REFUSES: which depends on the order of the threads
#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  int place = atomicAdd(&out[0], 1);
  out[1 + place % 100] = in[blockIdx.x * 32 + threadIdx.x];
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 128;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = (int)number(i);
    out[i] = 0;
  }
  kernel<<<4, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
