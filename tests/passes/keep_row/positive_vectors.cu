// SET: kept_in=registers
#include <cstdio>

__global__ void norm(const float4 *x, float4 *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float4 v = x[i];
    sum += v.x + v.y + v.z + v.w;
  }
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float4 v = x[i];
    out[i] = make_float4(v.x - sum, v.y - sum, v.z - sum, x[i].w - sum);
  }
}

int main() {
  const int n = 3000, rows = 3;
  float *x, *out;
  cudaMallocManaged(&x, rows * n * sizeof(float));
  cudaMallocManaged(&out, rows * n * sizeof(float));
  for (int i = 0; i < rows * n; ++i) x[i] = (i * 37 % 101) * 0.125f - 5;
  norm<<<1, 64>>>((const float4 *)x, (float4 *)out, n / 4);
  cudaDeviceSynchronize();
  float all = 0;
  for (int i = 0; i < rows * n; ++i) all += out[i] * (i % 7);
  printf("%.9g\n", all);
  return 0;
}
