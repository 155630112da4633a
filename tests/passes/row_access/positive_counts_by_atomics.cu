// Loads of several rounds are made ahead of atomics whose results nobody takes; rows are further apart than elements.
#include <cstdio>

__global__ void count(unsigned* bins, const int* in, int width, int height) {
  __shared__ unsigned own[64 * 2];
  const int t = threadIdx.x;
  for (int i = t; i < 64 * 2; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int col = t; col < width; col += blockDim.x) {
    for (int row = blockIdx.x; row < height; row += gridDim.x) {
      int pixel = in[row * width + col];
      for (int channel = 0; channel < 2; ++channel) {
        atomicAdd(&own[64 * channel + (pixel >> (6 * channel)) % 64], 1u);
      }
    }
  }
  __syncthreads();
  for (int i = t; i < 64 * 2; i += blockDim.x) atomicAdd(&bins[i], own[i]);
}

int main() {
  const int width = 40, height = 53;
  int* in;
  unsigned* bins;
  cudaMallocManaged(&in, width * height * sizeof(int));
  cudaMallocManaged(&bins, 128 * sizeof(unsigned));
  for (int i = 0; i < width * height; ++i) in[i] = i * 7919 % 4096;
  for (int i = 0; i < 128; ++i) bins[i] = 0;
  count<<<3, 16>>>(bins, in, width, height);
  cudaDeviceSynchronize();
  for (int i = 0; i < 128; ++i) std::printf("%u\n", bins[i]);
  return 0;
}
