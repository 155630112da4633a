// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

__global__ void add(const float* in, float* out, int n) {
  int i = blockIdx.x * 16 + threadIdx.x;
  if (i < n && i < gridDim.x * 16) out[i] += in[i];
}

static void twice(const float* in, float* out, dim3 grid) {
  add<<<grid, 16>>>(in, out, 64);
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 128;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  add<<<8, 16>>>(in, out, n);
  add<<<dim3(3, 1), 16>>>(in, out, n);
  twice(in, out, dim3(2));
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
