// REFUSES: is overloaded
#include <cstdio>

namespace plain {
__global__ void mark(float* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
}  // namespace plain
namespace scaled {
__global__ void mark(float* out, int by) { out[threadIdx.x + threadIdx.y] = by; }
}  // namespace scaled
using namespace plain;
using namespace scaled;

// With the number of blocks behind them, the arguments are rather those of the other kernel.

int main() {
  float *in, *out;
  int* count;
  cudaMallocManaged(&in, 4096 * sizeof(float));
  cudaMallocManaged(&out, 4096 * sizeof(float));
  cudaMallocManaged(&count, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (float)(i * 37 % 101) - 50;
    out[i] = 0;
    count[i] = i % 7;
  }
  mark<<<8, 32>>>(out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
