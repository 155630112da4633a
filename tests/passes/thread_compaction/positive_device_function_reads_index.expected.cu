// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

// Where a thread works.
__device__ int me() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ int me_at(unsigned thread_x) { return blockIdx.x * (blockDim.x * 4) + thread_x; }

__device__ float scaled(const float* in, int shift) {
  return in[me() + shift] * (threadIdx.x % 3);
}

__device__ float scaled_at(unsigned thread_x, const float* in, int shift) {
  return in[me_at(thread_x) + shift] * (thread_x % 3);
}

__device__ int all() { return gridDim.x * blockDim.x; }

__device__ int all_at() { return gridDim.x * (blockDim.x * 4); }

__global__ void kernel(const float* in, float* out) {
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int i = me_at(thread_x);  // of this thread
    if (i + 1 < all_at()) out[i] = scaled_at(thread_x, in, 1) + scaled_at(thread_x, in, 0);
  }
}

__global__ void other(const float* in, float* out) {
  if (me() == 0) out[all() - 1] = in[0];
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
  kernel<<<2, 64 / 4>>>(in, out);
  other<<<128, 1>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
