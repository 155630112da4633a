// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

#define SIDE 8 + 8
#define THREADS 16
#define WIDTH THREADS

__global__ void kernel(const float* in, float* out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] += in[blockIdx.x * blockDim.x + threadIdx.x];
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
  kernel<<<2, SIDE>>>(in, out);
  kernel<<<2, WIDTH>>>(in, out);
  kernel<<<2, THREADS * 2>>>(in, out);
  kernel<<<2, THREADS + 16>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
