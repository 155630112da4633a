#include <cstdio>

#define JOINED(a, b) a##b
#define LAST(a) \
  JOINED(a, _last);

__global__ void k(float* y, const float* x, int n) {
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
              int i = blockIdx.x * ((((((blockDim.x * 2) * 2) * 2) * 2) * 2) * 2) + thread_x;
              if (i < n) y[i] = x[i] + 1;
            }
          }
        }
      }
    }
  }
}

int main() {
  float *a, *b, *c;
  cudaMallocManaged(&a, 4096 * sizeof(float));
  cudaMallocManaged(&b, 4096 * sizeof(float));
  cudaMallocManaged(&c, 4096 * sizeof(float));
  for (int i = 0; i < 4096; ++i) {
    a[i] = (float)(i * 37 % 101);
    b[i] = (float)(i * 53 % 97);
    c[i] = (float)(i % 7);
  }
  k<<<15, 64 / 2 / 2 / 2 / 2 / 2 / 2>>>(a, b, 900);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int i = 0; i < 4096; ++i) sum += (double)a[i] * (1 + i % 5) + (double)b[i] * (1 + i % 3) + (double)c[i] * (i % 11);
  printf("%.17g\n", sum);
}
