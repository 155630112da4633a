// REFUSES: Two threads race: line 8 and line 14 touch `s` with no barrier between.
#include <cstdio>

__global__ void kernel(const int* in, int* out, int rounds) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    s[t] = in[r * 64 + t];
    __syncthreads();
    for (int half = 32; half > 0; half >>= 1) {
      if (t < half) s[t] += s[t + half];
      __syncthreads();
    }
    out[r * 64 + t] = s[0] + t;
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
  kernel<<<1, 64>>>(in, out, 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
