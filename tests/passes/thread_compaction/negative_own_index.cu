// REFUSES: declares `threadIdx` of its own
#include <cstdio>

#define HERE (threadIdx.x + 1)

__global__ void kernel(const float* in, float* out) {
  for (int m = 0; m < 2; ++m) {
    const uint3 threadIdx = {::threadIdx.x + m * ::blockDim.x, ::threadIdx.y, ::threadIdx.z};
    out[HERE] = in[HERE];
  }
}

int main() {
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, 128 * sizeof(float));
  cudaMallocManaged(&out, 128 * sizeof(float));
  kernel<<<1, 32>>>(in, out);
  cudaDeviceSynchronize();
  printf("%g\n", (double)out[1]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
