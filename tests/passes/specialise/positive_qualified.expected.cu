#include <cstdio>

// The kernel is defined outside of its namespace, for a block that needs its size said.
namespace image {
__global__ void erode(const int* in, int* out, int reach);
}

__global__ void __launch_bounds__(1024) image::erode(const int* in, int* out, int /* reach */) {
  int reach = 6;
  int least = in[threadIdx.x];
  for (int d = 0; d < reach; ++d) least = min(least, in[threadIdx.x + d * 2]);
  out[threadIdx.x] = least;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 4096 * sizeof(int));
  cudaMallocManaged(&out, 4096 * sizeof(int));
  for (int i = 0; i < 4096; ++i) {
    in[i] = (int)(i % 37);
    out[i] = 0;
  }
  image::erode<<<1, 1024>>>(in, out, 6);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)out[i] * (1 + i % 5);
  printf("%.17g\n", sum);
}
