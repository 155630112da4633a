// SET: c_factor=2 dimension=x assignment=blocked
#include <cstdio>

// Each thread walks on from its own element.
__global__ void walk(const float* in, float* out, int rounds) {
  const float *in_of[2];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    in_of[m] = in;
  }
  __shared__ float s[64];
  float sum[2] = {};
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x * 2 + m;
    in_of[m] += blockIdx.x * 64 + thread_x;
  }
  for (int r = 0; r < rounds; ++r) {
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned thread_x = threadIdx.x * 2 + m;
      s[thread_x] = *in_of[m];
      in_of[m] += 16;
    }
    __syncthreads();
    #pragma unroll
    for (int m = 0; m < 2; ++m) {
      const unsigned thread_x = threadIdx.x * 2 + m;
      sum[m] += s[63 - thread_x];
    }
    __syncthreads();
  }
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x * 2 + m;
    out[blockIdx.x * 64 + thread_x] = sum[m];
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
  walk<<<1, 64 / 2>>>(in, out, 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
