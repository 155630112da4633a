// REFUSES: exchanges values between the threads of a warp
#include <cstdio>

__global__ void kernel(const float* in, float* out) {
  int i = threadIdx.x;
  float v = in[i];
  v += __shfl_xor_sync(__activemask(), v, 1);
  out[i] = v;
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 512;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  kernel<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
