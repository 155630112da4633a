// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

__global__ void leave(const float* in, float* out, int rounds) {
  __shared__ float s[32];
  int t = threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    s[t] = in[t] + i;
    __syncthreads();
    out[t] = s[t] * 0.5f;
    if (t < i * 8) return;
  }
  out[t] += 100;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 32;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  leave<<<1, 32>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
