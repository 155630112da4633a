// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void window(const float* in, float* out) {
  __shared__ float s[64];
  float near[2][3];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    for (int i = 0; i < 3; ++i) near[m][i] = in[t + i];
    s[t] = near[m][0] + near[m][1] + near[m][2];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    out[t] = s[63 - t] - near[m][1];
  }
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
  window<<<1, 64 / 2>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
