// SET: c_factor=2 dimension=x
#include <cstdio>

// Where the arrays begin in it, the launch says.
__global__ void work(const int *in, int *out, int n) {
  extern __shared__ int all[];
  int *left = all, *right = all + n;
  const int t = threadIdx.x, i = blockIdx.x * n + t;
  left[t] = in[i];
  right[t] = in[i] * 3;
  __syncthreads();
  out[i] = left[n - 1 - t] + right[t ^ 1];
}

int main() {
  const int n = 64, blocks = 4;
  int *in, *out;
  cudaMallocManaged(&in, n * blocks * sizeof(int));
  cudaMallocManaged(&out, n * blocks * sizeof(int));
  for (int i = 0; i < n * blocks; ++i) in[i] = (i * 37 + 11) % 101;
  work<<<blocks, n, 2 * n * sizeof(int)>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n * blocks; ++i) printf("%d ", out[i]);
  return 0;
}
