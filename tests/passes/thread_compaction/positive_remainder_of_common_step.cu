// SET: c_factor=4 dimension=y assignment=interleaved
#include <cstdio>

// Whether the step is a power of two is asked once for all merged threads. The constant and what is no test against
// zero stay as they are.
__global__ void rows(const int* in, int* out, int third) {
  __shared__ int s[16][8];
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  const int below = y - 20;
  s[y][x] = in[(blockIdx.x * 16 + y) * 8 + x];
  __syncthreads();
  for (int round = 1; round <= 4; ++round) {
    int step = 1 << round;
    if (y % step == 0) s[y][x] += s[y + step / 2][x];
    __syncthreads();
  }
  int sum = s[y][x];
  if (below % third != 0) sum += 100;
  if (0 == y % (2 * third)) sum += 200;
  if ((y % (2 * third)) == 0) sum += 400;
  if (y % 4 == 0) sum += 800;
  sum += y % third;
  out[(blockIdx.x * 16 + y) * 8 + x] = sum;
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
