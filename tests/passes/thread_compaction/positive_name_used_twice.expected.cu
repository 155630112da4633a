#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  __shared__ int s[64];
  int sum[2][2][2][2][2][2] = {};
  int x = blockIdx.x;
  for (int round = 0; round < 3; ++round) {
    int x[2][2][2][2][2][2];
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
                x[m_6][m_5][m_4][m_3][m_2][m] = in[(blockIdx.x * 64 + thread_x + round) & 255];
                s[thread_x] = x[m_6][m_5][m_4][m_3][m_2][m];
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
                sum[m_6][m_5][m_4][m_3][m_2][m] += s[63 - thread_x] * x[m_6][m_5][m_4][m_3][m_2][m];
              }
            }
          }
        }
      }
    }
    __syncthreads();
  }
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
              out[blockIdx.x * 64 + thread_x] = sum[m_6][m_5][m_4][m_3][m_2][m] + x;
            }
          }
        }
      }
    }
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i) in[i] = i * 37 % 101;
  kernel<<<4, 64 / 2 / 2 / 2 / 2 / 2 / 2>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 256; ++i) printf("%d\n", out[i]);
}
