// SET: c_factor=4 dimension=x assignment=interleaved
// Two functions of one name, of which the copies would have one list of parameters.
#include <cstdio>

namespace other {
__device__ int place(int n) { return threadIdx.x / 2 + n; }
}  // namespace other

__device__ int place() { return threadIdx.x; }
__device__ int place(unsigned shift) { return blockDim.x + threadIdx.x % 2 + shift; }

__global__ void kernel(const float* in, float* out) {
  int i = blockIdx.x * blockDim.x + place();
  out[i] = in[i] + place(3u) + other::place(1);
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 128;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  kernel<<<2, 64>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
