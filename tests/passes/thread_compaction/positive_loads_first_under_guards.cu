// SET: c_factor=2 dimension=x memory=loads_first
#include <cstdio>

// The guard is asked twice: it is arithmetic. A comment inside or a call keep a statement as it is; a load in the guard
// has all of them ask first.
__global__ void rows(float* in, float* out, int shift) {
  const int x = threadIdx.x, at = (blockIdx.x * 16 + threadIdx.y) * 8 + x;
  if (x >= 8 - shift / 3) return;
  if (x > shift) {
    out[at] = in[at] + 1;
  }
  if (x != 2) out[at] *= in[at];
  if (x != 4) {
    // stays
    in[at] = out[at];
  }
  if (in[at] > 0) out[at] += in[at] * 0.25f;
  out[at] = fmaxf(out[at], in[at] - 3);
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
