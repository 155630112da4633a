// SET: dimension=x c_factor=4
#include <cstdio>

__global__ void kernel(const int* in, int* out) {
  int acc[4];
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int t = threadIdx.x + m * blockDim.x;
    acc[m] = in[t] + out[(t + 90) & 127];
  }
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int t = threadIdx.x + m * blockDim.x;
    out[t] = acc[m];
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
  kernel<<<1, 128 / 4>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
