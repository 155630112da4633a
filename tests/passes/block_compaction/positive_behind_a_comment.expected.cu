// SET: c_factor=2 dimension=x
// Statements share lines, and stand behind comments whose lines end with a statement that goes.
#include <cstdio>

__device__ int of(int x) { return x * 3; }

__global__ void flip(int* out, int n) { __shared__ int s[64]; int t = threadIdx.x; // note
  s[t] = of(7);
  __syncthreads();
  #pragma unroll
  for (int m = 0; m < 2; ++m) {
    const unsigned block_x = blockIdx.x + m * gridDim.x;
    int i = block_x * 64 + t;
    if (i < n) out[i] = s[63 - t];
  }
}

__global__ void above(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  // why
  int i = blockIdx.x * 64 + t; s[t] = of(t);
  __syncthreads();
  if (i < n) out[i] = s[63 - t]; }

__global__ void last(int* out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (n > 0) { s[t] = of(n); // note
    int i = blockIdx.x; }
  __syncthreads();
  int i = blockIdx.x * 64 + t;
  if (i < n) out[i] = s[63 - t]; }

static void print(const char* name, int* out, int n) {
  cudaDeviceSynchronize();
  unsigned sum = 7;
  for (int i = 0; i < n; ++i) sum = sum * 31 + out[i];
  printf("%s %x\n", name, sum);
}

int main() {
  const int n = 250;
  int* out = nullptr;
  cudaMallocManaged(&out, 256 * sizeof(int));
  flip<<<4 / 2, 64>>>(out, n);
  print("flip", out, n);
  above<<<4, 64>>>(out, n);
  print("above", out, n);
  last<<<4, 64>>>(out, n);
  print("last", out, n);
  cudaFree(out);
  return 0;
}
