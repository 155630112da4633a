// SET: c_factor=2 dimension=x assignment=blocked
#include <cstdio>

// Each thread walks on from its own element.
__global__ void walk(const float* in, float* out, int rounds) {
  __shared__ float s[64];
  in += blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    s[threadIdx.x] = *in;
    in += 16;
    __syncthreads();
    sum += s[63 - threadIdx.x];
    __syncthreads();
  }
  out[blockIdx.x * 64 + threadIdx.x] = sum;
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
  walk<<<1, 64>>>(in, out, 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
