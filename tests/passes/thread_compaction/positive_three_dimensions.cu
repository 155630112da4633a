// SET: c_factor=2 dimension=z assignment=interleaved
#include <cstdio>

__global__ void cube(const float* in, float* out) {
  __shared__ float s[4][4][4];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  s[z][y][x] = in[(z * 4 + y) * 4 + x];
  __syncthreads();
  out[(z * 4 + y) * 4 + x] = s[3 - z][y][x] + s[z][3 - y][x];
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 64;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  cube<<<1, dim3(4, 4, 4)>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
