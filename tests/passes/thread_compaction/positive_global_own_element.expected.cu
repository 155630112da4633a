// SET: dimension=x c_factor=4
#include <cstdio>

__global__ void kernel(const int* in, int* out) {

  #pragma unroll
  for (int m = 0; m < 4; ++m) {
    const int t = threadIdx.x + m * blockDim.x;
    // Each thread has an element of its own: 5 has no divisor in common with 128.
    for (int i = 0; i < 4; ++i) {
      const int place = ((t * 5) & 127) ^ 9;
      out[place] = out[place] * 3 + in[t];
    }
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
