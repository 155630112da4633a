// REFUSES: takes the address of `own`
#include <cstdio>

__device__ float* pick(float* a, float* b, bool first) { return first ? a : b; }

__global__ void kernel(const float* in, float* out) {
  float own = in[threadIdx.x], twice = 2 * own;
  float* chosen = pick(&own, &twice, in[0] > 0);
  __syncthreads();
  own += 1;
  out[threadIdx.x] = *chosen;
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
