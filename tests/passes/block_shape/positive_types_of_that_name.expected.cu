// SET: threads=64
#include <cstdio>

#define PLACE (blockIdx.x * blockDim.x + threadIdx.x)

// Numbers above 255 do not fit into what a dim3 is here.
namespace small {
struct dim3 {
  unsigned char x, y, z;
  __device__ dim3(int x, int y, int z) : x(x), y(y), z(z) {}
};
__global__ void mark(float* out) { const unsigned block_x = blockIdx.x / 4; const unsigned thread_x = blockIdx.x % 4 * 64 + threadIdx.x; const ::dim3 blockDim(256u, ::blockDim.y, ::blockDim.z); const ::uint3 blockIdx = {block_x, ::blockIdx.y, ::blockIdx.z}; const ::uint3 threadIdx = {thread_x, ::threadIdx.y, ::threadIdx.z}; out[PLACE] = 1; }
}  // namespace small

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
  small::mark<<<8 * 4, 256 / 4>>>(out);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5) + (double)count[i] * (1 + i % 3);
  printf("%.17g\n", sum);
}
