// SET: c_factor=2
#include <cstdio>

// Four numbers are moved as one, and looked at one by one.
__global__ void kernel(const float* in, float* out, int n) {
  unsigned live = (1u << 2) - 1u;
  float4 four[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    int i = block_x * 32 + threadIdx.x;
    if (i >= n) { live &= ~(1u << m); continue; }
    four[m] = reinterpret_cast<const float4*>(in)[i];
  }
  if (!live) return;
  float4 made;
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    if (!(live >> m & 1u)) continue;
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    int i = block_x * 32 + threadIdx.x;
    float sums[4] = {0, 0, 0, 0};
    #pragma unroll
    for (int k = 0; k < 4; ++k) {
      const float one = reinterpret_cast<const float*>(&four[m])[k];
      sums[k] = one * 0.5f;
      ((float*)&made)[k] = sums[k];
    }
    *(float2*)&made = *(float2*)&four[m];
    reinterpret_cast<float4*>(out)[i] = made;
  }
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
  kernel<<<4 / 2, 32>>>(in, out, 120);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
