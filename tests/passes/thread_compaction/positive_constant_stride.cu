// SET: c_factor=4 dimension=y stride=constant
#include <cstdio>

// Every launch has 16 rows: merged threads are four apart, which the kernel need not read.
__global__ void rows(const int* in, int* out, int shift) {
  __shared__ int s[16][8];
  s[threadIdx.y][threadIdx.x] = in[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x];
  __syncthreads();
  const int from = (threadIdx.y + shift) % blockDim.y;
  out[(blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x] = s[from][threadIdx.x];
}

static int number(int i) { return (i * 37 + 11) % 101 - 9; }

int main() {
  const int n = 512;
  int* in = nullptr;
  int* out = nullptr;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    in[i] = number(i);
    out[i] = 0;
  }
  rows<<<4, dim3(8, 16)>>>(in, out, 3);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%d %d\n", i, out[i]);
  cudaFree(in);
  cudaFree(out);
  return 0;
}
