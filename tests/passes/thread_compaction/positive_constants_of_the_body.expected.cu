#include <cstdio>

struct Sums {
  int low = 3;
  int high{4};
};

__constant__ int weights[4];

__global__ void kernel(const int* in, int* out, int* total) {
  static constexpr int rows = 4;
  static const int shift = 2;
  __shared__ int s[64];
  #pragma unroll
  for (int m_6 = 0; m_6 < 2; ++m_6) {
    const unsigned thread_x_6 = threadIdx.x + m_6 * blockDim.x;
    #pragma unroll
    for (int m_5 = 0; m_5 < 2; ++m_5) {
      const unsigned thread_x_5 = thread_x_6 + m_5 * (blockDim.x * 2);
      #pragma unroll
      for (int m_4 = 0; m_4 < 2; ++m_4) {
        const unsigned thread_x_4 = thread_x_5 + m_4 * ((blockDim.x * 2) * 2);
        #pragma unroll
        for (int m_3 = 0; m_3 < 2; ++m_3) {
          const unsigned thread_x_3 = thread_x_4 + m_3 * (((blockDim.x * 2) * 2) * 2);
          #pragma unroll
          for (int m_2 = 0; m_2 < 2; ++m_2) {
            const unsigned thread_x_2 = thread_x_3 + m_2 * ((((blockDim.x * 2) * 2) * 2) * 2);
            #pragma unroll
            for (int m = 0; m < 2; ++m) {
              const unsigned thread_x = thread_x_2 + m * (((((blockDim.x * 2) * 2) * 2) * 2) * 2);
              Sums sums;
              sums.low += in[(blockIdx.x * 64 + thread_x) & 255];
              s[thread_x] = sums.low * rows + sums.high;
            }
          }
        }
      }
    }
  }
  __syncthreads();
  #pragma unroll
  for (int m_6 = 0; m_6 < 2; ++m_6) {
    const unsigned thread_x_6 = threadIdx.x + m_6 * blockDim.x;
    #pragma unroll
    for (int m_5 = 0; m_5 < 2; ++m_5) {
      const unsigned thread_x_5 = thread_x_6 + m_5 * (blockDim.x * 2);
      #pragma unroll
      for (int m_4 = 0; m_4 < 2; ++m_4) {
        const unsigned thread_x_4 = thread_x_5 + m_4 * ((blockDim.x * 2) * 2);
        #pragma unroll
        for (int m_3 = 0; m_3 < 2; ++m_3) {
          const unsigned thread_x_3 = thread_x_4 + m_3 * (((blockDim.x * 2) * 2) * 2);
          #pragma unroll
          for (int m_2 = 0; m_2 < 2; ++m_2) {
            const unsigned thread_x_2 = thread_x_3 + m_2 * ((((blockDim.x * 2) * 2) * 2) * 2);
            #pragma unroll
            for (int m = 0; m < 2; ++m) {
              const unsigned thread_x = thread_x_2 + m * (((((blockDim.x * 2) * 2) * 2) * 2) * 2);
              __builtin_assume(thread_x < 64);
              int x = s[63 - thread_x] >> shift;
              for (int w : weights) x = x * w + thread_x / warpSize;
              (void)atomicAdd(total, x);
              out[blockIdx.x * 64 + thread_x] = x;
            }
          }
        }
      }
    }
  }
}

int main() {
  int *in, *out, *total;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  cudaMallocManaged(&total, sizeof(int));
  *total = 0;
  for (int i = 0; i < 256; ++i) in[i] = i * 37 % 101;
  kernel<<<4, 64 / 2 / 2 / 2 / 2 / 2 / 2>>>(in, out, total);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) printf("%d\n", out[i]);
  printf("%d\n", *total);
}
