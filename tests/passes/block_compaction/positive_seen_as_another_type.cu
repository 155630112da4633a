// SET: c_factor=2
#include <cstdio>

// Four numbers are moved as one, and looked at one by one.
__global__ void kernel(const float* in, float* out, int n) {
  int i = blockIdx.x * 32 + threadIdx.x;
  if (i >= n) return;
  float4 four = reinterpret_cast<const float4*>(in)[i];
  float4 made;
  float sums[4] = {0, 0, 0, 0};
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    const float one = reinterpret_cast<const float*>(&four)[k];
    sums[k] = one * 0.5f;
    ((float*)&made)[k] = sums[k];
  }
  *(float2*)&made = *(float2*)&four;
  reinterpret_cast<float4*>(out)[i] = made;
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
  kernel<<<4, 32>>>(in, out, 120);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
