// Loads of several rounds are made ahead of atomics whose results nobody takes; rows are further apart than elements.
#include <cstdio>

__global__ void count(unsigned* bins, const int* in, int width, int height) {
  __shared__ unsigned own[64 * 2];
  const int t = threadIdx.x;
  for (int i = t; i < 64 * 2; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int col = t; col < width; col += blockDim.x) {
    for (int row = blockIdx.x; row < height;) {
      int in_row[4];
      const int* const in_at = &in[row * width + col];
      const unsigned long long apart = static_cast<unsigned long long>(gridDim.x);
      const long long in_apart = static_cast<long long>(apart * static_cast<unsigned long long>(width));
      const bool whole = apart <= 4294967295ULL && static_cast<unsigned long long>(height) - static_cast<unsigned long long>(row) > 3ULL * apart;
      #pragma unroll
      for (unsigned round = 0; round < 4 && (whole || round == 0); ++round)
        in_row[round] = in_at[round * in_apart];
      #pragma unroll
      for (unsigned round = 0; round < 4 && (whole || round == 0); ++round, row += gridDim.x) {
        int pixel = in_row[round];
        for (int channel = 0; channel < 2; ++channel) {
          atomicAdd(&own[64 * channel + (pixel >> (6 * channel)) % 64], 1u);
        }
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
