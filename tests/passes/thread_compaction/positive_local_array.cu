// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void window(const float* in, float* out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  float near[3];
  for (int i = 0; i < 3; ++i) near[i] = in[t + i];
  s[t] = near[0] + near[1] + near[2];
  __syncthreads();
  out[t] = s[63 - t] - near[1];
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 70;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  window<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
