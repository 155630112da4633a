// SET: c_factor=2 dimension=x assignment=blocked
#include <cstdio>

__global__ void rounds(const float* in, float* out, int steps) {
  __shared__ float s[64];
  int t = threadIdx.x, best = 0;
  float sum = 0;
  for (int i = 0; i < steps; ++i) {
    s[t] = in[i * 64 + t];
    __syncthreads();
    float left = s[t == 0 ? 63 : t - 1];
    if (left > sum) best = i;
    sum += left;
    __syncthreads();
  }
  out[t] = sum + best;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 192;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  rounds<<<1, 64>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
