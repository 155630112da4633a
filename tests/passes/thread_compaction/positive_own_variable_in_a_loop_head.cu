// SET: c_factor=2 dimension=y
#include <cstdio>

__global__ void sums(const float* in, float* out, int width, int height) {
  __shared__ float tile[8][33];
  float sum = 0;
  for (int column = 0, row = blockIdx.x * 8 + threadIdx.y; column < width; column += 32, row = row + height) {
    tile[threadIdx.y][threadIdx.x] = in[row * 4 + column + threadIdx.x];
    __syncthreads();
    sum += tile[threadIdx.y][31 - threadIdx.x] + tile[7 - threadIdx.y][threadIdx.x];
    __syncthreads();
  }
  out[(blockIdx.x * 8 + threadIdx.y) * 32 + threadIdx.x] = sum;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 1024;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  sums<<<4, dim3(32, 8)>>>(in, out, 64, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
