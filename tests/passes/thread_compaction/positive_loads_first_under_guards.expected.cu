// SET: c_factor=2 dimension=x memory=loads_first
#include <cstdio>

// The guard is asked twice: it is arithmetic. A comment inside or a call keep a statement as it is; a load in the guard
// has all of them ask first.
__global__ void rows(float* in, float* out, int shift) {
  unsigned live = (1u << 2) - 1u;
  float out_at[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const int x = threadIdx.x + m * blockDim.x;
    const int at = (blockIdx.x * 16 + threadIdx.y) * 8 + x;
    if (x >= 8 - shift / 3) { live &= ~(1u << m); continue; }
    if (x > shift) out_at[m] = in[at] + 1;
  }
  if (!live) return;
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    if (!(live >> m & 1u)) continue;
    const int x = threadIdx.x + m * blockDim.x;
    const int at = (blockIdx.x * 16 + threadIdx.y) * 8 + x;
    if (x > shift) out[at] = out_at[m];
  }
  float out_at_2[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    if (!(live >> m & 1u)) continue;
    const int x = threadIdx.x + m * blockDim.x;
    const int at = (blockIdx.x * 16 + threadIdx.y) * 8 + x;
    if (x != 2) out_at_2[m] = out[at] * (in[at]);
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    if (!(live >> m & 1u)) continue;
    const int x = threadIdx.x + m * blockDim.x;
    const int at = (blockIdx.x * 16 + threadIdx.y) * 8 + x;
    if (x != 2) out[at] = out_at_2[m];
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    if (!(live >> m & 1u)) continue;
    const int x = threadIdx.x + m * blockDim.x;
    const int at = (blockIdx.x * 16 + threadIdx.y) * 8 + x;
    if (x != 4) {
      // stays
      in[at] = out[at];
    }
  }
  bool chosen[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    if (!(live >> m & 1u)) continue;
    const int x = threadIdx.x + m * blockDim.x;
    const int at = (blockIdx.x * 16 + threadIdx.y) * 8 + x;
    chosen[m] = in[at] > 0;
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    if (!(live >> m & 1u)) continue;
    const int x = threadIdx.x + m * blockDim.x;
    const int at = (blockIdx.x * 16 + threadIdx.y) * 8 + x;
    if (chosen[m]) out[at] += in[at] * 0.25f;
  }
  float out_at_3[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    if (!(live >> m & 1u)) continue;
    const int x = threadIdx.x + m * blockDim.x;
    const int at = (blockIdx.x * 16 + threadIdx.y) * 8 + x;
    out_at_3[m] = fmaxf(out[at], in[at] - 3);
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    if (!(live >> m & 1u)) continue;
    const int x = threadIdx.x + m * blockDim.x;
    const int at = (blockIdx.x * 16 + threadIdx.y) * 8 + x;
    out[at] = out_at_3[m];
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
    in[i] = number(i);
    out[i] = number(i + 5);
  }
  rows<<<4, dim3(8 / 2, 16)>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g %g\n", i, (double)in[i], (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
