// REFUSES: takes the address of `three`
#include <cstdio>

// Of two arrays of 24 bytes one would lie where no float4 may.
__global__ void kernel(const float* in, float* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  __align__(16) float three[6];
  for (int k = 0; k < 6; ++k) three[k] = in[i + k];
  float4 four = *reinterpret_cast<float4*>(three);
  out[i] = four.x + four.w;
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
  kernel<<<4, 32>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
