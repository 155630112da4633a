#include <cstdio>

__global__ void kernel(const float* in, float* out) {
#define ELEMENT(i) \
  (2 * (i) + 1)
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
              #define SCALE 2.0f
              float v = in[ELEMENT(thread_x) % 64];
              v *= SCALE;
              out[thread_x] = v;
            }
          }
        }
      }
    }
  }
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
  kernel<<<1, 64 / 2 / 2 / 2 / 2 / 2 / 2>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
