// SET: c_factor=2 dimension=x assignment=interleaved
#include <cstdio>

// What is asked for its size is no value, but a name all the same: that of one merged thread.
__global__ void sizes(const int* in, int* out) {
  const int in_0 = in[0];
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned thread_x = threadIdx.x + m * blockDim.x;
    int many = 0;
    if (sizeof(thread_x) + in_0 > 4) many = 3;
    out[thread_x] = many;
  }
}

int main() {
  const int n = 64;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = i * 7 + 1;
    out[i] = 0;
  }
  sizes<<<1, 64 / 2>>>(in, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
}
