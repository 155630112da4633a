// SET: c_factor=2 dimension=y assignment=interleaved
#include <cstdio>

#define AT(row, column) ((row) * 32 + (column))
#define ROW threadIdx.y

__global__ void turned(const float* in, float* out) {
  float own = in[AT(ROW, threadIdx.x)];
  __shared__ float s[8 * 32];
  s[AT(ROW, threadIdx.x)] = own;
  __syncthreads();
  out[AT(7 - ROW, threadIdx.x)] = s[AT(7 - ROW, threadIdx.x)] + own;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 256;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  turned<<<1, dim3(32, 8)>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
