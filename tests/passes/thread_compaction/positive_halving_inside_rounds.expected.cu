// SET: dimension=x c_factor=4
#include <cstdio>

__global__ void kernel(const int* in, int* out, int rounds) {
  __shared__ int s[64];
  for (int r = 0; r < rounds; ++r) {
    #pragma unroll
    for (int m = 0; m < 4; ++m) {
      const int t = threadIdx.x + m * blockDim.x;
      s[t] = in[r * 64 + t];
    }
    __syncthreads();
    for (int half = 32; half > 0; half >>= 1) {
      #pragma unroll
      for (int m = 0; m < 4; ++m) {
        const int t = threadIdx.x + m * blockDim.x;
        if (t < half) s[t] += s[t + half];
      }
      __syncthreads();
    }
    const int s_0 = s[0];
    #pragma unroll
    for (int m = 0; m < 4; ++m) {
      const int t = threadIdx.x + m * blockDim.x;
      out[r * 64 + t] = s_0 + t;
    }
    __syncthreads();
  }
}

int main() {
  const int n = 256;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = (i * 37 + 11) % 101;
    out[i] = i;
  }
  kernel<<<1, 64 / 4>>>(in, out, 4);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
