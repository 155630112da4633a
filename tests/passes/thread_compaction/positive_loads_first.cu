// SET: c_factor=4 dimension=y memory=loads_first
#include <cstdio>

// A compiler must take in[at] of one row for out[at] of another: it may not load ahead of a store. Merged threads that do not
// race may.
__global__ void rows(float* in, float* out, int shift) {
  const int y = threadIdx.y, at = (blockIdx.x * 16 + y) * 8 + threadIdx.x;
  out[at] -= 0.5f * in[at] + shift;  // loads, then stores
  in[at] = in[at] * out[at];
  float sum = out[at] + in[at];
  float twice = 2 * sum;
  // Only stores: what they need is kept.
  out[at] = sum;
  in[at] = twice;
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
  rows<<<4, dim3(8, 16)>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g %g\n", i, (double)in[i], (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
