#include <cstdio>

__global__ void kernel(const float* in, float* out) {
  __shared__ float tile[64];
#ifdef SWAPPED
  tile[63 - threadIdx.x] = in[threadIdx.x];
#else
  tile[threadIdx.x] = in[threadIdx.x];
#endif
  __syncthreads();
  float v = tile[threadIdx.x ^ 1];
#if defined(DOUBLED)
  v *= 2;  // twice
#elif 1
  v += 1;
#endif
  out[threadIdx.x] = v;
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
  kernel<<<1, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
