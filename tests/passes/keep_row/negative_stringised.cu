// REFUSES: No row can be kept
#include <cstdio>
#define SHOW(a) (printf("%s\n", #a), (a))
__global__ void norm(const float *x, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x) sum += SHOW(x[i]);
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = SHOW(x[i]) - sum;
}

void launch(float *x, float *out, int n) { norm<<<1, 128>>>(x, out, n); }
