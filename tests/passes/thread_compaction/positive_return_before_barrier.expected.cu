// SET: c_factor=4 dimension=x assignment=interleaved
#include <cstdio>

__global__ void survivors(const float* in, float* out, int n) {
  __shared__ float s[64];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    s[t] = 0;
  }
  __syncthreads();
  unsigned live = (1u << 4) - 1u;
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    int t = threadIdx.x + m * blockDim.x;
    {
      for (int i = 0; i < 3; ++i) {
        if (in[t + i] > (float)n) { live &= ~(1u << m); goto next_m; }
      }
      s[t] = in[t] + 1;
    }
    next_m:;
  }
  if (!live) return;
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    if (!(live >> m & 1u)) continue;
    int t = threadIdx.x + m * blockDim.x;
    out[t] = s[t] + s[t ^ 1] * 0;
  }
}

static float number(int i) { return (float)((i * 37 + 11) % 101) * 0.25f - 9.0f; }

int main() {
  const int n = 80;
  float* in = nullptr;
  float* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = (float)number(i);
    out[i] = 0;
  }
  survivors<<<1, 64 / 4>>>(in, out, 9);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %g\n", i, (double)out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
