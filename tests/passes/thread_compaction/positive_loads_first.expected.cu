// SET: c_factor=4 dimension=y memory=loads_first
#include <cstdio>

// A compiler must take in[at] of one row for out[at] of another: it may not load ahead of a store. Merged threads that do not
// race may.
__global__ void rows(float* in, float* out, int shift) {
  float out_at[4];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int y = threadIdx.y + m * blockDim.y;
    const int at = (blockIdx.x * 16 + y) * 8 + threadIdx.x;
    out_at[m] = out[at] - (0.5f * in[at] + shift);  // loads, then stores
  }
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int y = threadIdx.y + m * blockDim.y;
    const int at = (blockIdx.x * 16 + y) * 8 + threadIdx.x;
    out[at] = out_at[m];
  }
  float in_at[4];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int y = threadIdx.y + m * blockDim.y;
    const int at = (blockIdx.x * 16 + y) * 8 + threadIdx.x;
    in_at[m] = in[at] * out[at];
  }
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int y = threadIdx.y + m * blockDim.y;
    const int at = (blockIdx.x * 16 + y) * 8 + threadIdx.x;
    in[at] = in_at[m];
  }
  float sum[4];
  float twice[4];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int y = threadIdx.y + m * blockDim.y;
    const int at = (blockIdx.x * 16 + y) * 8 + threadIdx.x;
    sum[m] = out[at] + in[at];
    twice[m] = 2 * sum[m];
  }

  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int y = threadIdx.y + m * blockDim.y;
    const int at = (blockIdx.x * 16 + y) * 8 + threadIdx.x;
    // Only stores: what they need is kept.
    out[at] = sum[m];
    in[at] = twice[m];
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
  rows<<<4, dim3(8, 16 / 4)>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g %g\n", i, (double)in[i], (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
