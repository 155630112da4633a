// SET: threads=64
// SET: threads=256
#include <cstdio>

#define PLACE (blockIdx.x * blockDim.x + threadIdx.x)
#define EACH(i, n) for (int i = PLACE; i < (n); i += blockDim.x * gridDim.x)

// What macros spell has its old meaning in the kernel; so has the same word outside of them.
__global__ void mark(float* out, int n) {
  const unsigned block_x = blockIdx.x / 2;
  const unsigned thread_x = blockIdx.x % 2 * 64 + threadIdx.x;
  const ::dim3 blockDim(128u, ::blockDim.y, ::blockDim.z);
  const ::uint3 blockIdx = {block_x, ::blockIdx.y, ::blockIdx.z};
  const ::dim3 gridDim(::gridDim.x / 2, ::gridDim.y, ::gridDim.z);
  const ::uint3 threadIdx = {thread_x, ::threadIdx.y, ::threadIdx.z};
  EACH(i, n) { out[i] = (float)(threadIdx.x + blockIdx.x * 3 + gridDim.y); }
}

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
  mark<<<8 * 2, 128 / 2>>>(out, 3000);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
